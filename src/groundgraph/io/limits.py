"""How much one row, and one compressed file, may ask of the machine."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.io.nesting import DEEPEST, MOST_NESTED
from groundgraph.types.conversations import as_script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.types import Example

_MARKS = re.compile(r"[.!?…。！？]+|\n|[0-9]+")
_DATA = re.compile(r"[{\[]")
_VALUE = re.compile(r"([0-9][0-9_,]{0,20})([kMG]?)")
FACTORS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
"""What a number is multiplied by for the letter that it ends in."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is still read; a row beyond it is an error row, a file beyond it an error.

    With these the default detector judges any one row in about 1 GiB of memory.

    Attributes:
        row_bytes: Bytes of one row, as it stands in the file.
        unfolded_bytes: Bytes that a gzip file may unfold to, and that ``source_info.jsonl`` may
            have, which is kept in memory. A plain file of rows may be of any size.
        nesting: Objects and arrays of a row that may stand one within the other, at most 400.
        passages: Passages of one row.
        passage_chars: Characters (code points) of one passage.
        answer_chars: Characters of an answer, and of a question.
        sentences: Sentences and numbers of all passages, counted as for ``pairs``. Detectors read
            each of them, however little the answer says.
        pairs: Sentences and numbers of the answer times those of the passages, counted by their
            marks: stops, line ends, digits in a row and, in data, commas. Detectors compare each
            with each.

    Raises:
        InputError: When a limit is below 1, or ``nesting`` above 400.
    """

    row_bytes: int = 4_000_000
    unfolded_bytes: int = 1_000_000_000
    nesting: int = MOST_NESTED
    passages: int = 1_000
    passage_chars: int = 1_000_000
    answer_chars: int = 50_000
    sentences: int = 200_000
    pairs: int = 20_000_000

    def __post_init__(self) -> None:
        for name in names():
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise InputError(f"the limit {name} is {value!r}, expected a whole number >= 1")
        if self.nesting > DEEPEST:
            raise InputError(f"the limit nesting is {self.nesting:,}, expected at most {DEEPEST}")

    def check(self, example: Example) -> None:
        """Make sure that what a row holds is within the limits.

        Raises:
            InputError: When it is not; says what was found, the limit and how to raise it.
        """
        self._within("passages", len(example.passages), "the row has {:,} passages", "passages")
        for number, passage in enumerate(example.passages, 1):
            found = f"passage {number} has {{:,}} characters"
            self._within("passage_chars", len(passage.text), found, "passages")
        for name, text in (("answer", example.answer), ("question", as_script(example.question))):
            found = f"the {name} has {{:,}} characters"
            self._within("answer_chars", len(text), found, name)
        own, shown = parts_of(example)
        found = "the passages have {:,} sentences and numbers"
        self._within("sentences", shown, found, "passages")
        found = "the answer and the passages have {:,} pairs of a sentence with a sentence"
        self._within("pairs", own * shown, found, "passages")

    def check_row(self, raw: bytes) -> None:
        """Make sure that the bytes of a row are within the limit.

        Raises:
            InputError: When they are not.
        """
        if len(raw) > self.row_bytes:
            raise self.exceeded("row_bytes", f"the row has more than {self.row_bytes:,} bytes")

    def check_unfolded(self, size: int, line: int) -> None:
        """Make sure that a gzip file has not unfolded to more than the limit so far.

        Raises:
            InputError: When it has; without a line, since no row is at fault.
        """
        if size > self.unfolded_bytes:
            found = f"the gzip file unfolds to more than {self.unfolded_bytes:,} bytes"
            raise self.exceeded("unfolded_bytes", f"line {line}: {found}")

    def check_kept(self, size: int) -> None:
        """Make sure that the bytes of a file that is kept in memory are within the limit.

        Raises:
            InputError: When they are not.
        """
        self._within("unfolded_bytes", size, "the file, which is kept in memory, has {:,} bytes")

    def exceeded(self, name: str, found: str, field: str | None = None) -> InputError:
        """Return the error that says what was found, which limit that is over, and what to do."""
        most = getattr(self, name)
        return InputError(
            f"{found}, and the limit {name} is {most:,}; shorten the input, or raise the limit "
            f"with --limit {name}=NUMBER (in Python: Limits({name}=NUMBER))",
            field=field,
        )

    def _within(self, name: str, count: int, found: str, field: str | None = None) -> None:
        if count > getattr(self, name):
            raise self.exceeded(name, found.format(count), field)


def names() -> list[str]:
    """Return the names of the limits."""
    return [field.name for field in fields(Limits)]


DEFAULT = Limits()


def limits_from(settings: Iterable[str]) -> Limits:
    """Read limits from "NAME=NUMBER", where the number may end in k, M or G; the last one counts.

    >>> limits_from(["row_bytes=2M", "nesting=50"]).row_bytes
    2000000

    Raises:
        InputError: When a name is unknown or a value is no number.
    """
    return Limits(**dict(map(_setting, settings)))


def _setting(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    found = _VALUE.fullmatch(value.strip())
    if name not in names() or found is None:
        raise InputError(
            f"found the limit {text!r}, expected NAME=NUMBER, such as row_bytes=32M, where NAME is "
            f"one of {', '.join(f'{name} ({getattr(DEFAULT, name):,})' for name in names())}"
        )
    digits = found[1].replace("_", "").replace(",", "")
    return name, int(digits) * FACTORS[found[2]]


def parts_of(example: Example) -> tuple[int, int]:
    """Count sentences and numbers of an answer, and of its passages, by their marks."""
    return _parts(example.answer), sum(_parts(each.text) for each in example.passages)


def _parts(text: str) -> int:
    data = text.count(",") if _DATA.search(text) else 0
    return sum(1 for _ in _MARKS.finditer(text)) + data + 1
