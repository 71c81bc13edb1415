"""Builds the rooms as `hunch.*`: stubs from proto/, extension modules from every .pyx.

The folders lie at the root and the package is `hunch`, so Cython and mypy are shown the rooms under their import
names: build/view/hunch/<name> links to each. HUNCH_DEBUG=1 builds with promises checked and the sanitizers on.

Plain Python that every request passes is compiled as well, just as it stands: it means the same and takes a quarter
to a third less time. The interpreter's lock is handed over only in interpreted functions, so what goes through a whole
game or thousands of turns stays interpreted, or calls something that is.
"""
import os
from collections.abc import Sequence
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()
os.chdir(ROOT)
ROOMS = ("engines", "search", "server", "client")
DEBUG = os.environ.get("HUNCH_DEBUG") == "1"
AS_THEY_STAND = (
    "engines/wire.py", "engines/**/codec.py", "engines/**/names.py", "engines/comancheria/forms.py",
    "engines/comancheria/stack.py", "search/advice.py", "search/answer.py", "search/exact.py", "search/plan.py",
    "search/reading.py", "server/reading.py", "server/telling.py", "server/thinking.py",
)  # fmt: skip
VIEW = Path("build/view")
STUBS = Path("build/stubs")


def show_rooms() -> None:
    (VIEW / "hunch").mkdir(parents=True, exist_ok=True)
    rooms = {"v1": STUBS / "hunch/v1", **{room: Path(room) for room in ROOMS}}
    for name, folder in rooms.items():
        link, goal = VIEW / "hunch" / name, folder.resolve()
        if not link.is_symlink() or link.resolve() != goal:
            link.unlink(missing_ok=True)
            link.symlink_to(goal)


def write_stubs() -> None:
    """Python for the messages and services, made with the oldest protobuf we support: the newest reads it too."""
    sources = sorted(Path("proto").rglob("*.proto"))
    made = STUBS / "hunch/v1/made"
    if made.exists() and all(made.stat().st_mtime > source.stat().st_mtime for source in sources):
        return
    import grpc_tools
    from grpc_tools import protoc

    STUBS.mkdir(parents=True, exist_ok=True)
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    options = [f"--{kind}_out={STUBS}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", "-Iproto", f"-I{well_known}", *options, *map(str, sources)]):
        raise SystemExit("protoc refused the files under proto/")
    (STUBS / "hunch/v1/__init__.py").write_text('"""The wire, generated from proto/hunch/v1."""\n')
    made.touch()


def packages() -> dict[str, str]:
    found = {"hunch.v1": str(STUBS / "hunch/v1")}
    for room in ROOMS:
        for folder in [Path(room), *(path for path in sorted(Path(room).rglob("*")) if path.is_dir())]:
            if folder.name != "__pycache__":
                found["hunch." + ".".join(folder.parts)] = str(folder)
    return found


def compiled() -> list[Path]:
    """What is written in Cython."""
    rooms = (*ROOMS, "tests") if DEBUG else ROOMS
    return [path for room in rooms for path in sorted(Path(room).rglob("*.pyx"))]


def as_they_stand() -> list[Path]:
    """What is written in Python and compiled all the same; a debug build has it interpreted."""
    return [] if DEBUG else [path for pattern in AS_THEY_STAND for path in sorted(Path().glob(pattern))]


def extensions(sources: list[Path], more: Sequence[str]) -> list[Extension]:
    flags = ["-O3", "-ffp-contract=off"]        # the same figures on every machine; never -march=native
    links: list[str] = []
    macros: list[tuple[str, str | None]] = []
    flags += ["-Wno-unused-const-variable"]     # Cython writes down each member of an enum, used or not
    if DEBUG:
        checks = "address,undefined"
        flags = ["-O1", "-g", "-ffp-contract=off", "-fno-omit-frame-pointer"]
        flags += ["-fno-wrapv"]                 # Python's own flags make signed overflow wrap round, unseen
        flags += [f"-fsanitize={checks}", "-fno-sanitize-recover=all"]
        links, macros = [f"-fsanitize={checks}"], [("HUNCH_DEBUG", "1")]
    flags += more
    return [
        Extension(name_of(path), [str(path)], extra_compile_args=flags, extra_link_args=links, define_macros=macros)
        for path in sources
    ]


def name_of(path: Path) -> str:
    return "hunch." + ".".join(path.with_suffix("").parts)


def made(sources: list[Path], more: Sequence[str] = (), **directives: bool) -> list[Extension]:
    """C of some sources, and how to compile it."""
    found: list[Extension] = cythonize(
        extensions(sources, more),
        include_path=[str(VIEW)],
        build_dir="build/debug/c" if DEBUG else "build/c",
        nthreads=os.cpu_count() or 1,
        annotate=os.environ.get("HUNCH_ANNOTATE") == "1",
        compiler_directives={"language_level": 3, "embedsignature": False, **directives},
    )
    return found


class Build(build_ext):
    """Compiles on all cores unless told otherwise."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


show_rooms()
write_stubs()
setup(
    packages=list(packages()),
    package_dir=packages(),
    cmdclass={"build_ext": Build},
    ext_modules=[
        *made(compiled(), boundscheck=DEBUG, wraparound=False, initializedcheck=False, cdivision=True),
        # Much code, so that more of it is no gain; and a type is what mypy has checked, no conversion.
        *made(as_they_stand(), ["-O2", "-g0"], annotation_typing=False),
    ],
)
