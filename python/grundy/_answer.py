"""Answers: plain data with a picture for notebooks."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any


def _number(value: Any) -> int | None:
    """An integer of the JSON form, which writes large ones as strings."""
    return None if value is None else int(value)


@dataclass(frozen=True)
class Move:
    """A winning or drawing move.

    Attributes
    ----------
    text : str
        The move as the question's game writes it; in a sum with the number of its term and a
        ``/`` in front.
    term : int
        Index of its term, from 0.
    outcome : str
        ``"win"`` or ``"draw"``, for the player who makes it.
    leaves : int or None
        The nimber its term has after it.
    remoteness : int or None
        Plies to the end after it, in a game that can be drawn.
    """

    text: str
    term: int
    outcome: str
    leaves: int | None = None
    remoteness: int | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Term:
    """One game of a sum.

    Attributes
    ----------
    text : str
        The term in canonical form.
    nimber : int or None
        Its nimber.
    parts : tuple of (str, int or None)
        The sum it consists of: each part in words, and its nimber.
    notes : tuple of str
        The theorem or the idea behind the value.
    svg : str
        A picture of the board, with winning moves marked.
    """

    text: str
    nimber: int | None
    parts: tuple[tuple[str, int | None], ...]
    notes: tuple[str, ...]
    svg: str = field(repr=False, default="")

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Answer:
    """The answer to a question, for the player to move.

    It compares equal to an answer with the same fields, pickles, and shows itself as a picture
    in a notebook.

    Attributes
    ----------
    question : str
        The question in canonical form; asking it again gives the same answer.
    outcome : str or None
        ``"win"``, ``"loss"`` or ``"draw"``; None when a limit was hit first.
    nimber : int or None
        The nimber, where the game has one and it was found.
    remoteness : int or None
        Plies to the end under best play, in a game that can be drawn.
    moves : tuple of Move
        Winning moves, or drawing moves when none wins, in the order of the board.
    move_count : int or None
        How many there are; more than ``len(moves)`` when the list was cut short.
    move_sets : tuple of str
        Sets of winning moves in words, where a theorem gave them.
    terms : tuple of Term
        The games of the sum.
    method : str
        How it was found.
    nodes : int
        Positions worked through.
    limit : str or None
        The limit that was hit: ``"nodes"``, ``"memory"`` or ``"stopped"``.
    json : str
        The whole answer as the command line's ``--json`` writes it.
    """

    question: str
    outcome: str | None
    nimber: int | None
    remoteness: int | None
    moves: tuple[Move, ...]
    move_count: int | None
    move_sets: tuple[str, ...]
    terms: tuple[Term, ...]
    method: str
    nodes: int
    limit: str | None
    json: str = field(repr=False, compare=False, default="")

    @property
    def winning_moves(self) -> list[str]:
        """Texts of the moves that win; empty when none does."""
        return [move.text for move in self.moves if move.outcome == "win"]

    @property
    def drawing_moves(self) -> list[str]:
        """Texts of the moves that draw, when none wins."""
        return [move.text for move in self.moves if move.outcome == "draw"]

    def __str__(self) -> str:
        return f"{self.question}: {_verdict(self)}"

    def _repr_html_(self) -> str:
        parts = [f"<p><b>{html.escape(self.question)}</b>: {html.escape(_verdict(self))}</p>"]
        for term in self.terms:
            if len(self.terms) > 1:
                parts.append(f"<p>{html.escape(term.text)}: nimber {term.nimber}</p>")
            parts.append(f'<div style="max-width: 32em">{term.svg}</div>')
        if self.moves:
            kind = "winning" if self.moves[0].outcome == "win" else "drawing"
            shown = ", ".join(html.escape(move.text) for move in self.moves[:20])
            more = "" if self.move_count is not None and self.move_count <= 20 else ", ..."
            parts.append(f"<p>{kind} moves: {shown}{more}</p>")
        notes = [html.escape(note) for term in self.terms for note in term.notes]
        if notes:
            parts.append(f"<p><small>{'; '.join(notes)}; {html.escape(self.method)}</small></p>")
        return "\n".join(parts)


def _verdict(answer: Answer) -> str:
    words = {
        "win": "the player to move wins",
        "loss": "the player to move loses",
        "draw": "a draw",
        None: "unknown",
    }[answer.outcome]
    if answer.nimber is not None:
        words += f"; nimber {answer.nimber}"
    if answer.remoteness is not None:
        words += f"; {answer.remoteness} plies to the end"
    if answer.limit is not None:
        words += f"; limit reached: {answer.limit}"
    return words


def read(form: str, pictures: list[str]) -> Answer:
    """An answer from its JSON form."""
    data = json.loads(form)
    moves = tuple(
        Move(
            text=move["move"],
            term=move["term"] - 1,
            outcome=move["outcome"],
            leaves=_number(move.get("leaves")),
            remoteness=_number(move.get("remoteness")),
        )
        for move in data["moves"]
    )
    count = data["drawing_count"] if data["outcome"] == "draw" else data["winning_count"]
    terms = tuple(
        Term(
            text=term["text"],
            nimber=_number(term["nimber"]),
            parts=tuple((part["label"], _number(part["nimber"])) for part in term["parts"]),
            notes=tuple(term["notes"]),
            svg=svg,
        )
        for term, svg in zip(data["terms"], pictures, strict=True)
    )
    return Answer(
        question=data["question"],
        outcome=data["outcome"],
        nimber=_number(data["nimber"]),
        remoteness=_number(data["remoteness"]),
        moves=moves,
        move_count=_number(count),
        move_sets=tuple(data["winning_sets"]),
        terms=terms,
        method=data["method"],
        nodes=int(data["nodes"]),
        limit=data["limit"],
        json=form,
    )
