"""Builds the rooms as `hunch.*`: stubs from proto/, extension modules from every .pyx.

The folders lie at the root and the package is `hunch`. So Cython and mypy see the rooms under their import names,
through links: build/view/hunch/<name> points to each, beside a link to the package's own `__init__.py`.
HUNCH_DEBUG=1 builds with assertions and sanitizers.

The page is built by Node into web/dist, if it has changed. Without Node or npm the package is built without the page.
HUNCH_PAGE=require fails then, for packages that are released. HUNCH_PAGE=off builds no page.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent.resolve()
os.chdir(ROOT)
ROOMS = ("engines", "search", "agents", "server", "cli", "client")
DEBUG = os.environ.get("HUNCH_DEBUG") == "1"
PACKAGE = Path("packaging/hunch")
"""What `hunch` itself is. Not in `hunch/` at the root, where it would be imported in place of the build."""
VIEW = Path("build/view")
PAGES = Path("docs/games")
"""The pages of the games: package data of `hunch.pages`, so that an installed `hunch rules` shows them."""
BUILT_PAGE = Path("web/dist")
"""The page, as Node builds it: package data of `hunch.page`."""
STUBS = Path("build/stubs")


def show_rooms() -> None:
    (VIEW / "hunch").mkdir(parents=True, exist_ok=True)
    rooms = {"v1": STUBS / "hunch/v1", **{room: Path(room) for room in ROOMS}}
    for name, source in {"__init__.py": PACKAGE / "__init__.py", **rooms}.items():
        link, goal = VIEW / "hunch" / name, source.resolve()
        if not link.is_symlink() or link.resolve() != goal:
            link.unlink(missing_ok=True)
            link.symlink_to(goal)


def write_stubs() -> None:
    """Generates Python for messages and services with the oldest protobuf we support; the newest can use it too."""
    sources = sorted(Path("proto").rglob("*.proto"))
    made = STUBS / "hunch/v1/made"
    if made.exists() and all(made.stat().st_mtime > source.stat().st_mtime for source in sources):
        return
    import grpc_tools
    from grpc_tools import protoc

    well_known = Path(grpc_tools.__file__).parent / "_proto"
    options = [f"--{kind}_out={STUBS}" for kind in ("python", "pyi", "grpc_python")]
    options += [f"--descriptor_set_out={STUBS}/hunch/v1/described.binpb", "--include_source_info"]  # for OpenAPI
    (STUBS / "hunch/v1").mkdir(parents=True, exist_ok=True)
    if protoc.main(["protoc", "-Iproto", f"-I{well_known}", *options, *map(str, sources)]):
        raise SystemExit("protoc refused the files under proto/")
    (STUBS / "hunch/v1/__init__.py").write_text('"""The wire, generated from proto/hunch/v1."""\n')
    made.touch()


def packages() -> dict[str, str]:
    found = {"hunch": str(PACKAGE), "hunch.v1": str(STUBS / "hunch/v1")}
    for room in ROOMS:
        for folder in [Path(room), *(path for path in sorted(Path(room).rglob("*")) if path.is_dir())]:
            if folder.name != "__pycache__":
                found["hunch." + ".".join(folder.parts)] = str(folder)
    found["hunch.pages"] = str(PAGES)
    return found


def extensions() -> list[Extension]:
    flags = ["-O3", "-ffp-contract=off"]  # equal results on every machine, so never -march=native
    links: list[str] = []
    macros: list[tuple[str, str | None]] = []
    flags += ["-Wno-unused-const-variable"]  # Cython emits each member of an enum, used or not
    if DEBUG:
        checks = "address,undefined"
        flags = ["-O1", "-g", "-ffp-contract=off", "-fno-omit-frame-pointer"]
        flags += ["-fno-wrapv"]  # Python's own flags hide signed overflow from the sanitizer
        flags += [f"-fsanitize={checks}", "-fno-sanitize-recover=all"]
        links, macros = [f"-fsanitize={checks}"], [("HUNCH_DEBUG", "1")]
    sources = [path for room in ROOMS for path in sorted(Path(room).rglob("*.pyx"))]
    if DEBUG:
        sources += sorted(Path("tests").rglob("*.pyx"))
    return [
        Extension(name_of(path), [str(path)], extra_compile_args=flags, extra_link_args=links, define_macros=macros)
        for path in sources
    ]


def name_of(path: Path) -> str:
    return "hunch." + ".".join(path.with_suffix("").parts)


class Build(build_ext):
    """Compiles on all cores by default, and removes extension modules without a source."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        made = {Path(self.build_lib, self.get_ext_filename(one.name)) for one in self.extensions}
        for left in set(Path(self.build_lib).rglob("*.so")) - made:
            left.unlink()  # it would be imported instead of a Python file of that name
        super().run()


def has_page() -> bool:
    """Brings the page up to date, and returns whether that worked."""
    wish = os.environ.get("HUNCH_PAGE")
    made = wish != "off" and subprocess.run([sys.executable, "tools/build_page.py"]).returncode == 0
    if not made and wish == "require":
        raise SystemExit("HUNCH_PAGE=require: a package without the page must not be made")
    return made


class Copy(build_py):
    """Copies the built page too, and removes what an earlier one left, as names of its files change."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        goal = Path(self.build_lib, "hunch", "page")
        shutil.rmtree(goal, ignore_errors=True)
        if has_page():
            shutil.copytree(BUILT_PAGE, goal)


class Archive(sdist):
    """A source archive holds the built page, so that it can be installed without Node."""

    def run(self) -> None:
        has_page()
        super().run()


show_rooms()
write_stubs()
setup(
    packages=list(packages()),
    package_dir=packages(),
    cmdclass={"build_ext": Build, "build_py": Copy, "sdist": Archive},
    ext_modules=cythonize(
        extensions(),
        include_path=[str(VIEW)],
        build_dir="build/debug/c" if DEBUG else "build/c",
        nthreads=os.cpu_count() or 1,
        annotate=os.environ.get("HUNCH_ANNOTATE") == "1",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "embedsignature": False,
        },
    ),
)
