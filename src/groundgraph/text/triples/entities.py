"""Which entities of a graph does a text name? The leftmost, longest names, word by word."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import TypeAlias

    _Spellings: TypeAlias = "dict[str, tuple[int, ...]]"

# Scripts that leave no space between words: each character is a word of its own.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_LETTER = rf"[^\W{_UNSPACED}]|[\u0300-\u036f]"
# A possessive is a word of its own, so that "Hitchcock's" holds "Hitchcock", and "who's" no "S".
_TOKEN = re.compile(
    rf"['’][sS]\b|(?:{_LETTER})+(?:['’](?![sS]\b)(?:{_LETTER})+)*|[^\w\s]|[{_UNSPACED}]"
)
_MINUS = ("-", "−")
_NAMES = ""  # the key of a node's names, which no word can be

FUNCTION_WORDS = frozenset(
    """a about above after again all also am an and any are as at be been before being below
    between both but by can could did do does down during each either every few for from had has
    have he her here hers him himself his how i if in into is it its itself just many may me might
    more most much must my myself no none nor not now of off on once one only or other our ours
    out over own same shall she should so some such than that the their theirs them then there
    these they this those through to too under until up upon us very was we were what when where
    which while who whom whose why will with within without would yes yet you your yours""".split()
)
"""English words that a sentence needs for itself; "Her", "It" and "Once" are also films."""


class Match(NamedTuple):
    """A name in a text.

    Attributes:
        span: Where.
        entities: The numbers of the entities that it can mean, ascending.
    """

    span: Span
    entities: tuple[int, ...]


def clearest(text: str, found: Sequence[Match]) -> list[Match]:
    """Return the matches that are surely names; all where none is.

    A name has a capital, a digit or several words: of "which film did Ann direct" not "film".
    """
    plain = [m for m in found if any(c.isupper() or c.isdigit() for c in m.span.of(text))]
    sure = [m for m in found if m in plain or " " in m.span.of(text)]
    return sure or list(found)


@dataclass(frozen=True, eq=False, repr=False)
class EntityMatcher:
    """Finds names on word boundaries, whatever their case. Build it with `of`.

    A text takes time in proportion to its length, times the words of the longest name that it
    begins to spell; the number of names does not matter.

    Attributes:
        trie: Nested by words; under "" the spellings that end there, with their entities.
        guarded: Words of which a name must not consist, unless it is spelled exactly.
        ignored: Pieces of text that are no names.
        prefer_exact: Whether entities spelled exactly as the text has it come before others.
    """

    trie: Mapping[str, Any]
    guarded: frozenset[str]
    ignored: frozenset[str]
    prefer_exact: bool

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        *,
        aliases: Mapping[str, Collection[str]] | None = None,
        guarded: Collection[str] = FUNCTION_WORDS,
        ignored: Collection[str] = (),
        prefer_exact: bool = True,
    ) -> EntityMatcher:
        """Index some names, such as ``graph.entities``; an entity's number is its place.

        Args:
            names: One per entity; blank names are never found.
            aliases: Further spellings by name. An alias that is another entity's name means
                that other entity.
            guarded: A name made of these words alone, such as "Her" or "It", is found only
                where the text spells it exactly, capitals included. The first word of a
                sentence can still be taken for such a name. Lower-cased text needs a smaller
                set, or none, to find them at all.
            ignored: What a text must spell otherwise to be taken for a name: with "film" here,
                "film" is never the entity of that name, but "Film" can be.
            prefer_exact: Where several entities differ in case alone, such as "War" and "war",
                a match means those spelled exactly as the text has it, if there are any; else,
                and always when this is false, it means all of them. Answers that were
                lower-cased need false.

        Raises:
            ValueError: When an alias is given for a name that is not among ``names``.
        """
        trie: dict[str, Any] = {}
        spelled = dict(_spellings(names, aliases or {}))
        by_words = _by_words(spelled)
        for words, spellings in chain(by_words.items(), _bare(by_words).items()):
            _node(trie, words)[_NAMES] = spellings
        folded = frozenset(word.casefold() for word in guarded)
        return cls(trie, folded, frozenset(ignored), prefer_exact)

    def match(self, texts: Sequence[str], /) -> list[list[Match]]:
        """Return the names in each text, in order, without overlaps.

        Of names that overlap the one that begins first is taken, of those the longest.
        """
        return [list(self._matches(text)) for text in texts]

    def entities(self, texts: Sequence[str], /) -> list[tuple[int, ...]]:
        """Return the entities that each text names, in order of mention, each once."""
        found = ([match.entities for match in matches] for matches in self.match(texts))
        return [tuple(dict.fromkeys(chain.from_iterable(each))) for each in found]

    def _matches(self, text: str) -> Iterator[Match]:
        tokens = list(_TOKEN.finditer(text))
        words = [_folded(token[0]) for token in tokens]
        start = 0
        while start < len(words):
            signed = _is_signed(text, tokens[start].start())
            length, entities = (0, ()) if signed else self._longest(text, tokens, words, start)
            if length:
                last = tokens[start + length - 1]
                yield Match(Span(tokens[start].start(), last.end()), entities)
            start += length or 1

    def _longest(
        self, text: str, tokens: Sequence[re.Match[str]], words: Sequence[str], start: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return how many words the longest name from ``start`` has, and whose it is."""
        node = self.trie
        best: tuple[int, tuple[int, ...]] = (0, ())
        only_guarded = True
        for end in range(start, len(words)):
            if words[end] not in node:
                break
            node = node[words[end]]
            only_guarded = only_guarded and words[end] in self.guarded
            if _NAMES in node:
                span = Span(tokens[start].start(), tokens[end].end())
                if entities := self._meant(node[_NAMES], text, span, only_guarded):
                    best = (end + 1 - start, entities)
        return best

    def _meant(
        self, names: Mapping[str, tuple[int, ...]], text: str, span: Span, exact: bool
    ) -> tuple[int, ...]:
        written = span.of(text)
        if written in self.ignored:
            return ()
        if not any(map(str.isalnum, written)) and not _stands_alone(text, span):
            return ()
        same = names.get(written, ())
        if exact or (self.prefer_exact and same):
            return same
        return tuple(sorted(set(chain.from_iterable(names.values()))))


def _spellings(
    names: Sequence[str], aliases: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield every spelling and its entities."""
    numbers: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        numbers.setdefault(name, []).append(number)
    if unknown := sorted(set(aliases) - numbers.keys()):
        raise ValueError(f"aliases are given for {unknown[:3]}, which are not among the names")
    others: dict[str, list[int]] = {}
    for name, spellings in aliases.items():
        for spelling in spellings:
            if spelling not in numbers:
                others.setdefault(spelling, []).extend(numbers[name])
    for spelling, entities in chain(numbers.items(), others.items()):
        yield spelling, tuple(sorted(set(entities)))


def _words(name: str) -> tuple[str, ...]:
    return tuple(_folded(word) for word in _TOKEN.findall(name))


def _folded(word: str) -> str:
    return word if word.isascii() and word.islower() else _fold(word)


def _fold(word: str) -> str:
    return unicodedata.normalize("NFKC", word.casefold()).replace("’", "'")


def _by_words(spelled: Mapping[str, tuple[int, ...]]) -> dict[tuple[str, ...], _Spellings]:
    found: dict[tuple[str, ...], _Spellings] = {}
    for spelling, entities in spelled.items():
        if words := _words(spelling):
            found.setdefault(words, {})[spelling] = entities
    return found


def _bare(named: Mapping[tuple[str, ...], _Spellings]) -> dict[tuple[str, ...], _Spellings]:
    """Let "Who's That Girl" mean "Who's That Girl?", unless something else is called so."""
    found: dict[tuple[str, ...], _Spellings] = {}
    for words, spellings in named.items():
        spoken = [place for place, word in enumerate(words) if any(map(str.isalnum, word))]
        first = spoken[0] if spoken else 0
        first -= first > 0 and words[first - 1] in _MINUS and words[first][0].isdigit()
        bare = words[first : spoken[-1] + 1] if spoken else words
        if bare not in named:
            found.setdefault(bare, {}).update(spellings)
    return found


def _node(trie: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    for word in words:
        trie = trie.setdefault(word, {})
    return trie


def _is_signed(text: str, at: int) -> bool:
    """Say whether a minus stands before a number: in "-40 °C" the name "40 °C" is not."""
    if not text[at].isdigit() or at == 0 or text[at - 1] not in _MINUS:
        return False
    return not text[max(at - 2, 0) : at - 1].isalnum()


def spellings(name: str) -> list[str]:
    """Return how else a name that begins with a minus can be written.

    >>> spellings("-40 °C"), spellings("Up")
    (['−40 °C', 'minus 40 °C'], [])
    """
    if name[:1] not in _MINUS or not name[1:2].isdigit():
        return []
    return [each for each in (f"-{name[1:]}", f"−{name[1:]}", f"minus {name[1:]}") if each != name]


def _stands_alone(text: str, span: Span) -> bool:
    """Say whether white space, or the text's end, is on both sides."""
    before, after = text[: span.start][-1:], text[span.end :][:1]
    return not before.strip() and not after.strip()
