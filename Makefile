# The commands of this project; `make help`, the default, lists them.
PYTHON ?= python3
VENV   ?= .venv
LISTEN ?= 127.0.0.1:50051
LISTEN_WEB ?= 127.0.0.1:8080
MINUTES ?= 4
BIN    := $(VENV)/bin
TOOLS  := build/tools
SOURCES := pyproject.toml setup.py $(shell find engines search agents server cli client proto docs/games web packages/typescript \
	\( -name node_modules -o -name dist -o -name made \) -prune -o -type f ! -name '*.so' ! -name '*.pyc' -print 2>/dev/null) \
	$(wildcard web/dist/index.html)
LIB    := lib.$(shell $(PYTHON) -c 'import sysconfig,sys; print(sysconfig.get_platform()+"-"+sys.implementation.cache_tag)' 2>/dev/null)
ASAN    = $(shell $(CC) -print-file-name=libasan.so 2>/dev/null)
SANITIZED = LD_PRELOAD=$(ASAN) ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:quarantine_size_mb=8 PYTHONMALLOC=malloc
QUICK  := tests/engines/test_goldens.py tests/search/test_signature.py tests/server/test_every_rpc.py tests/server/test_mapping.py
EVERY_CORE = -n auto --dist worksteal
LOCK    = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help serve test test-debug test-long test-lowest test-packages test-clients test-python lint format bench loadtest soak build page goldens cases go lock clean needs

help:  ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/installed  ## set up if needed, then serve on LISTEN (127.0.0.1:50051) and LISTEN_WEB (127.0.0.1:8080), with its files in HUNCH_HOME (home)
	@HUNCH_HOME="$${HUNCH_HOME:-home}" exec $(BIN)/hunch serve --listen $(LISTEN) --listen-web $(LISTEN_WEB)

test: $(VENV)/installed  ## set up if needed, then run the tests on the installed package
	@echo "== tests"
	@$(BIN)/python -m pytest $(EVERY_CORE) -m "not long"

lint: $(VENV)/installed  ## ruff, cython-lint, mypy --strict, buf lint, buf breaking against each release, tsc
	@echo "== ruff";        $(BIN)/ruff check . && $(BIN)/ruff format --check --quiet .
	@echo "== cython-lint"; PATH="$(abspath $(BIN)):$$PATH" cython-lint --max-line-length 120 engines search tests tools
	@echo "== mypy";        $(BIN)/mypy
	@echo "== buf";         $(BIN)/buf lint
	@for image in tests/releases/*/proto.binpb; do $(BIN)/buf breaking --against $$image || exit 1; done
	@if test -d web/node_modules; then echo "== tsc"; cd web && $(abspath $(BIN))/node node_modules/typescript/bin/tsc --noEmit; \
		else echo "== tsc is left out: web/node_modules is missing; make page fetches it"; fi

format: $(VENV)/ready  ## lay out all Python files as `make lint` wants them
	@$(BIN)/ruff format .

test-debug: $(VENV)/installed  ## tests of engines and search with asserts, bounds checks and sanitizers
	@echo "== debug build"
	@HUNCH_DEBUG=1 PYTHONPATH=$(TOOLS) $(BIN)/python setup.py -q build --build-base build/debug
	@echo "== tests under the sanitizers"
	@$(SANITIZED) PYTHONPATH=build/debug/$(LIB) $(BIN)/python -m pytest --capture=sys $(EVERY_CORE) -m "not long" \
		tests/engines tests/search tests/debug

test-long: $(VENV)/packages $(VENV)/load  ## millions of random games, soaks, examples in other languages; takes hours
	@$(BIN)/python -m pytest -m long -o faulthandler_timeout=0

test-lowest: needs  ## run the tests with the lowest versions that pyproject.toml allows
	@echo "== lowest versions, in build/lowest"
	@$(PYTHON) -m venv build/lowest
	@build/lowest/bin/python tools/lowest.py > build/lowest.txt
	@build/lowest/bin/python tools/wanted.py test | tr "\n" "\0" \
		| xargs -0 build/lowest/bin/pip install -q -c build/lowest.txt ".[agents,postgres,tracing,web]"
	@build/lowest/bin/python -m pytest $(EVERY_CORE) -m "not long"

test-packages: $(VENV)/installed  ## build the source archive and the wheels, install them elsewhere, and use them
	@$(BIN)/python -m pytest tests/test_packages.py tests/client/test_wheel.py

test-clients: $(VENV)/packages  ## build the TypeScript and Go clients, and run their tests; fetches from npm and Debian
	@$(BIN)/python -m pytest tests/client

test-python: needs  ## build with another Python and run a few tests: PYTHON=python3.13
	@echo "== $(PYTHON), in build/python"
	@$(PYTHON) -m venv --clear build/python
	@build/python/bin/pip install -q --require-hashes -r locks/tools.txt
	@build/python/bin/pip install -q --no-deps .
	@build/python/bin/python -m pytest $(EVERY_CORE) $(QUICK)

bench: $(VENV)/bench  ## compare the speed with OpenSpiel, in one table
	@$(BIN)/python -m bench.speed

loadtest: $(VENV)/load  ## every mix of load against a server on one core; writes loadtest/report; MINUTES=4
	@$(BIN)/python -m loadtest.run --minutes $(MINUTES)

soak: $(VENV)/load  ## mixed load for MINUTES; fails if memory, descriptors or latency grow
	@$(BIN)/python -m loadtest.soak --minutes $(MINUTES)

build: $(VENV)/ready  ## compile only what changed, into build/dev; then run with PYTHONPATH=build/dev/lib.*
	@PYTHONPATH=$(TOOLS) $(BIN)/python setup.py -q build --build-base build/dev

page: $(VENV)/ready  ## build the page into web/dist, if something has changed; fetches from npm
	@$(BIN)/python tools/build_page.py

goldens: $(VENV)/installed  ## write all goldens anew; review the difference like code
	@$(BIN)/python -m tools.write_goldens
	@$(BIN)/python -m tools.write_web_positions
	@$(BIN)/python -m tools.write_map_positions
	@$(BIN)/python -m tools.write_web_tables
	@HUNCH_GOLDENS=write $(BIN)/python -m pytest tests/web/test_goldens.py

cases: $(VENV)/ready  ## write the files of rule cases in their dense form
	@$(BIN)/python -m tools.write_cases

go: $(VENV)/packages  ## write the generated code of the Go package anew from proto/
	@$(BIN)/python packages/go/debian.py build/go
	@PATH="$(abspath $(BIN)):$$PATH" GOWORK="$(abspath build/go/go.work)" GOPROXY=off GOTOOLCHAIN=local packages/go/generate.sh

lock: $(VENV)/ready  ## pin the dependencies with hashes in locks/; UPGRADE=--upgrade takes the newest versions
	@$(BIN)/python tools/wanted.py lock | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@$(BIN)/python tools/wanted.py build | $(LOCK) - -o locks/build.txt
	@$(LOCK) pyproject.toml --extra agents --extra postgres --extra tracing --extra web -o locks/runtime.txt
	@$(LOCK) pyproject.toml --extra agents --extra postgres --extra tracing --extra web --group test --group dev --group page -o locks/tools.txt
	@$(BIN)/python tools/wanted.py page | $(LOCK) - -o locks/page.txt

$(VENV)/packages: $(VENV)/installed
	@echo "== what the packages of other languages are built with"
	@$(BIN)/python tools/wanted.py packages | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@touch $@

$(VENV)/load: $(VENV)/installed
	@echo "== the load generators"
	@$(BIN)/python tools/wanted.py load | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@touch $@

clean:  ## remove everything that make, tests and tools wrote, except the ledger and the keys in home
	rm -rf build dist hunch.egg-info packages/python/build packages/python/*.egg-info loadtest/report .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	cd packages/typescript && rm -rf node_modules src/made dist *.tgz
	cd web && rm -rf node_modules dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

needs:
	@command -v $(CC) >/dev/null || { echo "A C compiler is missing: apt-get install gcc"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing: apt-get install python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "venv is missing: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os,sysconfig,sys; sys.exit(not os.path.exists(sysconfig.get_path("include")+"/Python.h"))' \
		|| { echo "Python.h is missing: apt-get install python3-dev"; exit 1; }

$(VENV)/ready: pyproject.toml locks/tools.txt locks/build.txt | needs
	@echo "== $(VENV): the dependencies, about a minute the first time"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade pip
	@$(BIN)/pip install -q --require-hashes -r locks/tools.txt
	@$(BIN)/pip install -q --require-hashes --no-deps --upgrade --target $(TOOLS) -r locks/build.txt
	@touch $@

$(VENV)/installed: $(SOURCES) $(VENV)/ready
	@echo "== building and installing hunch"
	@PYTHONPATH=$(abspath $(TOOLS)) $(BIN)/pip install -q --no-deps --no-build-isolation .
	@touch $@

$(VENV)/bench: $(VENV)/installed
	@echo "== the programs that the benchmarks compare with"
	@$(BIN)/python tools/wanted.py bench | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@touch $@
