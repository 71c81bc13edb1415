"""The search behaves as it did: a change changes the golden in the same commit, and says so."""

import os
import subprocess
import sys

from tests.support.signature import GOLDEN, signature


def test_the_signature_is_the_golden_one() -> None:
    assert signature() == GOLDEN.read_text()


def test_a_process_on_an_older_processor_gives_the_same_signature() -> None:
    code = "from tests.support.signature import signature; print(signature(), end='')"
    older = os.environ | {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=older)
    assert found.stdout == GOLDEN.read_text()
