"""What tells two sentences apart that seem to say different things of one subject."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.conflicts.cases import ARTICLES, days_differ, is_on_condition, kinds_agree
from groundgraph.text.conflicts.lexicon import (
    ATTRIBUTES,
    MEASURES,
    NUMBERED,
    OFFICES,
    PARTS,
    RESTRICTING,
)
from groundgraph.text.english.tagging import lexicon
from groundgraph.text.larger_places import extent
from groundgraph.text.names import names
from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.stems import is_content, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.conflicts.model import Ground, Told
    from groundgraph.text.quantities.written.moments import Moment
    from groundgraph.text.quantities.written.tokens import Token

AS_OF = re.compile(
    r"\b(?:as (?:of|at)|(?:last )?(?:updated|revised|changed):?(?: on| in)?|effective(?: from)?:?|"
    r"status(?: of)?:?|valid from|since)\s+(?=[^.;]{0,12}\d)|"
    r"\baccording to (?:the |its |their )?(?=(?:19|20)\d\d\b)",
    re.IGNORECASE,
)
"""What stands before the date as of which something is told."""
_SINCE = frozenset({"before", "earlier"})
_TIMES = frozenset("year month week day quarter years months weeks days quarters".split())
"""Words of "up from the year before", which sets no other time."""
_LIMITS = frozenset({"most", "least"})
"""Words that are limits behind "at" alone."""
_BEHIND = 4
"""Words behind a clause that may still belong to it: "60 mg a day at most"."""
_WHOLE = frozenset("worldwide globally nationwide altogether overall total".split())
_YEAR = re.compile(r"1[1-9]\d\d|20\d\d")


def are_of_one_thing(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether two passages tell of the same subject, time, place and kind.

    Args:
        ground: The passages, with what is said and asked.
        one: What the claim follows.
        other: What the other passage tells.
    """
    return (
        _names_agree(ground, one, other)
        and _times_agree(ground, one, other)
        and _measures_agree(ground, one, other)
        and kinds_agree(ground, one, other)
        and _places_agree(ground, one, other)
        and not is_on_condition(ground, one, other)
        and not is_on_condition(ground, other, one)
        and not _is_part(ground, one, other)
        and not _is_part(ground, other, one)
        and not _is_of_place(ground, one, other)
        and not _is_of_place(ground, other, one)
        and not _labels_differ(ground, one, other)
        and not _heads_differ(ground, one, other)
        and not _subjects_differ(ground, one, other)
        and not _exchanged(ground, one, other)
    )


def _names_agree(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether the other passage speaks of what the claim names, and of no other in its place.

    A name of several words is held by one of them: "Falk" for "Ida Falk".
    """
    here, there = ground.stems(one.passage), ground.stems(other.passage)
    differ = ground.value_stems(one) | ground.value_stems(other) if one.named else frozenset()
    runs = [run for run in ground.runs if run & here and not run <= differ]
    if any(run.isdisjoint(there) for run in runs):
        return False
    passages = one.passage, other.passage
    if any(_is_another(run, ground.full_names(passage)) for run in runs for passage in passages):
        return False
    theirs = ground.names(other) - differ
    own, named = (_parts_of_names(ground.written(told)) - differ for told in (one, other))
    said = frozenset(part for run in runs for part in run)
    if not said and _are_others(own, there) and _are_others(named, here):
        return False
    if not said or said & theirs or said & ground.reading(other).title:
        return True
    topic = ground.topic(other)
    return (not topic or topic in said or topic in here) and theirs <= here | ground.named


def _is_another(run: frozenset[str], known: Sequence[frozenset[str]]) -> bool:
    """Say whether names share a word with one and are all of others: "Birch Works", "Elm Works"."""
    alike = [name for name in known if name & run]
    return bool(alike) and not any(name <= run or run <= name for name in alike)


def _parts_of_names(text: str) -> frozenset[str]:
    return frozenset(stem(part) for name in names(text) for part in name.parts)


def _are_others(parts: frozenset[str], known: frozenset[str]) -> bool:
    """Say whether there are names, and another passage has none of them."""
    return bool(parts) and parts.isdisjoint(known)


def _times_agree(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether both tell of one time: dates "as of" which they do may differ."""
    if days_differ(ground, one, other):
        return False
    mine, theirs = _moments(ground, one), _moments(ground, other)
    stated = [as_of(ground.written(told)) is not None for told in (one, other)]
    if any(stated) and (all(stated) or not (mine and theirs)):
        return True
    if _clocks_differ(ground, one, other):
        return False
    if mine and theirs:
        return any(states(a, b) or states(b, a) for a in mine for b in theirs)
    dated, bare = (one, other) if mine else (other, one)
    years = set(_YEAR.findall(" ".join(dated.own))) if mine or theirs else set()
    return not years or years <= set(_YEAR.findall(ground.passages[bare.passage].text))


def _moments(ground: Ground, told: Told) -> list[Moment]:
    """Return the dates of a sentence beside the words that differ."""
    sentence = ground.sentence(told)
    if sentence is None:
        return []
    return [
        mention.moment
        for mention in sentence.mentions
        if mention.moment.dated and not mention.span.overlaps(told.value)
    ]


def _clocks_differ(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether both tell of a time of day, each of another."""
    if "date" in {one.kind, other.kind}:
        return False
    mine, theirs = (
        {minute for m in sentence.mentions for minute in m.moment.minutes} if sentence else set()
        for sentence in (ground.sentence(one), ground.sentence(other))
    )
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def as_of(sentence: str) -> re.Match[str] | None:
    """Find where a sentence says as of when it speaks."""
    return AS_OF.search(sentence)


def _measures_agree(ground: Ground, one: Told, other: Told) -> bool:
    if one.kind == "statement":
        return True
    groups = OFFICES if one.named else MEASURES
    mine, theirs = _clause(ground, one), _clause(ground, other)
    return all(mine.isdisjoint(group) == theirs.isdisjoint(group) for group in groups)


def _clause(ground: Ground, told: Told) -> frozenset[str]:
    """Return the words of a sentence from the first to the last of the clause that counts."""
    every = ground.tokens(told)
    inside = [
        at
        for at, token in enumerate(every)
        if stem(token.text) in told.own or told.value.start <= token.start < told.value.end
    ]
    if not inside:
        return frozenset()
    stop = inside[-1] + 1
    while stop < len(every) and stop <= inside[-1] + _BEHIND and every[stop].kind == "word":
        stop += 1
    part = every[max(0, inside[0] - 2) : stop]
    return frozenset(
        token.text
        for before, token in zip([None, *part], part, strict=False)
        if not (token.text in _SINCE and before and before.text in _TIMES)
        and not (token.text in _LIMITS and (before is None or before.text != "at"))
    )


def _places_agree(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether names are not those of a place and of a larger one: "Lyon", "France"."""
    if not one.named:
        return True
    mine, theirs = (told.value.of(ground.passages[told.passage].text) for told in (one, other))
    return extent(mine) == extent(theirs)


def _is_part(ground: Ground, part: Told, whole: Told) -> bool:
    """Say whether one tells only of a part: "the slope of Isla Roca", "Ann's brother"."""
    every = [token for token in ground.tokens(part) if token.text not in ARTICLES]
    known = ground.stems(whole.passage) | ground.said
    if any(
        owner.text.endswith(("'s", "’s"))
        and stem(owner.text) in ground.said
        and stem(owned.text) not in known
        and _is_other_noun(owned)
        for owner, owned in pairwise(every)
    ):
        return True
    return any(
        between.text == "of"
        and before.kind == after.kind == "word"
        and stem(before.text) not in known
        and (
            stem(before.text) in PARTS
            or (part.kind == "amount" and _is_other_noun(before) and stem(after.text) in known)
        )
        for before, between, after in zip(every, every[1:], every[2:], strict=False)
    )


def _is_of_place(ground: Ground, part: Told, whole: Told) -> bool:
    """Say whether one tells of all there is, and the other of a place that is named there alone."""
    if _WHOLE.isdisjoint(token.text for token in ground.tokens(whole)):
        return False
    return bool(_parts_of_names(ground.written(part)) - ground.stems(whole.passage))


def _is_other_noun(token: Token) -> bool:
    word = stem(token.text)
    return word not in ATTRIBUTES and lexicon().get(token.text, "NN")[:1] == "N"


def _labels(ground: Ground, told: Told) -> set[tuple[str, str]]:
    """Return what numbers and letters name: ("version", "3.0"), ("team", "b")."""
    text, every = ground.passages[told.passage].text, ground.tokens(told)
    return {
        (stem(before.text), token.text)
        for before, token in pairwise(every)
        if stem(before.text) in NUMBERED
        and (
            token.kind in {"number", "code"}
            or token.text in ONES
            or (len(token.text) == 1 and text[token.start].isupper())
        )
    }


def _labels_differ(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether both name one of several of a kind, each another."""
    mine, theirs = _labels(ground, one), _labels(ground, other)
    shared = {noun for noun, _ in mine} & {noun for noun, _ in theirs}
    return any(
        {label for noun, label in mine if noun == each}.isdisjoint(
            label for noun, label in theirs if noun == each
        )
        for each in shared
    )


def _subjects_differ(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether each passage goes on about something that the other does not name."""
    here, there = (ground.index.subjects[told.passage] for told in (one, other))
    mine, theirs = here.at(one.value.start), there.at(other.value.start)
    if mine <= theirs or theirs <= mine:
        return False
    return (mine - theirs).isdisjoint(there.words) and (theirs - mine).isdisjoint(here.words)


def _heads_differ(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether each stands in a stretch of another thing: "Volta X2: …", "Volta X3: …"."""
    about = ground.index.heads[one.passage]
    if about is not None and other.passage in about.kin:
        return True
    mine, theirs = (
        {
            each.kin: each.head
            for each in ground.index.stretches
            if each.is_numbered and each.holds(told.passage, told.value.start)
        }
        for told in (one, other)
    )
    return any(mine[kin] != theirs[kin] for kin in mine.keys() & theirs.keys())


def _exchanged(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether a word stands in the place of another: "the tenant must", "the landlord must"."""
    mine = _places(ground, one, ground.context(other))
    theirs = _places(ground, other, ground.stems(one.passage))
    return not mine.isdisjoint(theirs)


def _places(ground: Ground, told: Told, known: frozenset[str]) -> set[tuple[str, str]]:
    """Return the words beside which a sentence has a noun or name that other words lack.

    Args:
        ground: The passages.
        told: The sentence.
        known: Stems of the other passage.
    """
    every = [token for token in ground.tokens(told) if token.text not in ARTICLES]
    return {
        place
        for at, token in enumerate(every)
        if stem(token.text) not in known and _may_tell_apart(ground, told, every, at)
        for place in _beside(every, at)
    }


def _may_tell_apart(ground: Ground, told: Told, every: Sequence[Token], at: int) -> bool:
    """Say whether a token is a noun or adjective, or the number of a model."""
    token = every[at]
    if told.value.start <= token.start < told.value.end:
        return False
    if token.kind == "word":
        counts = stem(token.text) in told.own and is_content(token.text)
        return counts and lexicon().get(token.text, "NN")[:1] in {"N", "J"}
    return is_label(ground.passages[told.passage].text, every, at)


def is_label(text: str, every: Sequence[Token], at: int) -> bool:
    """Say whether a token is a number beside a name: "the Vireo 200", "277 Park Avenue"."""
    if every[at].kind != "number":
        return False
    return any(
        token.kind == "word"
        and text[token.start].isupper()
        and token.text not in MONTHS
        and is_content(token.text)
        for token in (*every[max(0, at - 1) : at], *every[at + 1 : at + 2])
    )


def _beside(every: Sequence[Token], at: int) -> Iterator[tuple[str, str]]:
    """Yield the words that a noun stands between."""
    if at:
        before = every[at - 1]
        is_word = before.kind == "word" and is_content(before.text)
        if before.text in RESTRICTING or is_word:
            yield "after", stem(before.text)
    if at + 1 < len(every) and every[at].kind == "word":
        following = every[at + 1]
        if following.kind == "word" and following.text not in RESTRICTING:
            yield "before", stem(following.text)
        elif following.text == "of" and at + 2 < len(every):
            yield "before of", stem(every[at + 2].text)
