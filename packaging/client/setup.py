"""Builds `hunch.v1` from proto/ and `hunch.client` from client/ of this checkout."""
import os
import shutil
from pathlib import Path

import grpc_tools
from grpc_tools import protoc
from setuptools import setup

os.chdir(Path(__file__).parent)
ROOT = Path("../..")
MADE = Path("build/made/hunch")

shutil.rmtree("build", ignore_errors=True)
MADE.mkdir(parents=True)
shutil.copytree(ROOT / "client", MADE / "client", ignore=shutil.ignore_patterns("__pycache__"))
well_known = Path(grpc_tools.__file__).parent / "_proto"
sources = [str(path) for path in sorted((ROOT / "proto").rglob("*.proto"))]
outputs = [f"--{kind}_out={MADE.parent}" for kind in ("python", "pyi", "grpc_python")]
if protoc.main(["protoc", f"-I{ROOT / 'proto'}", f"-I{well_known}", *outputs, *sources]):
    raise SystemExit("protoc refused the files under proto/")
(MADE / "v1/__init__.py").touch()
setup(
    packages=["hunch.v1", "hunch.client"],
    package_dir={"hunch.v1": str(MADE / "v1"), "hunch.client": str(MADE / "client")},
    package_data={"*": ["*.pyi", "py.typed"]},
)
