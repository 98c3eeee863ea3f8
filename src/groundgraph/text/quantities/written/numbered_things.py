"""Things that are told by their number, in whatever notation: "symphony no. 6", "the ninth volume".

What a number names is a part of a writing, one of a series or of a name: a chapter, a symphony, a
king. Days, halves and other parts of a whole are told so too, and are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import LABELLED, ONES, ORDINALS, TENS
from groundgraph.text.quantities.written.numeral_words import PERIODS, WORDS, word_at
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.tokens import Token

_NUMBER = frozenset({"no", "nos", "nr", "number", "numbers", "#"})
_PARTS = frozenset(
    """chapter article section clause paragraph volume act scene symphony concerto sonata quartet
    opus canto book psalm amendment annex appendix edition impression season episode series issue
    lesson verse lot plate figure table page schedule item rule question resolution motion exhibit
    hymn letter sheet drawing map chart panel poem sermon tale""".split()
)
"""What is told by number without a word of it: "chapter 9"."""
_ENDS = frozenset({"st", "nd", "rd", "th"})
_PLACES = {word: value for word, value in ORDINALS.items() if value > 1}
_NO_THINGS = PERIODS | frozenset(
    """place time times part parts half quarter century decade percent party person degree class
    rate hand world step stage round phase lap leg largest longest biggest highest oldest tallest
    smallest best most consecutive straight successive ones one""".split()
)
"""What a place in a row is told of otherwise: "in second place", "for the third time"."""
_STANDING = frozenset("is was has had are were comes came in at on by with and".split())
"""What follows a place whose noun is left out: "the ninth has a stain", "the fifth in 2016"."""
_RANGE = frozenset({"–", "-", "to"})


class Thing(NamedTuple):
    """A thing that a text tells by its number.

    Attributes:
        noun: The stem of what it is.
        value: Its number.
        span: Where the text says so.
        first: Index of its first token.
        after: Index after its last.
        last: The last number of a range that begins with it.
    """

    noun: str
    value: int
    span: Span
    first: int
    after: int
    last: int = 0

    def covers(self, value: int) -> bool:
        """Say whether it is of a number, or a range that has it."""
        return value == self.value or self.value < value <= self.last


def numbered_things(tokens: Sequence[Token], text: str, noun: str = "") -> list[Thing]:
    """Return the things that some tokens tell by number, in order.

    Args:
        tokens: The tokens of a sentence.
        text: Their text.
        noun: The stem of what is spoken of before: "the ninth" is one of that.

    >>> from groundgraph.text.quantities.written.tokens import tokens
    >>> told = "Her sixth symphony, no. VI of the set, and vols. I–IV; the third has a stain."
    >>> [(each.noun, each.value, each.last) for each in numbered_things(tokens(told), told)]
    [('symphon', 6, 0), ('symphon', 6, 0), ('volum', 1, 4), ('volum', 3, 0)]
    """
    found: list[Thing] = []
    for at, token in enumerate(tokens):
        thing = _by_place(tokens, at, noun) or _by_label(tokens, text, at, noun)
        if thing is not None:
            found.append(thing)
            noun = thing.noun
        elif token.kind == "word" and token.text.removesuffix("s") in _PARTS:
            noun = content_stem(token.text)
    return found


def _by_place(tokens: Sequence[Token], at: int, noun: str) -> Thing | None:
    """Read "the sixth symphony", "the 1500th strip", "the ninth" of what was spoken of."""
    place = place_at(tokens, at)
    if place is None:
        return None
    value, after = place
    word = word_at(tokens, after)
    if not word or word in _STANDING:
        led = at > 0 and tokens[at - 1].text == "the" and bool(noun)
        return _thing(tokens, noun, value, at, after) if led else None
    named = word not in _NO_THINGS and word not in WORDS and word not in BY_WORD
    own = content_stem(word) if named and not word.endswith(("ly", "est")) else ""
    return _thing(tokens, own, value, at, after + 1) if own else None


def place_at(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the place in a row that is told at a token, from 2, and the index behind it."""
    token = tokens[at]
    if token.text in _PLACES:
        return _PLACES[token.text], at + 1
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.kind != "number" or behind is None or behind.text not in _ENDS:
        return None
    written = token.text.replace(",", "")
    glued = behind.start == token.end and written.isdecimal()
    return (int(written), at + 2) if glued else None


def _by_label(tokens: Sequence[Token], text: str, at: int, noun: str) -> Thing | None:
    """Read "chapter 9", "symphony no. VI", "number 1,500", "Otto III" at what names a number."""
    token = tokens[at]
    if token.kind != "word":
        return None
    label, after = token.text, at + 1
    while after < len(tokens) and (tokens[after].text in _NUMBER or tokens[after].text == "."):
        after += 1
    value, end = _value(tokens, after)
    if value <= 0:
        return None
    numbered = any(each.text in _NUMBER for each in tokens[at:after])
    if label in _NUMBER:
        led = at > 0 and content_stem(tokens[at - 1].text) and tokens[at - 1].kind == "word"
        return None if led else _thing(tokens, noun, value, at, end) if noun else None
    ruler = after == at + 1 and tokens[after].kind == "code" and text[token.start].isupper()
    known = label.removesuffix("s") in _PARTS or (numbered and label not in LABELLED) or ruler
    own = content_stem(label) if known else ""
    return _thing(tokens, own, value, at, end) if own else None


def _value(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Return the whole number at a token, 0 for none, and the index behind it."""
    if at >= len(tokens):
        return 0, at
    token = tokens[at]
    written = token.text.replace(",", "")
    if token.kind in {"number", "code"} and written.isdecimal():
        ordinal = at + 1 < len(tokens) and tokens[at + 1].text in _ENDS
        return (0 if ordinal else int(written)), at + 1
    tens = TENS.get(token.text, 0)
    if tens and word_at(tokens, at + 2) in ONES and tokens[at + 1].text == "-":
        return tens + ONES[tokens[at + 2].text], at + 3
    return tens or ONES.get(token.text, 0), at + 1


def _thing(tokens: Sequence[Token], noun: str, value: int, first: int, after: int) -> Thing:
    last = 0
    if after < len(tokens) and tokens[after].text in _RANGE:
        last, end = _value(tokens, after + 1)
        after = end if last > value else after
        last = last if last > value else 0
    span = Span(tokens[first].start, tokens[after - 1].end)
    return Thing(noun, value, span, first, after, last)


def numbers_told(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield every whole number that some tokens tell, as a count, a place or a part of a date."""
    for at, token in enumerate(tokens):
        value, _ = _value(tokens, at)
        place = place_at(tokens, at)
        if place is not None or value:
            yield place[0] if place is not None else value
        elif token.kind in {"iso", "slashed", "clock"}:
            yield from map(int, filter(str.isdecimal, token.text.replace("/", "-").split("-")))
