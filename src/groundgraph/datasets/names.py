"""The names in the paragraphs of a question, each with what it is the name of.

Rules over capitals, quotation marks, titles and definitions ("Parma is a city"). They look for
distractors of one kind with an answer: a name that no rule knows is just "name".
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.name_words import (
    CONTINENTS,
    COUNTRIES,
    HEADS,
    PARTS,
    PEOPLES,
    SAME,
    STATES,
)
from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.english.tagging import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundgraph.datasets.multihop import Paragraph
    from groundgraph.datasets.name_words import NameKind

_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀĆČĎĐĒĞĪİĶŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽ]"
_WORD = rf"(?:{_CAPITAL}\.|(?:St|Dr|Mr|Mrs|Mt|Ft)\.|{_CAPITAL}[\w'’-]*)"
_LINK = r"(?:of(?:\sthe)?|de(?:\sla|l)?|da|di|la|von(?:\sder)?|van(?:\sder|\sden)?|du|bin|ibn|al)"
_NAME = re.compile(rf"{_WORD}(?:\s(?:{_LINK}\s)?{_WORD})*(?:,\s(?:Jr|Sr)\.)?")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,60})[\"”]")
_OPENERS = frozenset(
    """A All An At After Although And As Before Both But By During For From He Her His However I
    If In It Its Many Most Of On One Other She Since So Some Such That Their Then There
    These They This Those Though Through To Two Under Until Upon When Where Which While
    Who With Also Following Despite Among Not No Now""".split()
)
_DATES = frozenset(name.capitalize() for name in (*MONTH_NAMES, *DAY_NAMES))
_DEFINITION = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the|both)\s+(.{1,120})")
_WH = re.compile(r"(?i)\b(who|whom|whose|where|what|which)\b")
_ASKING = re.compile(
    r"(?:\s+(?:is|was|are|were))?(?:\s+(?:the|this))?"
    r"(?:\s+(?:\w+\s)?(?:name|title|type|kind|sort)\s+of)?(?:\s+(?:the|an?))?\s*"
)
_PHRASE_END = frozenset(
    """of in that who which and or is was are were did does do has had have by from with to for on
    at the a an as whose where , . ;""".split()
)
_NAMING_END = re.compile(r"\b(?:is|was|are|were)\b")
_PLACED = re.compile(r"\b(?:in|near|at)\s(?:the\s)?$")
_MADE_BY = re.compile(r"\b(?:by|starring|stars)\s$")
_BORN = re.compile(r"\s?\((?:born|[^()]{0,60}\b\d{1,2} \w+ 1\d{3}|[^()]{0,60}\w+ \d{1,2}, 1\d{3})")
_FULL_NAME = (2, 3)
_UNTOLD = frozenset("the of and a an de in for at on".split())


class TypedName(NamedTuple):
    """A name as written, and what it names."""

    text: str
    kind: NameKind


@lru_cache(maxsize=16)
def names(paragraphs: tuple[Paragraph, ...]) -> tuple[TypedName, ...]:
    """Return the names in the paragraphs, each once, in order.

    The last calls are remembered: one question asks for the names of its paragraphs often.
    """
    cues: dict[str, Counter[NameKind]] = {}
    for paragraph in paragraphs:
        for text, cue in _cues(paragraph):
            cues.setdefault(text, Counter()).update([cue] if cue else [])
    return tuple(TypedName(text, kind_by_form(text) or _most(cues[text])) for text in cues)


def kind_by_form(text: str) -> NameKind | None:
    """Return what a name says by itself, ``None`` where it says nothing."""
    if text in COUNTRIES:
        return "country"
    if text in STATES:
        return "state"
    if text in PEOPLES:
        return "people"
    if text in CONTINENTS:
        return "continent"
    return next((PARTS[word] for word in reversed(text.split()) if word in PARTS), None)


def kind_asked(question: str) -> NameKind | None:
    """Return what a question asks for, ``None`` where its wording does not tell.

    A question word that opens the question counts first, else the last one.
    """
    if "nationality" in question:
        return "people"
    asked = [(m, kind) for m in _WH.finditer(question) if (kind := _kind_asked(question, m))]
    if not asked:
        return None
    return asked[0][1] if _opens(question, asked[0][0]) else asked[-1][1]


def _opens(question: str, match: re.Match[str]) -> bool:
    """Say whether a question word is the first or, as in "In what city …", the second word."""
    return len(question[: match.start()].split()) <= 1


def _kind_asked(question: str, match: re.Match[str]) -> NameKind | None:
    word, rest = match[1].lower(), question[match.end() :]
    if word in {"what", "which"}:
        opening = _ASKING.match(rest)
        return _head(rest[opening.end() :] if opening else rest)
    # Elsewhere it opens a relative clause: "the man who …".
    if not _opens(question, match) and rest.strip(" ?"):
        return None
    return "place" if word == "where" else "person"


def kind_defined(text: str, paragraphs: Iterable[Paragraph]) -> NameKind | None:
    """Return what the page of a name says that it is, ``None`` where there is no such page."""
    pages = (each for each in paragraphs if each.name.casefold() == text.casefold())
    return next((kind for page in pages if (kind := _page_kind(page))), None)


def alike(a: str, b: str) -> bool:
    """Say whether two names may name one thing: a word, a part or the initials in common."""
    plain_a, plain_b = plain(a), plain(b)
    if plain_a in plain_b or plain_b in plain_a or not content(a).isdisjoint(content(b)):
        return True
    if any(a in same and b in same for same in SAME):
        return True
    return _initials(a) == plain_b.replace(".", "") or _initials(b) == plain_a.replace(".", "")


def content(text: str) -> frozenset[str]:
    """Return the words of a text that tell it from others, without case and accents."""
    words = frozenset(re.findall(r"\w+", plain(text)))
    return (words - _UNTOLD) or words


def plain(text: str) -> str:
    """Return a text without case and accents."""
    if text.isascii():
        return text.casefold().strip()
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold().strip()


def aliases(answer: str, paragraphs: Iterable[Paragraph]) -> str:
    """Return the texts that give other names for what an answer names, joined.

    They are what stands before "is" or "was" in the first sentence of its page.
    """
    found = []
    for paragraph in paragraphs:
        first = paragraph.sentences[0] if paragraph.sentences else ""
        naming = f"{paragraph.title} | {_NAMING_END.split(first, maxsplit=1)[0]}"
        if plain(answer) in plain(naming) or (paragraph.name and alike(answer, paragraph.name)):
            found.append(naming)
    return " | ".join(found)


def _cues(paragraph: Paragraph) -> Iterator[tuple[str, NameKind | None]]:
    """Yield the names of a paragraph, each with what its place tells of it."""
    if paragraph.title and not paragraph.title.startswith("List of"):
        yield paragraph.name, _page_kind(paragraph)
    for sentence in paragraph.sentences:
        for quoted in _QUOTED.finditer(sentence):
            if quoted[1][0].isupper():
                yield quoted[1].strip(" ,."), "work"
        unquoted = _QUOTED.sub(lambda match: " " * len(match[0]), sentence)
        for match in _NAME.finditer(unquoted):
            text = _trimmed(match)
            if text:
                yield text, _cue(unquoted, match)


def _page_kind(paragraph: Paragraph) -> NameKind | None:
    first = paragraph.sentences[0] if paragraph.sentences else ""
    defined = _DEFINITION.search(first)
    return "person" if _BORN.search(first[:160]) else _head(defined[1] if defined else "")


def _trimmed(match: re.Match[str]) -> str:
    """Return a name without what opens its sentence, "" where nothing is left."""
    words = match[0].split()
    while words and (words[0] in _OPENERS or words[0] in _DATES):
        words = words[1:]
    if words[:1] == ["The"]:
        words = words[1:] if match.start() == 0 else words
    text = re.sub(r"['’]s?$", "", " ".join(words))
    opens = match.start() == 0 and [text] == match[0].split() and text.lower() in lexicon()
    no_name = opens or text in _DATES or text in PARTS or all(map(str.isupper, words))
    return "" if no_name or len(text) < 3 else text


def _cue(sentence: str, match: re.Match[str]) -> NameKind | None:
    before, after = sentence[max(0, match.start() - 24) : match.start()], sentence[match.end() :]
    role = before.rstrip().rpartition(" ")[2].strip(",")
    length = len(match[0].split())
    if HEADS.get(role) == "person" or _BORN.match(after):
        return "person"
    if (
        length in _FULL_NAME
        and _MADE_BY.search(before)
        and not {"The", "of"} & set(match[0].split())
    ):
        return "person"
    return "place" if _PLACED.search(before) else None


def _head(text: str) -> NameKind | None:
    """Return what the first noun phrase tells by its head: a "film director" is a person."""
    kind: NameKind | None = None
    for word in re.findall(r"[\w'-]+|[,.;]", text):
        here = HEADS.get(word.lower()) or HEADS.get(word.lower().removesuffix("s"))
        if word.lower() in _PHRASE_END or (kind and not here):
            return kind
        kind = here or kind
    return kind


def _most(cues: Counter[NameKind]) -> NameKind:
    return cues.most_common(1)[0][0] if cues else "name"


def _initials(text: str) -> str:
    return "".join(word[0] for word in plain(text).split() if word not in _UNTOLD)
