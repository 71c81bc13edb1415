"""The search behaves as it did: a change changes the golden in the same commit, and says so."""
import subprocess
import sys

from tests.search.signature import GOLDEN, signature


def test_the_signature_is_the_golden_one() -> None:
    assert signature() == GOLDEN.read_text()


def test_another_process_gives_the_same_signature() -> None:
    code = "from tests.search.signature import signature; print(signature(), end='')"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == GOLDEN.read_text()
