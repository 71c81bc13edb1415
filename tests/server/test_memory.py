"""What a search took goes back to the system when it ends, and the stack is there from the start."""

import subprocess
import sys

from hunch.engines import GAMES
from tests.support.positions import some_request

SEARCHES = """
import threading
from pathlib import Path
from hunch.search.advice import Limits, Search
from hunch.server import requests
from hunch.server.observability.memory import give_back
from hunch.server.steps import finish
from loadtest.positions import deck

def resident_kib():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("VmRSS"))

most, asker = 0, finish(requests.viewpoint(deck(games=["tomahawk"], each=1).moments[0].asks, {}))

def search(iterations):
    global most
    kept = Search(asker.view, asker.seat, Limits(iterations, 0, 48), seed=1)
    kept.run()
    most = max(most, resident_kib())

def done(iterations):
    thread = threading.Thread(target=search, args=(iterations,))
    thread.start()
    thread.join()
    return resident_kib()

give_back()
before = done(1)
after = [done(24_000) for _ in range(4)][-1]
print(most - before, after - before)
"""

READING = """
import sys
from pathlib import Path
from hunch.engines import GAMES
from hunch.engines.registry import load_parts
from hunch.server import requests
from hunch.server.config import Config
from hunch.server.observability.memory import grow_stack
from hunch.server.steps import finish
from hunch.v1 import opponent_pb2

def stack_kib():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith("VmStk"))

for name in GAMES:
    load_parts(name)
grow_stack()
before = stack_kib()
for line in sys.stdin:
    request = opponent_pb2.SuggestMoveRequest.FromString(bytes.fromhex(line))
    finish(requests.move_question(request, "", {}, Config()))
print(before, stack_kib())
"""


def test_reading_positions_needs_no_more_stack_than_there_is_from_the_start():
    asked = "\n".join(some_request(name).SerializeToString().hex() for name in GAMES)
    run = subprocess.run([sys.executable, "-c", READING], input=asked, capture_output=True, text=True, check=True)
    before, after = map(int, run.stdout.split())
    assert after == before


def test_searches_one_after_the_other_leave_little_behind():
    output = subprocess.run([sys.executable, "-c", SEARCHES], capture_output=True, text=True, check=True).stdout
    taken, left = map(int, output.split())
    assert taken > 4 * 1024
    assert left < 3 * 1024
