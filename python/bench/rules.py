"""Kayles to n as a rules file, as a Python function, and as a brute force in plain Python; and a
sequence of ten million heaps against the command.

    GRUNDY=target/release/grundy python python/bench/rules.py [n]

Every value is compared. Times are processor time of one run on one thread, and the ratios are what
counts. Without GRUNDY the command is left out.
"""

import functools
import io
import os
import resource
import subprocess
import sys
import time

import numpy as np

import grundy

RULES = """
def options(n):
    return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1)]
"""


def options(n):
    return [[a, n - k - a] for k in (1, 2) for a in range((n - k) // 2 + 1)]


@functools.lru_cache(None)
def nimber(n):
    found = set()
    for option in options(n):
        value = 0
        for part in option:
            value ^= nimber(part)
        found.add(value)
    least = 0
    while least in found:
        least += 1
    return least


def timed(work):
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def command(*words):
    """What the command prints, and its processor time."""

    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = spent()
    printed = subprocess.run([os.environ["GRUNDY"], *words], check=True, capture_output=True).stdout
    return printed, spent() - start


def main():
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    plain, plain_time = timed(lambda: [nimber(n) for n in range(last + 1)])
    starlark, starlark_time = timed(lambda: grundy.Game.from_source(RULES).sequence(last))
    function, function_time = timed(lambda: grundy.Game(options).sequence(last))
    known, known_time = timed(lambda: grundy.sequence("kayles", last))
    for values in (starlark, function, known):
        assert np.array_equal(values, np.array(plain, dtype=np.uint64))
    print(f"Kayles, positions 0 to {last}:")
    for name, seconds in [
        ("plain Python with lru_cache", plain_time),
        ("Python function", function_time),
        ("Starlark file", starlark_time),
        ("the heap engine", known_time),
    ]:
        print(f"  {name:28} {seconds:8.3f} s   {plain_time / seconds:8.2f} x")

    game = grundy.Game.from_source(RULES)
    code, code_time = timed(lambda: game.heap_code(last))
    assert code == "0.77"
    print(f"  all its options those of {code:4} {code_time:8.3f} s")

    heaps, heaps_time = timed(lambda: grundy.sequence("0.106", 10**7))
    print("0.106, heaps 0 to 10^7:")
    print(f"  grundy.sequence              {heaps_time:8.3f} s")
    if "GRUNDY" in os.environ:
        printed, command_time = command("sequence", "heaps:0.106", "--to", "10^7", "--format", "npy")
        assert np.array_equal(np.load(io.BytesIO(printed)), heaps)
        print(f"  grundy sequence --format npy {command_time:8.3f} s   {command_time / heaps_time:8.2f} x")


if __name__ == "__main__":
    main()
