"""Superlatives as a sentence tells them: "the oldest", "waited longest", "the second highest"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    MOSTS,
    SUPERLATIVES,
    Adjective,
    is_long_form,
    long_form,
)
from groundgraph.text.quantities.written.comparatives import MOVED, is_denied
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.vocabulary.small_words import BE, CLAUSE_ENDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence

_RANKS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
_RANK_STEMS = frozenset(map(stem, _RANKS))
_BEFORE_LONE = frozenset("was were is are the but and yet also".split())
_HAVING = frozenset("has had have got gets takes took uses used needs needed holds held".split())
_WINNING = frozenset(
    """had has have got get gets sold sells won wins scored scores drew draws received receives
    earned earns attracted attracts""".split()
)
"""Verbs before "most" that rank who does it: "August had most visitors"."""
_FIRST_WORDS = frozenset({*MOSTS, *SUPERLATIVES, *COMPARATIVES, *DEGREES, "no"})
_BORDERS = CLAUSE_ENDS | frozenset({",", "although", "though"})
_NO_VERB = frozenset("a an at of in on for to with and or but".split())
_AFTER_ADVERB = frozenset("at in on by under during among with from was were is are".split())
JUDGED = frozenset({"good", "bad", "great"})
"""Adjectives of which no amount tells which way they go."""
_NEXT = 4
_OF_ADJECTIVES = ("ed", "ive", "ful", "ous", "able", "ible", "ic", "ant", "ent", "en", "al")


@dataclass(frozen=True, eq=False)
class Superlative:
    """A superlative of a claim.

    Attributes:
        said: The word.
        adjective: What it compares.
        attribute: Words of its clause.
        rank: 2 for "the second highest".
        of_two: Whether it is a comparative that leaves out the other of two: "is cheaper".
        at: Its index among the tokens of its sentence.
        span: Where it stands, with its rank: "second highest".
    """

    said: str
    adjective: Adjective
    attribute: Words
    rank: int
    of_two: bool
    at: int
    span: Span


def superlatives(sentence: Sentence) -> list[Superlative]:
    """Return the superlatives of a sentence."""
    if _FIRST_WORDS.isdisjoint(sentence.letters):
        return []
    found = []
    for at, token in enumerate(sentence.tokens):
        read = _read(sentence, at)
        if read is None or _is_among(sentence, at) or _is_owned(sentence, at):
            continue
        if [each.text for each in sentence.tokens[max(0, at - 2) : at]] == ["at", "the"]:
            continue  # "by noon at the latest"
        adjective, after = read
        start, stop = _clause(sentence, at)
        skip = sentence.skipped
        before = content_words(sentence.tokens, sentence.text, start, at, skip=skip)
        behind = content_words(sentence.tokens, sentence.text, after, stop, skip=skip)
        words = {w: n for w, n in {**before, **behind}.items() if w not in _RANK_STEMS}
        rank, begins = _rank(sentence, at)
        span = Span(sentence.tokens[begins].start, sentence.tokens[after - 1].end)
        pair = token.text in COMPARATIVES or token.text in DEGREES
        found.append(Superlative(token.text, adjective, words, rank, pair, at, span))
    return found


def _clause(sentence: Sentence, at: int) -> tuple[int, int]:
    """Return the range between the commas on both sides of a token."""
    tokens = sentence.tokens
    start = stop = at
    while start > 0 and tokens[start - 1].text not in _BORDERS:
        start -= 1
    while stop < len(tokens) and tokens[stop].text not in _BORDERS:
        if stop > at and tokens[stop].text in {"and", "but"} and _is_next_extreme(sentence, stop):
            break
        stop += 1
    return start, stop


def _is_next_extreme(sentence: Sentence, at: int) -> bool:
    """Say whether "and" leads to another superlative: "the smallest and had the most staff"."""
    following = {token.text for token in sentence.tokens[at + 1 : at + 1 + _NEXT]}
    return not following.isdisjoint({*SUPERLATIVES, *MOSTS})


def _read(sentence: Sentence, at: int) -> tuple[Adjective, int] | None:
    tokens = sentence.tokens
    word = tokens[at].text
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if (pair := _of_two(sentence, at)) is not None:
        return pair, at + 1
    if (word in MOSTS or word in SUPERLATIVES) and not _is_told_of_one(sentence, at):
        return None
    if word in MOSTS:
        if following == "recent" and MOSTS[word] > 0:
            return long_form("recent", 1), at + 2
        if following in {"of", "recently", "recent"}:
            return None
        if is_long_form(following):
            return long_form(following, MOSTS[word]), at + 2
        if following.endswith(_OF_ADJECTIVES):
            return None  # "the most detailed", which no amount measures
        return Adjective(word, MOSTS[word]), at + 1
    if word in SUPERLATIVES and word != "last":
        numbered = at + 1 < len(tokens) and tokens[at + 1].kind == "number"
        return None if numbered else (SUPERLATIVES[word], at + 1)  # "the highest 25%"
    if word == "than" and tokens[0].text == "no" and is_denied(sentence, at):
        return _compared_by(sentence, at), at + 1
    return None


def _of_two(sentence: Sentence, at: int) -> Adjective | None:
    """Return what a comparative without "than" compares."""
    word = sentence.tokens[at].text
    if word in COMPARATIVES and _leaves_out_the_other(sentence, at):
        return COMPARATIVES[word]
    known = word in DEGREES and at > 0 and _has_more(sentence, at)
    return Adjective(word, DEGREES[word]) if known else None


def _compared_by(sentence: Sentence, at: int) -> Adjective:
    """Return what "no line had a worse record than" compares; more of anything where it is open."""
    words = [token.text for token in sentence.tokens[:at]]
    told = next((COMPARATIVES[word] for word in reversed(words) if word in COMPARATIVES), None)
    return told if told is not None and told.base in JUDGED else Adjective("most", 1)


def _leaves_out_the_other(sentence: Sentence, at: int) -> bool:
    """Say whether "is cheaper", "is the cheaper", "but slower" stands without "than"."""
    if "than" in sentence.letters or at == 0:
        return False
    before = sentence.tokens[at - 1].text
    if before == "the":
        return True
    if sentence.letters.isdisjoint(BE):
        return False
    return before in _BEFORE_LONE


def _has_more(sentence: Sentence, at: int) -> bool:
    """Say whether "had fewer delays" stands without "than"."""
    behind = sentence.tokens[at + 1 : at + 2]
    noun = any(each.kind == "word" and not is_long_form(each.text) for each in behind)
    return noun and "than" not in sentence.letters and sentence.tokens[at - 1].text in _HAVING


def _is_told_of_one(sentence: Sentence, at: int) -> bool:
    """Say whether "the" or "its" stands before; "most people" and "best known" say no extreme."""
    before = {token.text for token in sentence.tokens[max(0, at - 3) : at]}
    said = bool(before & {"the", "its", "their", "his", "her"})
    last = sentence.tokens[at - 1].text if at else ""
    word = sentence.tokens[at].text
    if said or word == "fewest" or (last in BE and word in SUPERLATIVES):
        return True
    if word in MOSTS and last in _WINNING:
        return True
    return _is_adverb(sentence, at)


def _is_adverb(sentence: Sentence, at: int) -> bool:
    """Say whether a superlative closes its phrase, as in "waited longest on Monday"."""
    tokens = sentence.tokens
    if at == 0 or tokens[at - 1].text in _NO_VERB or not sentence.letters.isdisjoint(MOVED):
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or following.kind == "mark" or following.text in _AFTER_ADVERB:
        return True
    word = tokens[at].text
    return following.text == "often" or (word in MOSTS and is_long_form(following.text))


def _rank(sentence: Sentence, at: int) -> tuple[int, int]:
    """Return 2 for "the second highest", "2nd-largest", 1 where no place is told; and its index."""
    tokens = sentence.tokens
    before = [place for place in range(max(0, at - 3), at) if tokens[place].text != "-"]
    words = [tokens[place].text for place in before]
    if words[-1:] and words[-1] in {"nd", "rd", "th"}:
        known = words[-2:-1] and words[-2].isdecimal()
        return (int(words[-2]), before[-2]) if known else (1, at)
    return (_RANKS[words[-1]], before[-1]) if words and words[-1] in _RANKS else (1, at)


def _is_among(sentence: Sentence, at: int) -> bool:
    """Say whether "one of the" stands before, so that it need not be the extreme."""
    before = [token.text for token in sentence.tokens[max(0, at - 4) : at]]
    return "among" in before or ("one" in before and "of" in before)


def _is_owned(sentence: Sentence, at: int) -> bool:
    """Say whether it is somebody's best and not the best of all."""
    before = sentence.tokens[at - 1].text if at else ""
    if at > 1 and sentence.tokens[at - 2].text == "at":  # "at its lowest"
        return False
    if before in {"its", "their"} and any(m.first > at for m in sentence.mentions):
        return False  # "had its fewest pupils in 2020"
    return before.endswith(("'s", "’s")) or before in {"his", "her", "their", "its", "my", "our"}
