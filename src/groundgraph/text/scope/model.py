"""Sentences read into words with keys, and the parts of them that are said by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from groundgraph.text.bounds import only_limits
from groundgraph.text.english.tagging import guess, lexicon
from groundgraph.text.scope.stems import is_content, key
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.scope.lexicon import Lexicon, Marker

_TOKEN = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:]\d+)*%?|\w+?(?=n['’]t\b)|n['’]t\b|[Nn]on-\w+"
    r"|\w+(?:['’](?!s\b)\w+)*|['’]s\b|[^\w\s]"
)
_PARTS_AT = frozenset({";", "—", "–", "(", ")", "•", "|"})
_TURNS = frozenset({"but", "while", "whereas", "although", "though", "yet", "however", "because"})
_MEANT = {
    "n't": "not",
    "ca": "can",
    "wo": "will",
    **dict.fromkeys("didnt dont doesnt isnt wasnt werent wont cant arent havent".split(), "not"),
}
_RELATIVE = frozenset("who whose which whom where".split())
_LONGEST_ASIDE = 20
_PREFIXES = ("un", "in", "im", "ir", "dis", "il")
_SHORTEST = 6
_SUBJECTS = frozenset(
    "he she it they we i you nobody none no this that there everyone everybody".split()
)
_MOST_TOKENS = 160
"""Of a sentence; what stands behind them is not read, so that time stays linear."""
_NOT_CONTENT = frozenset(
    """will would can could may might must shall should not never no none any cannot whether
    upon within according also able unless except even ever there here thus hence
    therefore merely every
    several many simply solely exclusively""".split()
)


class Token(NamedTuple):
    """A word or mark and where it stands.

    Attributes:
        text: In lower case, with a plain apostrophe; "n't" is "not".
        key: What it is compared by.
        start: First code point in the text.
        end: One past the last.
        content: Whether it carries meaning of its own.
        name: Whether it begins with a capital.
    """

    text: str
    key: str
    start: int
    end: int
    content: bool
    name: bool


_Shape: TypeAlias = "tuple[str, str, bool, bool]"
"""A token's text, its key, whether it is content and whether it has a capital."""


class Part(NamedTuple):
    """A run of tokens that is said by itself: a half of "A, but B"."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Line:
    """A sentence, read as far as it is asked about.

    Attributes:
        text: What it stands in.
        span: Where.
        passage: Number of the passage, from 0; -1 for a claim.
        number: Number of the sentence among all of the evidence, from 0.
    """

    text: str
    span: Span
    passage: int = -1
    number: int = 0

    @cached_property
    def _shapes(self) -> list[_Shape]:
        written = islice(_TOKEN.findall(self.text, *self.span), _MOST_TOKENS)
        return list(map(_shape, written))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Its words and marks, in order."""
        new = tuple.__new__  # half the time of Token(…), and tokens are many
        places = _TOKEN.finditer(self.text, *self.span)
        return tuple(
            new(Token, (lower, key, match.start(), match.end(), content, name))
            for match, (lower, key, content, name) in zip(places, self._shapes, strict=False)
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of its content words."""
        return frozenset(key for _, key, content, _ in self._shapes if content)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, as they are written in lower case."""
        return frozenset(lower for lower, *_ in self._shapes)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What it says one beside the other."""
        bounds = [0]
        for at, token in enumerate(self.tokens):
            if token.text in _PARTS_AT or (at and (token.text in _TURNS or self._begins(at))):
                bounds.append(at)
        bounds.append(len(self.tokens))
        return tuple(Part(first, last) for first, last in pairwise(bounds) if first < last)

    @cached_property
    def asides(self) -> frozenset[int]:
        """Indices of tokens that only say more of a name, or who says so: ", whose …,"."""
        found: set[int] = set()
        for at, token in enumerate(self.tokens):
            relative = token.text in _RELATIVE and at > 1 and self.tokens[at - 1].text == ","
            source = token.text == "according" and "to" in self.words
            if relative or source:
                found.update(range(at, self._comma(at)))
        return frozenset(found)

    def _comma(self, at: int) -> int:
        """Return the index of the next comma or stop from a token on."""
        ends = range(at, min(at + _LONGEST_ASIDE, len(self.tokens)))
        return next((i for i in ends if self.tokens[i].text in {",", ";", "."}), at)

    @cached_property
    def prefixed(self) -> tuple[tuple[int, str], ...]:
        """Each word such as "unsafe": its index, and the key of what it denies."""
        return tuple(
            (at, key) for at, token in enumerate(self.tokens) for key in _denied(token.text)
        )

    @cached_property
    def _found(self) -> dict[Lexicon, list[Marker]]:
        return {}

    def find(self, lexicon: Lexicon, first: int = 0, last: int = _MOST_TOKENS) -> list[Marker]:
        """Return the phrases of a lexicon within the tokens ``[first, last)``, in order.

        Of "no more than 3" and "must not weigh more than 3", "no" and "must not" are none.
        """
        every = self._found.get(lexicon)
        if every is None:
            some = not lexicon.firsts.isdisjoint(self.words)
            every = lexicon.find(self.tokens, 0, len(self.tokens)) if some else []
            every = [marker for marker in every if not self._is_cut(marker)]
            self._found[lexicon] = every
        return [marker for marker in every if first <= marker.first and marker.last <= last]

    @cached_property
    def written(self) -> str:
        """The sentence."""
        return self.span.of(self.text)

    @cached_property
    def limiting(self) -> frozenset[int]:
        """Indices of denials that only limit an amount: "no" of "no more than 3"."""
        if self.words.isdisjoint({"no", "not", "never", "cannot"}):
            return frozenset()
        begin = self.span.start
        return frozenset(
            at
            for at, token in enumerate(self.tokens)
            if only_limits(self.written, token.start - begin, token.end - begin)
        )

    def _is_cut(self, marker: Marker) -> bool:
        """Say whether a phrase denies what it only limits; "no earlier than" holds its limit."""
        cut = not self.limiting.isdisjoint(range(marker.first, marker.last))
        return cut and self.tokens[marker.last - 1].text != "than"

    def _begins(self, at: int) -> bool:
        """Say whether a clause begins at ", and they"."""
        tokens = self.tokens
        return (
            tokens[at].text in {"and", "or"}
            and tokens[at - 1].text == ","
            and at + 1 < len(tokens)
            and tokens[at + 1].text in _SUBJECTS
        )

    def part_of(self, at: int) -> Part:
        """Return the part that holds a token."""
        return next(part for part in self.parts if part.first <= at < part.last)

    def keys_of(self, part: Part) -> frozenset[str]:
        """Return the keys of the content words of a part."""
        return frozenset(t.key for t in self.tokens[part.first : part.last] if t.content)

    def span_of(self, first: int, last: int) -> Span:
        """Return where the tokens ``[first, last)`` stand."""
        return Span(self.tokens[first].start, self.tokens[last - 1].end)

    def said(self, first: int, last: int) -> str:
        """Return the words of the tokens ``[first, last)``."""
        return self.span_of(first, last).of(self.text)


@lru_cache(maxsize=1 << 15)
def _denied(word: str) -> tuple[str, ...]:
    """Return the keys of what a word such as "unsafe" denies, by each prefix that it may have."""
    if len(word) < _SHORTEST:
        return ()
    bases = (word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix))
    return tuple(key(base) for base in bases if _is_adjective(base))


def _is_adjective(word: str) -> bool:
    tag = lexicon().get(word) or guess(word)
    return len(word) >= _SHORTEST // 2 and (tag in {"JJ", "AV", "VBN"} or word.endswith("ed"))


@lru_cache(maxsize=1 << 15)
def _shape(written: str) -> _Shape:
    lower = written.lower().replace("’", "'")
    lower = _MEANT.get(lower, lower)
    letters = lower[:1].isalnum()
    content = letters and lower not in _NOT_CONTENT and is_content(lower)
    found = key(lower) if content else lower
    return lower, found, content, written[:1].isupper()
