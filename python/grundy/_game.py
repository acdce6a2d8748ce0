"""Games of one's own: rules as a Python function or a Starlark file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Union

import numpy as np

from grundy import _ask, _grundy
from grundy._answer import Answer

Position = Union[int, str, tuple[Any, ...]]
"""An int, a str, or a tuple of positions."""

Sum = Union[Position, list[Any]]
"""A position, or a list of positions: their sum."""


class Game:
    """A game with rules of your own.

    Parameters
    ----------
    options : callable, str or path
        A function from a position to an iterable of options, each a position or a list of
        positions (a sum); it must give the same options every time. Or the path of a Starlark
        file that defines ``options`` and may define the rest; then no other parameter but
        ``name`` is taken.
    start : position or list, optional
        What is solved when no position is given.
    canonical : callable, optional
        From a position to one of the same value that stands for it; saves work and memory.
    stuck : callable, optional
        What the player gets who cannot move: ``"loss"`` (the usual), ``"draw"`` or ``"win"``.
        With it the game can be drawn: positions have outcomes and remoteness.
    show : callable, optional
        From a position to its picture in lines of text.
    parse : callable, optional
        From text to a position or a list, for positions given as questions write them.
    loopy : bool, optional
        Whether play may be endless.
    name : str, optional
        What questions and errors call the game.
    rules : str, optional
        The rules in words.

    Raises
    ------
    ParseError
        A Starlark file that cannot be read or run.
    TypeError
        ``options`` is neither a function nor a path.

    Examples
    --------
    >>> import grundy
    >>> game = grundy.Game(lambda n: [n - k for k in (1, 3, 4) if n >= k])
    >>> game.solve(12).nimber
    3
    >>> game.sequence(10)
    array([0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1], dtype=uint64)
    """

    def __init__(
        self,
        options: Callable[[Any], Iterable[Any]] | str | os.PathLike[str],
        *,
        start: Sum | None = None,
        canonical: Callable[[Any], Position] | None = None,
        stuck: Callable[[Any], str] | None = None,
        show: Callable[[Any], str] | None = None,
        parse: Callable[[str], Sum] | None = None,
        loopy: bool = False,
        name: str | None = None,
        rules: str = "",
    ) -> None:
        if callable(options):
            found = name or str(getattr(options, "__name__", "game"))
            self.name = _word(found)
            self.rules = rules or (getattr(options, "__doc__", None) or "")
            self._rules = _grundy.Rules.functions(
                f"@{self.name}", self.rules, options, start, canonical, stuck, show, parse, loopy
            )
        elif isinstance(options, (str, os.PathLike)):
            if any((start is not None, canonical, stuck, show, parse, loopy, rules)):
                raise TypeError("a file of rules says all about the game: give a name at most")
            path = Path(options)
            self._starlark(name or path.name, str(path), path.read_text(encoding="utf-8"))
        else:
            kind = type(options).__name__
            raise TypeError(f"options is a function or the path of a file, found {kind}")

    def _starlark(self, name: str, file: str, source: str) -> None:
        self.name = _word(name)
        self.rules = ""
        self._rules = _grundy.Rules.starlark(f"@{self.name}", file, source)

    @classmethod
    def from_source(cls, source: str, *, name: str = "rules") -> Game:
        """A game from the text of a Starlark file.

        Raises
        ------
        ParseError
            When the text cannot be read or run.
        """
        game = cls.__new__(cls)
        game._starlark(name, name, source)
        return game

    def question(self, *parts: Sum) -> str:
        """The question about a position: ``@name =position``. Several parts are a sum."""
        if not parts:
            return str(self)
        flat = [p for part in parts for p in (part if isinstance(part, list) else [part])]
        return f"{self} ={_grundy.write_position(flat)}"

    def solve(self, *parts: Sum, **settings: Any) -> Answer:
        """Solves a position, the sum of several, or without any the start of the rules.

        Parameters
        ----------
        *parts : position or list
            Numbers, strings and tuples are positions, a list is a sum.
        **settings
            As for :func:`grundy.solve`.

        Raises
        ------
        ParseError
            Starlark rules that fail: with the place in the rules.
        Exception
            What a Python function raises, as it is.
        """
        return _ask.solve(self.question(*parts), games=[self], **settings)

    def nimber(self, *parts: Sum, **settings: Any) -> int | None:
        """The nimber of a position or a sum; None where a limit was hit or the game can be drawn."""
        return self.solve(*parts, **settings).nimber

    def outcome(self, *parts: Sum, **settings: Any) -> str | None:
        """``"win"``, ``"loss"`` or ``"draw"`` for the player to move; None where a limit was hit."""
        return self.solve(*parts, **settings).outcome

    def sequence(self, n: int, **settings: Any) -> np.ndarray:
        """Nimbers of the positions 0 to n; see :func:`grundy.sequence`."""
        return _ask.sequence(str(self), n, games=[self], **settings)

    def table(self, rows: int | range, columns: int | range, **settings: Any) -> np.ndarray:
        """Nimbers of the positions (r, c); see :func:`grundy.table`."""
        return _ask.table(str(self), rows, columns, games=[self], **settings)

    def heap_code(self, to: int = 200) -> str | None:
        """The taking-and-breaking code whose options the rules have on the positions 0 to ``to``.

        Nothing is used in the place of the rules: ``grundy.sequence`` and ``grundy.period`` of
        the code are faster, and right as far as the options were compared.

        Parameters
        ----------
        to : int
            The last position whose options are compared, all of them.

        Returns
        -------
        str or None
            The code; None when no code fits.

        Examples
        --------
        >>> import grundy
        >>> game = grundy.Game(lambda n: [[a, n - a] for a in range(1, (n + 1) // 2)])
        >>> game.heap_code()
        '4!.0'
        """
        if to < 0:
            raise ValueError("to is at least 0")
        return _grundy.heap_code(self._rules, to)

    def __str__(self) -> str:
        return f"@{self.name}"

    def __repr__(self) -> str:
        return f"<grundy.Game {self.name}>"


def _word(name: str) -> str:
    """A name without blanks, so that it can stand in a question."""
    return "".join("_" if c.isspace() else c for c in name.strip("<>")) or "game"
