"""Questions: what the functions of the package share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from grundy import _answer, _grundy
from grundy._answer import Answer
from grundy._errors import LimitError

if TYPE_CHECKING:
    from grundy._game import Game

Show = Literal["nimber", "outcome", "remoteness"]
"""What an array holds."""


def _limits(nodes: int | None, memory: int | None, time: float | None, threads: int) -> Any:
    return _grundy.Limits(nodes, memory, time, threads)


def solve(
    question: str,
    *,
    games: Sequence[Game] = (),
    method: str = "auto",
    moves: int = 1000,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> Answer:
    """Solves a question: who wins, the nimber, every winning move, and why.

    Parameters
    ----------
    question : str
        A game and a position, such as ``"kayles 7"``, or several with `` + `` between them: their
        sum. ``"@game.star 12"`` takes rules from a file.
    games : sequence of Game
        Games of your own that the question names as ``@name``.
    method : str
        ``"auto"``, ``"formula"``, ``"kernel"`` or ``"general"``.
    moves : int
        Most moves to list one by one; 0 lists all.
    nodes : int, optional
        Most positions to work through; 10**10 unless given.
    memory : int, optional
        Most bytes of tables; 2**30 unless given.
    time : float, optional
        Seconds after which to stop. A limit is no error: the answer then names it.
    threads : int
        Threads to use; rules that are Python functions use one.

    Returns
    -------
    Answer

    Raises
    ------
    ParseError
        A question or rules that cannot be read: with the place.
    KeyboardInterrupt
        Ctrl-C, at once, at any time.

    Examples
    --------
    >>> import grundy
    >>> answer = grundy.solve("nim 3 4 5")
    >>> answer.outcome, answer.nimber, answer.winning_moves
    ('win', 2, ['1:3>1'])
    """
    rules = [game._rules for game in games]
    limits = _limits(nodes, memory, time, threads)
    return _answer.read(*_grundy.solve(question, rules, method, moves, limits))


def _shown(game: str, found: Any, show: str) -> np.ndarray:
    """The array that was asked for."""
    nimbers, outcomes, remoteness, known, limit = found
    if show not in ("nimber", "outcome", "remoteness"):
        raise ValueError(f"show is 'nimber', 'outcome' or 'remoteness', found {show!r}")
    array: np.ndarray = {"nimber": nimbers, "outcome": outcomes, "remoteness": remoteness}[show]
    if limit is not None:
        raise LimitError(limit, array[:known])
    if show != "outcome" and known and bool(np.all(array == np.iinfo(np.uint64).max)):
        raise ValueError(f"{game} has no {show}: use show='outcome'")
    return array


def _heap(game: str) -> str:
    """A bare code, such as 0.77, is a heap game."""
    return f"heaps:{game}" if game[:1].isdigit() or game[:1] == "." else game


def sequence(
    game: str,
    n: int,
    *,
    games: Sequence[Game] = (),
    show: Show = "nimber",
    method: str = "auto",
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Values of a game's boards of sizes 0 to n.

    Parameters
    ----------
    game : str
        A heap game, such as ``"0.77"`` (an octal code), ``"heaps:4!.0"`` or ``"kayles"``, or
        another game with its size left open, such as ``"@game.star"``.
    n : int
        The largest size.
    show : str
        ``"nimber"``; ``"outcome"``: 1 a win, 0 a draw, -1 a loss; or ``"remoteness"`` in plies.
    games, method, nodes, memory, time, threads
        As for :func:`grundy.solve`.

    Returns
    -------
    numpy.ndarray
        Shape ``(n + 1,)``; uint64, or int8 for outcomes. No copy is made.

    Raises
    ------
    ParseError
        A game that cannot be read, or has no boards of one size.
    ValueError
        A game without nimbers.
    LimitError
        A limit; its ``done`` holds the values found.

    Examples
    --------
    >>> import grundy
    >>> grundy.sequence("kayles", 12)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype=uint64)
    """
    if n < 0:
        raise ValueError("n is at least 0")
    game = _heap(game)
    limits = _limits(nodes, memory, time, threads)
    if show == "nimber" and method == "auto" and not game.startswith("@"):
        found = _grundy.heap_sequence(game, n, limits)
        if found is not None:
            values, limit = found
            if len(values) <= n:
                raise LimitError(limit or "no value", values)
            return values
    rules = [own._rules for own in games]
    return _shown(game, _grundy.sequence(game, rules, n, method, limits), show)


def table(
    game: str,
    rows: int | range,
    columns: int | range,
    *,
    games: Sequence[Game] = (),
    show: Show = "nimber",
    method: str = "auto",
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> np.ndarray:
    """Values of a game's boards of two sizes.

    Parameters
    ----------
    game : str
        A game with its two sizes left open, such as ``"wythoff"`` or ``"@game.star"``, or a
        question with ``R`` and ``C`` for them, such as ``"cram RxC"``.
    rows, columns : int or range
        A range of sizes, step 1; a number n means 0 to n.
    show, games, method, nodes, memory, time, threads
        As for :func:`grundy.sequence`.

    Returns
    -------
    numpy.ndarray
        Shape ``(number of rows, number of columns)``. A cell without a value holds 2**64 - 1,
        or -2 for outcomes.

    Raises
    ------
    ParseError, ValueError, LimitError
        As for :func:`grundy.sequence`; ``done`` is flat, row by row.

    Examples
    --------
    >>> import grundy
    >>> grundy.table("wythoff", 2, 3)
    array([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5]], dtype=uint64)
    """
    ends = [_ends(rows, "rows"), _ends(columns, "columns")]
    limits = _limits(nodes, memory, time, threads)
    rules = [own._rules for own in games]
    found = _grundy.table(game, rules, ends[0], ends[1], method, limits)
    shape = tuple(last - first + 1 for first, last in ends)
    return _shown(game, found, show).reshape(shape)


def _ends(sizes: int | range, what: str) -> tuple[int, int]:
    sizes = sizes if isinstance(sizes, range) else range(sizes + 1)
    if len(sizes) == 0 or sizes.step != 1 or sizes[0] < 0:
        raise ValueError(f"{what} is a number of at least 0, or a range of sizes with step 1")
    return sizes[0], sizes[-1]


@dataclass(frozen=True)
class Period:
    """The period of the nimbers of a heap game.

    Attributes
    ----------
    code, kind : str
        The game, and the kind of heap where it has several.
    status : str
        ``"proved"``, ``"observed"`` (up to ``checked_to``, without proof) or ``"none"``.
    period, preperiod, saltus : int or None
        From heap ``preperiod`` on, g(n + period) = g(n) + saltus.
    theorem : str or None
        The theorem that proves it.
    checked_to : int
        The last heap that was looked at.
    exceptions : tuple of int
        Heaps before the period that do not follow it.
    largest, largest_at : int
        The largest nimber, and the first heap that has it.
    limit : str or None
        The limit that ended the search.
    """

    code: str
    kind: str
    status: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    theorem: str | None
    checked_to: int
    exceptions: tuple[int, ...]
    largest: int
    largest_at: int
    limit: str | None


def period(
    game: str,
    *,
    to: int = 1_000_000,
    kind: str | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    threads: int = 1,
) -> Period:
    """The period of the nimbers of a heap game, with the theorem that proves it.

    Parameters
    ----------
    game : str
        A heap game: ``"0.77"``, ``"heaps:4!.0"``, ``"kayles"``.
    to : int
        The last heap to look at.
    kind : str, optional
        The kind of heap, where there are several; the first unless given.
    nodes, memory, time, threads
        As for :func:`grundy.solve`.

    Raises
    ------
    ParseError
        A code that cannot be read.
    ValueError
        A game without heaps of that kind.

    Examples
    --------
    >>> import grundy
    >>> found = grundy.period("0.77")
    >>> found.period, found.preperiod, found.status
    (12, 71, 'proved')
    """
    limits = _limits(nodes, memory, time, threads)
    forms = [json.loads(form) for form in _grundy.period(_heap(game), to, limits)]
    chosen = [form for form in forms if kind is None or form["kind"] == kind]
    if not chosen:
        raise ValueError(f"the kinds of {game} are {', '.join(form['kind'] for form in forms)}")
    form = chosen[0]

    def number(name: str) -> int | None:
        return None if form[name] is None else int(form[name])

    return Period(
        code=form["code"],
        kind=form["kind"],
        status=form["status"],
        period=number("period"),
        preperiod=number("preperiod"),
        saltus=number("saltus"),
        theorem=form["theorem"],
        checked_to=int(form["checked_to"]),
        exceptions=tuple(int(n) for n in form["exceptions"]),
        largest=int(form["largest"]),
        largest_at=int(form["largest_at"]),
        limit=form["limit"],
    )
