"""Exceptions of the package."""

from __future__ import annotations

import numpy as np


class ParseError(ValueError):
    """Text that could not be read: a question, or a file of rules.

    Attributes
    ----------
    expected, found : str
        What was expected at the place, and what stands there.
    help : str or None
        How to mend it.
    name : str
        What the text is called: ``question``, or a file name.
    source : str
        The whole text.
    offset, end : int
        The characters ``source[offset:end]`` are what the error is about.
    line, column : int
        The place, both from 1.
    """

    def __init__(
        self,
        expected: str,
        found: str,
        help: str | None,
        name: str,
        source: str,
        offset: int,
        end: int,
        line: int,
        column: int,
    ) -> None:
        super().__init__(expected, found, help, name, source, offset, end, line, column)
        self.expected = expected
        self.found = found
        self.help = help
        self.name = name
        self.source = source
        self.offset = offset
        self.end = end
        self.line = line
        self.column = column

    def __str__(self) -> str:
        lines = self.source.splitlines()
        text = lines[self.line - 1] if self.line <= len(lines) else ""
        width = max(1, min(self.end - self.offset, len(text) - self.column + 1))
        shown = [
            f"expected {self.expected}, found {self.found}",
            f" --> {self.name}, line {self.line}, column {self.column}",
            f"  | {text}",
            f"  | {' ' * (self.column - 1)}{'^' * width}",
        ]
        if self.help:
            shown.append(f"help: {self.help}")
        return "\n".join(shown)


class LimitError(RuntimeError):
    """A limit ended the work where nothing less than the whole answer is of use.

    Attributes
    ----------
    limit : str
        The limit in words.
    done : numpy.ndarray or None
        The values found before, from the first on.
    """

    def __init__(self, limit: str, done: np.ndarray | None = None) -> None:
        super().__init__(limit, done)
        self.limit = limit
        self.done = done

    def __str__(self) -> str:
        return f"limit reached: {self.limit}"
