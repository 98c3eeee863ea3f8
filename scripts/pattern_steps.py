"""A matcher of regular expressions that counts its steps, for `check_patterns`.

Python's `re` backtracks and does not tell how far. This matcher tries the same alternatives in the
same order and finds the same matches, which tests/test_patterns.py holds it to, and it counts every
instruction; a count is the same on every machine.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if sys.version_info >= (3, 11):
    from re import _constants as codes
    from re import _parser as parser
else:
    import sre_constants as codes
    import sre_parse as parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Mode = Literal["search", "match", "fullmatch"]
_MOST_STEPS = 2_000_000
_Way = tuple[int, int, tuple[tuple[int, int], ...]]
"""The next instruction, the place in the text, and the places that loops have kept."""


class UnknownPartError(Exception):
    """A part of a pattern that the matcher does not know, such as a back-reference."""


class TooManyStepsError(Exception):
    """The matcher gave up."""


class Step(NamedTuple):
    """One instruction.

    Attributes:
        kind: "char" reads one character; "split" tries ``to`` and then ``other``; "jump" goes to
            ``to``; "at" needs a place; "look" needs, or with ``negated`` must not have, a match of
            ``inside``; "mark" keeps the place, and "moved" goes to ``to`` if it is still there.
        test: What the character must fulfil.
        to: Where to go.
        other: Where to go if that fails; of "mark" and "moved" the number of the loop.
        place: The kind of place, a code of the parser.
        inside: The program of a look-around.
        back: How far behind it begins, 0 for one that looks ahead.
        negated: Whether it must not match.
    """

    kind: str
    test: Callable[[str], bool] | None = None
    to: int = 0
    other: int = 0
    place: Any = None
    inside: tuple[Step, ...] = ()
    back: int = 0
    negated: bool = False


@dataclass
class Program:
    """A compiled pattern.

    Attributes:
        flags: Those of `re`.
        steps: Its instructions; the last is "match".
        examples: Characters that stand in the pattern, and the neighbours of its ranges.
        largest: The largest finite number of repetitions.
        loops: How many unbounded repetitions it has.
    """

    flags: int
    steps: list[Step] = field(default_factory=list)
    examples: set[str] = field(default_factory=set)
    largest: int = 1
    loops: int = 0

    def add(self, step: Step) -> int:
        """Add an instruction and return its number."""
        self.steps.append(step)
        return len(self.steps) - 1


def compiled(pattern: str | bytes, flags: int = 0) -> Program:
    """Compile a pattern; bytes are read as Latin-1 text.

    Raises:
        UnknownPartError: When it holds a back-reference or a condition.
    """
    if isinstance(pattern, bytes):
        pattern, flags = pattern.decode("latin-1"), flags | re.ASCII
    parsed = parser.parse(pattern, flags)
    program = Program(parsed.state.flags)
    _sequence(program, parsed, parsed.state.flags)
    program.add(Step("match"))
    return program


def _sequence(program: Program, parsed: Any, flags: int) -> None:
    for code, argument in parsed:
        if code in _PARTS:
            _PARTS[code](program, code, argument, flags)
        elif code in (codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN):
            test = _test(program, code, argument, flags)
            program.add(Step("char", test))
        else:
            raise UnknownPartError(str(code))


def _group(program: Program, _code: Any, argument: Any, flags: int) -> None:
    _, added, removed, inside = argument
    _sequence(program, inside, (flags | added) & ~removed)


def _branch(program: Program, _code: Any, argument: Any, flags: int) -> None:
    *others, last = argument[1]
    ends = []
    for other in others:
        split = program.add(Step("split"))
        _sequence(program, other, flags)
        ends.append(program.add(Step("jump")))
        program.steps[split] = Step("split", to=split + 1, other=len(program.steps))
    _sequence(program, last, flags)
    for end in ends:
        program.steps[end] = Step("jump", to=len(program.steps))


def _repeat(program: Program, code: Any, argument: Any, flags: int) -> None:
    least, most, inside = argument
    for _ in range(least):
        _sequence(program, inside, flags)
    greedy = code is codes.MAX_REPEAT
    if most is codes.MAXREPEAT:
        rounds = [_round(program, inside, flags)]
        program.add(Step("jump", to=rounds[0][0]))
    else:
        program.largest = max(program.largest, most)
        rounds = [_round(program, inside, flags) for _ in range(most - least)]
    behind = len(program.steps)
    for split, moved in rounds:
        program.steps[split] = _split(split + 1, behind, greedy)
        if moved is not None:  # behind a round that read nothing comes what follows the loop
            program.steps[moved] = program.steps[moved]._replace(to=behind)


def _round(program: Program, inside: Any, flags: int) -> tuple[int, int | None]:
    """Add what may be repeated; return its "split", and its "moved" if it can read nothing."""
    split = program.add(Step("split"))
    if inside.getwidth()[0] > 0:
        _sequence(program, inside, flags)
        return split, None
    loop = program.loops
    program.loops += 1
    program.add(Step("mark", other=loop))
    _sequence(program, inside, flags)
    return split, program.add(Step("moved", other=loop))


def _split(inside: int, behind: int, greedy: bool) -> Step:
    first, second = (inside, behind) if greedy else (behind, inside)
    return Step("split", to=first, other=second)


def _at(program: Program, _code: Any, argument: Any, flags: int) -> None:
    if flags & re.MULTILINE:
        argument = codes.AT_MULTILINE.get(argument, argument)
    program.add(Step("at", place=argument))


def _look(program: Program, code: Any, argument: Any, flags: int) -> None:
    direction, inside = argument
    part = Program(flags, examples=program.examples, loops=program.loops)
    _sequence(part, inside, flags)
    part.add(Step("match"))
    program.largest, program.loops = max(program.largest, part.largest), part.loops
    back = inside.getwidth()[0] if direction < 0 else 0
    negated = code is codes.ASSERT_NOT
    program.add(Step("look", inside=tuple(part.steps), back=back, negated=negated))


_PARTS: dict[Any, Callable[[Program, Any, Any, int], None]] = {
    codes.SUBPATTERN: _group,
    codes.BRANCH: _branch,
    codes.MAX_REPEAT: _repeat,
    codes.MIN_REPEAT: _repeat,
    codes.AT: _at,
    codes.ASSERT: _look,
    codes.ASSERT_NOT: _look,
}


def _test(program: Program, code: Any, argument: Any, flags: int) -> Callable[[str], bool]:
    if code is codes.ANY:
        program.examples.add("\n")
        return (lambda _: True) if flags & re.DOTALL else (lambda char: char != "\n")
    items = argument if code is codes.IN else [(codes.LITERAL, argument)]
    negated = code is codes.NOT_LITERAL or items[0][0] is codes.NEGATE
    kept = [item for item in items if item[0] is not codes.NEGATE]
    for item in kept:
        program.examples.update(_examples(*item))
    fold = bool(flags & re.IGNORECASE)
    plain = bool(flags & re.ASCII)

    @cache
    def holds(char: str) -> bool:
        forms = {char, char.lower(), char.upper()} if fold else {char}
        single = [form for form in forms if len(form) == 1]
        found = any(_holds(code, given, form, plain) for form in single for code, given in kept)
        return found != negated

    return holds


def _examples(code: Any, argument: Any) -> Iterator[str]:
    if code in (codes.LITERAL, codes.NOT_LITERAL):
        yield chr(argument)
    elif code is codes.RANGE:
        for end in argument:
            yield from (chr(near) for near in (end - 1, end, end + 1) if 0 <= near < 0x110000)


def _holds(code: Any, argument: Any, char: str, plain: bool) -> bool:
    if code is codes.LITERAL:
        return bool(ord(char) == argument)
    if code is codes.RANGE:
        return bool(argument[0] <= ord(char) <= argument[1])
    name = str(argument)
    if plain and not char.isascii():
        return "_NOT_" in name
    kind = name.removeprefix("CATEGORY_").removeprefix("NOT_")
    found = {
        "DIGIT": char.isdecimal(),
        "SPACE": char.isspace(),
        "WORD": char.isalnum() or char == "_",
    }[kind]
    return bool(found) != ("_NOT_" in name)


class Matcher:
    """Runs a program and counts.

    Args:
        program: What to run.
        mode: How the pattern is used; "search" goes on behind each match, as ``finditer`` does.

    Attributes:
        count: How many instructions were run so far.
    """

    def __init__(self, program: Program, mode: Mode = "search") -> None:
        self._steps = tuple(program.steps)
        self._mode = mode
        self._plain = bool(program.flags & re.ASCII)
        self.count = 0

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where it matches.

        Raises:
            TooManyStepsError: When that takes very long.
        """
        if self._mode != "search":
            end = self._run(self._steps, text, 0, whole=self._mode == "fullmatch")
            return [] if end is None else [(0, end)]
        found: list[tuple[int, int]] = []
        start, empty_at = 0, -1
        while start <= len(text):
            end = self._run(self._steps, text, start, not_before=start + (start == empty_at))
            if end is None:
                start += 1
            else:
                found.append((start, end))
                empty_at = end if end == start else -1
                start = end
        return found

    def _run(
        self,
        steps: tuple[Step, ...],
        text: str,
        start: int,
        *,
        whole: bool = False,
        not_before: int = 0,
    ) -> int | None:
        """Return where a match that begins at ``start`` ends, ``None`` where there is none."""
        waiting: list[_Way] = [(0, start, ())]
        while waiting:
            at, place, marks = waiting.pop()
            while True:
                self._counted()
                step = steps[at]
                if step.kind == "match":
                    if place < not_before or (whole and place < len(text)):
                        break
                    return place
                if step.kind == "split":
                    waiting.append((step.other, place, marks))
                following = self._after(step, text, (at, place, marks))
                if following is None:
                    break
                at, place, marks = following
        return None

    def _after(self, step: Step, text: str, way: _Way) -> _Way | None:
        """Return where an instruction leads, ``None`` where it fails."""
        at, place, marks = way
        if step.kind == "char":
            reads = place < len(text) and step.test is not None and step.test(text[place])
            return (at + 1, place + 1, marks) if reads else None
        if step.kind in {"split", "jump"}:
            return step.to, place, marks
        if step.kind == "mark":
            others = (mark for mark in marks if mark[0] != step.other)
            return at + 1, place, (*others, (step.other, place))
        if step.kind == "moved":
            return step.to if (step.other, place) in marks else at + 1, place, marks
        return (at + 1, place, marks) if self._fits(step, text, place) else None

    def _fits(self, step: Step, text: str, place: int) -> bool:
        if step.kind == "at":
            before, after = text[place - 1 : place] if place else "", text[place : place + 1]
            return is_at(step.place, before, after, last=place + 1 == len(text), plain=self._plain)
        start = place - step.back
        found = start >= 0 and self._run(step.inside, text, start) is not None
        return found != step.negated

    def _counted(self) -> None:
        self.count += 1
        if self.count > _MOST_STEPS:
            raise TooManyStepsError


def is_at(place: Any, before: str, after: str, *, last: bool, plain: bool) -> bool:
    """Say whether a place is of a kind, by the characters on both sides, "" where there is none.

    Args:
        place: A code of the parser, such as ``AT_BOUNDARY``.
        before: The character before.
        after: The character after.
        last: Whether that is the last one.
        plain: Whether only ASCII letters make words.
    """
    if place in (codes.AT_BEGINNING, codes.AT_BEGINNING_STRING):
        return not before
    if place is codes.AT_BEGINNING_LINE:
        return before in ("", "\n")
    if place is codes.AT_END_STRING:
        return not after
    if place is codes.AT_END:
        return not after or (after == "\n" and last)
    if place is codes.AT_END_LINE:
        return after in ("", "\n")
    boundary = _is_word(before, plain) != _is_word(after, plain)
    return boundary == (place is codes.AT_BOUNDARY)


def _is_word(char: str, plain: bool) -> bool:
    return bool(char) and (char.isalnum() or char == "_") and (char.isascii() or not plain)


def word_flag(flags: int) -> bool:
    """Say whether only ASCII letters make words."""
    return bool(flags & re.ASCII)
