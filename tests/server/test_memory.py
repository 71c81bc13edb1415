"""What a search took goes back to the system when it ends."""

import subprocess
import sys

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
after = [done(12_000) for _ in range(4)][-1]
print(most - before, after - before)
"""


def test_searches_one_after_the_other_leave_little_behind():
    output = subprocess.run([sys.executable, "-c", SEARCHES], capture_output=True, text=True, check=True).stdout
    taken, left = map(int, output.split())
    assert taken > 4 * 1024
    assert left < 3 * 1024
