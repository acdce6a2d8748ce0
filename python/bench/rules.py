"""Kayles to n as a rules file, as a Python function, and as a brute force in plain Python.

    python python/bench/rules.py [n]

Every value is compared; times are of one run on one thread, and the ratios are what counts.
"""

import functools
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
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


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


if __name__ == "__main__":
    main()
