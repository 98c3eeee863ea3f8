"""Sentences read into words with keys, and the parts of them that are said by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, update_wrapper
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from groundgraph.text.bounds import limits, only_limits
from groundgraph.text.english.tagging import guess, lexicon
from groundgraph.text.once import once
from groundgraph.text.quantities.written.stems import is_content
from groundgraph.text.scope.stems import key
from groundgraph.text.words import KIND_LETTER
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.text.scope.lexicon import Lexicon, Marker

_TOKEN = re.compile(
    r"[^\W\d]\w*(?![\w'’-])"  # what most words are, told at once
    r"|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:]\d+)*%?|\w+?(?=n['’]t\b)|n['’]t\b|[Nn]on-\w+"
    r"|\w+(?:['’](?!s\b)\w+)*|['’]s\b|[^\w\s]"
)
_ASCII_TOKEN = re.compile(_TOKEN.pattern, re.ASCII)
"""The same of a text in ASCII, quicker."""
_PARTS_AT = frozenset({";", "—", "–", "(", ")", "•", "|"})
_TURNS = frozenset({"but", "while", "whereas", "although", "though", "yet", "however", "because"})
_LISTING = frozenset({"and", "or"})
_JOINTS = _PARTS_AT | _TURNS | _LISTING
_MEANT = {
    "n't": "not",
    "ca": "can",
    "wo": "will",
    **dict.fromkeys("didnt dont doesnt isnt wasnt werent wont cant arent havent".split(), "not"),
}
_RELATIVE = frozenset("who whose which whom where".split())
_LONGEST_ASIDE = 20
_PREFIXES = ("un", "in", "im", "ir", "dis", "il")
_BEGIN_PREFIXES = frozenset(prefix[0] for prefix in _PREFIXES)
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
    """A word or mark, the same wherever it stands.

    Attributes:
        text: In lower case, with a plain apostrophe; "n't" is "not".
        key: What it is compared by.
        content: Whether it carries meaning of its own.
        name: Whether it begins with a capital.
    """

    text: str
    key: str
    content: bool
    name: bool


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

    @once
    def _marks(self) -> list[str]:
        """Its words and marks as they are written, in order."""
        written: list[str] = self._pattern.findall(self.text, *self.span)
        return written[:_MOST_TOKENS]

    @once
    def tokens(self) -> tuple[Token, ...]:
        """Its words and marks, in order."""
        return tuple(map(_token, self._marks))

    @once
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where its tokens stand in the text, which few ask for."""
        found = self._pattern.finditer(self.text, *self.span)
        return tuple([match.span() for match in islice(found, _MOST_TOKENS)])

    @property
    def _pattern(self) -> re.Pattern[str]:
        return _ASCII_TOKEN if self.written.isascii() else _TOKEN

    @once
    def keys(self) -> frozenset[str]:
        """Keys of its content words, told without its tokens: of most lines no more is asked."""
        return frozenset(filter(None, map(_content_key, self._marks)))

    @once
    def texts(self) -> tuple[str, ...]:
        """The texts of its tokens, in order."""
        return tuple([token[0] for token in self.tokens])

    @once
    def words(self) -> frozenset[str]:
        """Its words, as they are written in lower case."""
        return frozenset(self.texts)

    @once
    def parts(self) -> tuple[Part, ...]:
        """What it says one beside the other."""
        joints = [at for at, text in enumerate(self.texts) if text in _JOINTS]
        bounds = [0, *filter(self._begins, joints), len(self.texts)]
        return tuple([Part(first, last) for first, last in pairwise(bounds) if first < last])

    @once
    def asides(self) -> frozenset[int]:
        """Indices of tokens that only say more of a name, or who says so: ", whose …,"."""
        found: set[int] = set()
        texts = self.texts
        for at, text in enumerate(texts):
            relative = text in _RELATIVE and at > 1 and texts[at - 1] == ","
            source = text == "according" and "to" in self.words
            if relative or source:
                found.update(range(at, self._comma(at)))
        return frozenset(found)

    def _comma(self, at: int) -> int:
        """Return the index of the next comma or stop from a token on."""
        ends = range(at, min(at + _LONGEST_ASIDE, len(self.texts)))
        return next((i for i in ends if self.texts[i] in {",", ";", "."}), at)

    @once
    def prefixed(self) -> tuple[tuple[int, str], ...]:
        """Each word such as "unsafe": its index, and the key of what it denies."""
        every = enumerate(self.texts)
        begun = [(at, text) for at, text in every if text[0] in _BEGIN_PREFIXES]
        return tuple([(at, key) for at, text in begun for key in _denied(text)])

    @once
    def _found(self) -> dict[Lexicon, list[Marker]]:
        return {}

    @once
    def kept(self) -> dict[Any, Any]:
        """What `kept` readers have read of it, by reader and what they were asked."""
        return {}

    def find(self, lexicon: Lexicon, first: int = 0, last: int = _MOST_TOKENS) -> list[Marker]:
        """Return the phrases of a lexicon within the tokens ``[first, last)``, in order.

        Of "no more than 3" and "must not weigh more than 3", "no" and "must not" are none.
        """
        every = self._found.get(lexicon)
        if every is None:
            some = not lexicon.firsts.isdisjoint(self.words)
            every = lexicon.find(self.texts) if some else []
            if every and self.limiting:
                every = [marker for marker in every if not self._is_cut(marker)]
            self._found[lexicon] = every
        if not every or (not first and last >= len(self.texts)):
            return every
        return [marker for marker in every if first <= marker.first and marker.last <= last]

    @once
    def written(self) -> str:
        """The sentence."""
        return self.span.of(self.text)

    @once
    def limiting(self) -> frozenset[int]:
        """Indices of denials that only limit an amount: "no" of "no more than 3"."""
        if self.words.isdisjoint({"no", "not", "never", "cannot"}) or not limits(self.written):
            return frozenset()
        begin = self.span.start
        return frozenset(
            at
            for at, (start, end) in enumerate(self.places)
            if only_limits(self.written, start - begin, end - begin)
        )

    def _is_cut(self, marker: Marker) -> bool:
        """Say whether a phrase denies what it only limits; "no earlier than" holds its limit."""
        cut = not self.limiting.isdisjoint(range(marker.first, marker.last))
        return cut and self.tokens[marker.last - 1].text != "than"

    def _begins(self, at: int) -> bool:
        """Say whether a part begins at a joint: at ";", at "but", at ", and they"."""
        texts = self.texts
        if texts[at] not in _LISTING:
            return True
        return texts[at - 1] == "," and not _SUBJECTS.isdisjoint(texts[at + 1 : at + 2])

    def part_of(self, at: int) -> Part:
        """Return the part that holds a token."""
        return next(part for part in self.parts if part.first <= at < part.last)

    def keys_of(self, part: Part) -> frozenset[str]:
        """Return the keys of the content words of a part."""
        if part not in self._keys:
            self._keys[part] = self.keys_within(*part)
        return self._keys[part]

    def keys_within(self, first: int, last: int) -> frozenset[str]:
        """Return the keys of the content words among the tokens ``[first, last)``."""
        return frozenset([key for _, key, content, _ in self.tokens[first:last] if content])

    @once
    def _keys(self) -> dict[Part, frozenset[str]]:
        return {}

    def span_of(self, first: int, last: int) -> Span:
        """Return where the tokens ``[first, last)`` stand."""
        return Span(self.places[first][0], self.places[last - 1][1])

    def said(self, first: int, last: int) -> str:
        """Return the words of the tokens ``[first, last)``."""
        return self.span_of(first, last).of(self.text)


_Asked = ParamSpec("_Asked")
_Read = TypeVar("_Read")


def kept(
    read: Callable[Concatenate[Line, _Asked], _Read],
) -> Callable[Concatenate[Line, _Asked], _Read]:
    """Keep what a function reads of a line with the line: several checks ask for the same."""

    def keeping(line: Line, /, *asked: _Asked.args, **named: _Asked.kwargs) -> _Read:
        known = line.kept
        place = (read, asked)
        if place not in known:
            known[place] = read(line, *asked, **named)
        found: _Read = known[place]
        return found

    update_wrapper(keeping, read)
    return keeping


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
def _token(written: str) -> Token:
    lower = written.lower().replace("’", "'")
    lower = _MEANT.get(lower, lower)
    letters = lower[:1].isalnum()
    content = letters and lower not in _NOT_CONTENT and is_content(lower)
    content = content or KIND_LETTER.fullmatch(written) is not None
    found = key(lower) if content else lower
    return Token(lower, found, content, written[:1].isupper())


@lru_cache(maxsize=1 << 15)
def _content_key(written: str) -> str:
    """Return the key of a content word, "" of anything else."""
    token = _token(written)
    return token.key if token.content else ""
