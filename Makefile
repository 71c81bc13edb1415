# The commands of this project; `make help`, the default, lists them.
PYTHON ?= python3
VENV   ?= .venv
LISTEN ?= 127.0.0.1:50051
MINUTES ?= 4
BIN    := $(VENV)/bin
TOOLS  := build/tools
SOURCES := pyproject.toml setup.py $(shell find engines search server cli client proto -type f \
	! -name '*.so' ! -name '*.pyc' 2>/dev/null)
LIB    := lib.$(shell $(PYTHON) -c 'import sysconfig,sys; print(sysconfig.get_platform()+"-"+sys.implementation.cache_tag)' 2>/dev/null)
ASAN    = $(shell $(CC) -print-file-name=libasan.so 2>/dev/null)
SANITIZED = LD_PRELOAD=$(ASAN) ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:quarantine_size_mb=8 PYTHONMALLOC=malloc
EVERY_CORE = -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help serve test test-debug test-long test-lowest lint bench loadtest soak build goldens cases clean needs

help:  ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/installed  ## set up if needed, then serve on LISTEN (127.0.0.1:50051)
	@exec $(BIN)/hunch serve --listen $(LISTEN)

test: $(VENV)/installed  ## set up if needed, then run the tests on the installed package
	@echo "== tests"
	@$(BIN)/python -m pytest $(EVERY_CORE) -m "not long"

lint: $(VENV)/installed  ## ruff, cython-lint, mypy --strict, buf lint, buf breaking against each release
	@echo "== ruff";        $(BIN)/ruff check .
	@echo "== cython-lint"; PATH="$(abspath $(BIN)):$$PATH" cython-lint --max-line-length 120 engines search tests
	@echo "== mypy";        $(BIN)/mypy
	@echo "== buf";         $(BIN)/buf lint
	@for image in tests/releases/*/proto.binpb; do $(BIN)/buf breaking --against $$image || exit 1; done

test-debug: $(VENV)/installed  ## engines and search with asserts, bounds checks, address and undefined-behaviour sanitizers
	@echo "== debug build"
	@HUNCH_DEBUG=1 PYTHONPATH=$(TOOLS) $(BIN)/python setup.py -q build --build-base build/debug
	@echo "== tests under the sanitizers"
	@$(SANITIZED) PYTHONPATH=build/debug/$(LIB) $(BIN)/python -m pytest --capture=sys $(EVERY_CORE) -m "not long" \
		tests/engines tests/search tests/debug

test-long: $(VENV)/installed  ## the millions and the soaks; hours
	@$(BIN)/python -m pytest -m long -o faulthandler_timeout=0

test-lowest: needs  ## the tests with the lowest versions that pyproject.toml allows
	@echo "== lowest versions, in build/lowest"
	@$(PYTHON) -m venv build/lowest
	@build/lowest/bin/python tools/lowest.py > build/lowest.txt
	@build/lowest/bin/pip install -q -c build/lowest.txt ".[test]"
	@build/lowest/bin/python -m pytest $(EVERY_CORE) -m "not long"

bench: $(VENV)/bench  ## speed beside OpenSpiel, one table
	@$(BIN)/python -m bench.speed

loadtest: $(VENV)/load  ## every mix of load against a server on one core; the report is in loadtest/report; MINUTES=4
	@$(BIN)/python -m loadtest.run --minutes $(MINUTES)

soak: $(VENV)/load  ## mixed load for MINUTES; fails when memory, descriptors or latency grow
	@$(BIN)/python -m loadtest.soak --minutes $(MINUTES)

build: $(VENV)/ready  ## compile into build/dev, only what changed; run with PYTHONPATH=build/dev/lib.*
	@PYTHONPATH=$(TOOLS) $(BIN)/python setup.py -q build --build-base build/dev

goldens: $(VENV)/installed  ## write the goldens anew; review the difference like code
	@$(BIN)/python -m tools.write_goldens

cases:  ## write the files of rule cases in their dense form
	@$(PYTHON) -m tools.write_cases

$(VENV)/load: $(VENV)/installed
	@echo "== what the load comes from"
	@$(BIN)/python tools/wanted.py load | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@touch $@

clean:  ## remove everything that was made
	rm -rf build dist hunch.egg-info packaging/client/build loadtest/report .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	cd examples/typescript && rm -rf node_modules made out package-lock.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

needs:
	@command -v $(CC) >/dev/null || { echo "A C compiler is missing: apt-get install gcc"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing: apt-get install python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "venv is missing: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os,sysconfig,sys; sys.exit(not os.path.exists(sysconfig.get_path("include")+"/Python.h"))' \
		|| { echo "Python.h is missing: apt-get install python3-dev"; exit 1; }

$(VENV)/ready: pyproject.toml | needs
	@echo "== $(VENV): the dependencies, about a minute the first time"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade pip
	@$(BIN)/python tools/wanted.py test dev | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@$(BIN)/pip install -q --no-deps --upgrade --target $(TOOLS) "$$($(BIN)/python tools/wanted.py build | grep grpcio-tools)"
	@touch $@

$(VENV)/installed: $(SOURCES) $(VENV)/ready
	@echo "== building and installing hunch"
	@$(BIN)/pip install -q --no-deps .
	@touch $@

$(VENV)/bench: $(VENV)/installed
	@echo "== what the benchmarks compare with"
	@$(BIN)/python tools/wanted.py bench | tr "\n" "\0" | xargs -0 $(BIN)/pip install -q
	@touch $@
