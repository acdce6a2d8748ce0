"""The native part; the package's functions are its documentation."""

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Limits",
    "Rules",
    "games",
    "heap_code",
    "heap_sequence",
    "period",
    "sequence",
    "solve",
    "table",
    "write_position",
]

@final
class Limits:
    def __new__(
        cls, nodes: int | None, memory: int | None, time: float | None, threads: int
    ) -> Limits: ...

@final
class Rules:
    @staticmethod
    def starlark(name: str, file: str, source: str) -> Rules: ...
    @staticmethod
    def functions(
        name: str,
        words: str,
        options: Callable[[Any], Any],
        start: Any,
        canonical: Callable[[Any], Any] | None,
        stuck: Callable[[Any], str] | None,
        show: Callable[[Any], str] | None,
        parse: Callable[[str], Any] | None,
        loopy: bool,
    ) -> Rules: ...

def solve(
    question: str, rules: list[Rules], method: str, moves: int, limits: Limits
) -> tuple[str, list[str]]: ...

_Arrays = tuple[NDArray[np.uint64], NDArray[np.int8], NDArray[np.uint64], int, str | None]

def heap_sequence(
    game: str, last: int, limits: Limits
) -> tuple[NDArray[np.uint64], str | None] | None: ...
def heap_code(rules: Rules, last: int) -> str | None: ...
def period(game: str, last: int, limits: Limits) -> list[str]: ...
def sequence(
    game: str, rules: list[Rules], last: int, method: str, limits: Limits
) -> _Arrays: ...
def table(
    game: str,
    rules: list[Rules],
    rows: tuple[int, int],
    columns: tuple[int, int],
    method: str,
    limits: Limits,
) -> _Arrays: ...
def games() -> list[tuple[str, str, str, str, str, list[tuple[str, str]], str]]: ...
def write_position(position: Any) -> str: ...
