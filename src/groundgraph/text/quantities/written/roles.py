"""What part an amount plays: a level, a difference, a total, an average, a rest, a ratio."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Literal

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.written.numeral_words import PERIODS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token

Role = Literal["level", "difference", "total", "average", "rest", "ratio", "share", "change"]
"""What an amount is; "change" is a share by which something grew or shrank."""

MORE = frozenset(
    """more less fewer higher lower longer shorter older younger taller cheaper heavier lighter
    dearer faster slower later earlier warmer colder cooler above below ahead behind clear greater
    smaller bigger larger wider deeper additional extra better worse quicker sooner off""".split()
)
NOUNS_OF_CHANGE = frozenset(
    """rise increase drop fall decline reduction gain cut difference margin gap majority lead jump
    loss change saving discount growth decrease surplus hike dip spread climb advantage
    deficit""".split()
)
_VERBS_OF_CHANGE = frozenset(
    """save saves saved saving differ differs differed separated separates apart""".split()
)
_OF_A_WHOLE = frozenset({"margin", "majority", "surplus", "deficit", "loss"})
"""Nouns of a change that in percent are shares of something: "a profit margin of 15%"."""
OF_DIFFERENCES = MORE | NOUNS_OF_CHANGE | _VERBS_OF_CHANGE
"""Words beside a difference."""
MOVES = frozenset(
    """rose rise rises risen grew grow grows grown increased increase increases climbed fell fall
    falls fallen dropped drop drops declined decline declines decreased decrease decreases shrank
    shrunk reduced reduce reduces cut changed change changes went gone gained jumped raised raises
    raise lowered lowers exceeded exceeds exceed surpassed up down higher lower more less fewer
    cheaper dearer improved worsened doubled""".split()
)
MOVED = MOVES - frozenset(
    """up down higher lower more less fewer cheaper dearer exceeded exceeds exceed surpassed changed
    change changes went gone doubled rise increase drop decline decrease cut""".split()
)
"""Verbs of them that are no nouns, and that tell by how much, from what and to what."""
_FALLS = frozenset(
    """fell fall falls fallen dropped drop drops declined decline declines decreased decrease
    decreases shrank shrunk reduced reduce reduces cut lowered lowers down lower less fewer cheaper
    discount""".split()
)
TOTALS = frozenset(
    """total totals totalled totaled totalling altogether together combined overall sum sums
    aggregate collectively cumulative""".split()
)
_CUES = TOTALS | {"all", "both", "up", "over", "across"}
_OF_MARGINS = frozenset(
    """beat beats won wins win lost led leads lead missed differ differs differed ahead behind
    outlasts outlasted outlast outlived outsold outscored outweighs passed carried approved rejected
    defeated adopted""".split()
)
_BOUNDS = frozenset("more less than over under at least most exactly just well".split())
"""Words between "by" and a difference: "by more than two hours"."""
_BORDERS = frozenset({",", ";", "."})
_ENDING = frozenset(", . and or of than for in on to ; is are was were".split())
"""Words behind an amount by which its phrase is over: "9,000 is below the threshold"."""
_RECKONED = frozenset(
    "divide divides divided dividing multiply multiplies multiplied multiplying".split()
)
"""Words that lead to what something is reckoned by: "divided by 12"."""
_TOTAL_PHRASES = (
    ("in", "all"),
    ("add", "up"),
    ("adds", "up"),
    ("added", "up"),
    ("between", "them"),
)
AVERAGES = frozenset("average averages averaged averaging".split())
_BEFORE_MEAN = frozenset("the a his her its their our my your overall arithmetic whose".split())
RESTS = frozenset(
    """left remaining remain remained remains rest survived survivors free without others excluding
    except minus unused leaving outside not failed didn't other short vacant empty unsold net
    nor neither lost missing gone""".split()
)
_LEVELS = frozenset({"sea", "ground", "water", "zero", "street", "average"})
_ALL = frozenset({"the", "all", "both", "these", "those", "its", "their", "over", "first", "top"})
_NEAR, _MOST_POINTED = 4, 40
_COUNTED = frozenset({"from", "on", "based", "by"})


def role_of(sentence: Sentence, amount: Quantity) -> Role:
    """Say what part an amount plays in its sentence."""
    tokens = sentence.tokens
    before = [token.text for token in tokens[max(0, amount.first - 2) : amount.first]]
    if before == ["out", "of"]:
        return "level"
    if amount.kind == "times":
        return "level" if amount.per in PERIODS else "ratio"  # "twice a day"
    if _is_difference(tokens, amount):
        return "change" if amount.dimension == "share" else "difference"
    if amount.dimension == "share":
        return "change" if _is_moved(tokens, amount) else "share"
    if amount.dimension == "points":
        return "difference"
    if amount.first and tokens[amount.first - 1].text in _ALL and amount.dimension in {"", "time"}:
        return "level"
    if says_average(tokens) and _is_averaged(sentence, amount):
        return "average"
    if says_total(tokens) and _is_nearest(sentence, amount, _CUES):
        return "total"
    return "level"


def _is_averaged(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is the average told: the first after "average", else the nearest."""
    tokens = sentence.tokens
    if amount.first and tokens[amount.first - 1].text in _COUNTED:
        return False  # "an average of 4.0 from three reviews"
    at = _average_at(tokens)
    after = [a for a in sentence.amounts if at < a.first <= at + _NEAR and not a.weak]
    after = [a for a in after if a is amount or not _points(tokens, a)]
    cues = AVERAGES if tokens[at].text in AVERAGES else frozenset({"mean"})
    return amount is after[0] if after else _is_nearest(sentence, amount, cues)


def says_average(tokens: Sequence[Token]) -> bool:
    """Say whether an average is spoken of, as in "the mean of the three"; "I mean" tells none."""
    return _average_at(tokens) >= 0


def _average_at(tokens: Sequence[Token]) -> int:
    """Return the index of the word for an average, -1 where there is none."""
    for at, token in enumerate(tokens):
        before = tokens[at - 1].text if at else "the"
        mean = token.text == "mean" and (before in _BEFORE_MEAN or before.endswith("'s"))
        if token.text in AVERAGES or mean:
            return at
    return -1


def _is_nearest(sentence: Sentence, amount: Quantity, cues: frozenset[str]) -> bool:
    """Say whether an amount is the one that a word such as "total" stands nearest to."""
    tokens = sentence.tokens
    places = [at for at, token in enumerate(tokens) if token.text in cues]
    rivals = [
        a
        for a in sentence.amounts
        if not a.weak and a.dimension == amount.dimension and a is not amount
        and not _points(tokens, a)
    ]  # fmt: skip
    if not places or not rivals:
        return True
    own = min(abs(at - amount.first) for at in places)
    return all(own <= min(abs(at - rival.first) for at in places) for rival in rivals)


def _points(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether a number counts what is known: "the three boats together"."""
    before = tokens[amount.first - 1].text if amount.first else ""
    return before in _ALL and amount.dimension == "" and amount.value <= _MOST_POINTED


def says_total(tokens: Sequence[Token]) -> bool:
    """Say whether a total is spoken of."""
    words = [token.text for token in tokens]
    pairs = set(pairwise(words))
    rated = ("overall", "rating") in pairs or ("overall", "score") in pairs
    if not (TOTALS - {"overall"} if rated else TOTALS).isdisjoint(words):
        return True
    if any(phrase in pairs for phrase in _TOTAL_PHRASES):
        return True
    return any(_over_all(words[at : at + 3]) for at in range(len(words) - 2))


def _over_all(words: Sequence[str]) -> bool:
    """Say whether "over the two", "across all three", "on both" is told."""
    first, second, third = words
    over = first in {"over", "across", "in", "on", "during", "for"}
    return over and (
        (second in {"all", "the"} and third in ONES and third != "one") or second == "both"
    )


def says_rest(tokens: Sequence[Token]) -> bool:
    """Say whether what is left of something is spoken of."""
    return any(token.text in RESTS or token.text.endswith("n't") for token in tokens)


def falls(sentence: Sentence) -> bool:
    """Say whether something is said to have become less."""
    return any(token.text in _FALLS for token in sentence.tokens)


def _is_difference(tokens: Sequence[Token], amount: Quantity) -> bool:
    before = [token.text for token in tokens[max(0, amount.first - _NEAR) : amount.first]]
    while before and before[-1] in {"about", "around", "some", "roughly", "nearly", "almost", "a"}:
        before.pop()
    by = list(before)
    while by and by[-1] in _BOUNDS:
        by.pop()
    if by[-1:] == ["by"]:
        words = _words_of_clause(tokens, amount)
        return bool(words & (MOVES | NOUNS_OF_CHANGE | _OF_MARGINS)) and words.isdisjoint(_RECKONED)
    nouns = NOUNS_OF_CHANGE - _OF_A_WHOLE if amount.dimension == "share" else NOUNS_OF_CHANGE
    if before[-1:] in (["of"], ["was"], ["is"], [":"]) and nouns & set(before):
        return True
    if before and before[-1] in _VERBS_OF_CHANGE:
        return True
    return _more_follows(tokens, amount)


def _words_of_clause(tokens: Sequence[Token], amount: Quantity) -> set[str]:
    """Return the words before an amount, and those behind it up to a comma."""
    words = [token.text for token in tokens]
    behind = takewhile(lambda word: word not in _BORDERS, words[amount.after :])
    return {*words[: amount.first], *behind}


def _more_follows(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether "more", "higher" or the like follows: "54 more people", "13 points lower"."""
    start = _index_at(tokens, amount.span.end, amount.first)
    after = [token.text for token in tokens[start : start + 3]]
    for at, word in enumerate(after):
        if word in {"above", "below"} and after[at + 1 : at + 2] and after[at + 1] in _LEVELS:
            return False
        if word in _ENDING:
            return False
        if word == "off" and amount.dimension == "time":  # "off the record", but "45 minutes off"
            return at == 0 and after[1:2] in (["the"], ["his"], ["her"], ["its"], ["their"])
        if word in MORE:
            return not (word == "off" and at) and word != "ahead"
    return False


def _index_at(tokens: Sequence[Token], offset: int, first: int) -> int:
    at = first
    while at < len(tokens) and tokens[at].start < offset:
        at += 1
    return at


def _is_moved(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether a share stands beside a word of change: "grew 10%", "a 10% rise"."""
    before = [token.text for token in tokens[max(0, amount.first - 3) : amount.first]]
    while before and before[-1] in {"about", "around", "some", "nearly", "almost", "a", "an", "of"}:
        before.pop()
    behind = tokens[amount.after].text if amount.after < len(tokens) else ""
    return bool(before and before[-1] in MOVES) or behind in NOUNS_OF_CHANGE
