"""Sentences in which one thing is changed that a reader of words alone hardly sees.

Beside `training.made.contradictions`: quantifiers, modality, conditions, units, spelled numbers,
lists, comparisons, names nearly alike. Each way changes the meaning; the changed words are marked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.names import names
from groundgraph.types import Span
from training.made.contradictions import WAYS, Changed

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    Way = Callable[[str, random.Random], Changed | None]

_QUANTIFIERS = {
    "some": ("all", "no"), "several": ("all", "no"), "many": ("all", "few", "no"),
    "most": ("all", "few", "no"), "few": ("many", "most"), "all": ("no", "none of"),
    "every": ("no",), "each": ("neither",), "both": ("neither",), "no": ("every", "some"),
    "often": ("always", "never"), "sometimes": ("always", "never"), "usually": ("always", "never"),
    "rarely": ("often", "always"), "always": ("never", "rarely"), "never": ("always", "often"),
    "at least": ("at most", "exactly"), "at most": ("at least",), "up to": ("at least",),
    "more than": ("less than", "exactly"), "less than": ("more than",), "about half": ("most",),
    "nearly": ("more than",), "almost": ("more than",), "half": ("all", "a third"),
    "a third": ("half", "two thirds"), "only": ("not only",),
}  # fmt: skip
_MODALS = {
    "may": ("will", "must"), "might": ("will", "must"), "could": ("will", "did"),
    "can": ("must",), "should": ("must",), "must": ("may", "need not"),
    "reportedly": ("certainly", "demonstrably"), "allegedly": ("certainly", "demonstrably"),
    "possibly": ("certainly",), "probably": ("certainly",), "likely": ("certain",),
    "is expected to": ("has agreed to", "refuses to"), "are expected to": ("refused to",),
    "plans to": ("refuses to",), "planned to": ("refused to",), "hopes to": ("is certain to",),
    "tried to": ("managed to",), "attempted to": ("managed to",), "failed to": ("managed to",),
    "agreed to": ("refused to",), "refused to": ("agreed to",), "required": ("optional",),
    "optional": ("required",), "mandatory": ("voluntary",), "allowed": ("forbidden",),
    "suggested": ("proved",), "suggests": ("proves",), "claimed": ("proved",),
    "believes": ("knows",), "believed": ("knew",), "considering": ("rejecting",),
}  # fmt: skip
_UNITS = {
    "million": ("billion", "thousand"), "billion": ("million", "trillion"),
    "thousand": ("million", "hundred"), "hours": ("minutes", "days"), "minutes": ("hours",),
    "days": ("weeks", "hours"), "weeks": ("months", "days"), "months": ("years", "weeks"),
    "years": ("months", "decades"), "hour": ("minute", "day"), "day": ("week",),
    "week": ("month",), "month": ("year",), "year": ("month", "decade"), "miles": ("feet",),
    "feet": ("inches", "miles"), "metres": ("kilometres",), "meters": ("kilometers",),
    "kilometres": ("metres",), "km": ("m",), "kg": ("g",), "pounds": ("ounces", "tons"),
    "percent": ("percentage points", "per mille"), "dollars": ("euros", "cents"),
    "euros": ("dollars",), "am": ("pm",), "pm": ("am",), "weekly": ("monthly", "daily"),
    "daily": ("weekly",), "monthly": ("weekly", "yearly"), "annual": ("monthly",),
}  # fmt: skip
_NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February April June July August September October November December".split()
"""Without those that are other words too."""
_CONDITION = re.compile(
    r",?\s+(?:only if|if|unless|provided that|as long as|except when|except|in case|until"
    r"|only when)"
    r"\s+[^,.;]{8,}(?=[.;])",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"(?<![\w-])((?:[\w'’-]+ ?){1,3}), ((?:[\w'’-]+ ?){1,3}),? (and|or) "
    r"((?:[\w'’-]+ ?){1,3})(?=[.,;])"
)
_THAN = re.compile(
    r"\b(more|less|fewer|greater|larger|smaller|higher|lower|longer|shorter|older|younger|earlier|"
    r"later|better|worse|faster|slower|cheaper|bigger|taller) (?=(?:[\w'’-]+ ){0,3}than\b)",
    re.IGNORECASE,
)
_TURNED = dict(
    pair
    for one, other in (
        ("more", "less"), ("greater", "smaller"), ("larger", "smaller"), ("higher", "lower"),
        ("longer", "shorter"), ("older", "younger"), ("earlier", "later"), ("better", "worse"),
        ("faster", "slower"), ("bigger", "smaller"), ("fewer", "more"), ("taller", "shorter"),
    )
    for pair in ((one, other), (other, one))
)  # fmt: skip
_VOWELS = "aeiou"
_LONG_NAME = 4


def _exchange(table: Mapping[str, Sequence[str]]) -> Way:
    """Return a way that puts another word of a table in the place of one."""
    listed = sorted(table, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, listed))})\b", re.IGNORECASE)

    def way(sentence: str, pick: random.Random) -> Changed | None:
        found = [m for m in pattern.finditer(sentence) if m[0].lower() in table]
        if not found:
            return None
        match = pick.choice(found)
        return replaced(sentence, match.start(), match.end(), pick.choice(table[match[0].lower()]))

    return way


def _neighbours(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found = {}
    for at, word in enumerate(words):
        near = [words[i] for i in (at - 2, at - 1, at + 1, at + 3) if 0 <= i < len(words)]
        found[word.lower()] = tuple(near)
    return found


def unconditioned(sentence: str, pick: random.Random) -> Changed | None:
    """Leave a condition out; the words before it are marked."""
    found = list(_CONDITION.finditer(sentence))
    if not found:
        return None
    match = pick.choice(found)
    before = re.search(r"\S+(?:\s+\S+)?$", sentence[: match.start()])
    if before is None or before.start() < _LONG_NAME:
        return None
    text = sentence[: match.start()] + sentence[match.end() :]
    return Changed(text, (Span(before.start(), match.start()),))


def listed(sentence: str, pick: random.Random) -> Changed | None:
    """Put something else of the sentence in a list in the place of one of its things."""
    found = list(_LIST.finditer(sentence))
    if not found:
        return None
    match = pick.choice(found)
    group = pick.choice((1, 2, 4))
    inside = {word.lower() for n in (1, 2, 4) for word in match[n].split()}
    others = [
        sentence[each.start : each.end].rstrip(".")
        for each in names(sentence)
        if not set(sentence[each.start : each.end].rstrip(".").lower().split()) & inside
    ]
    if not others:
        return None
    end = match.start(group) + len(match[group].rstrip())
    return replaced(sentence, match.start(group), end, pick.choice(others))


def turned(sentence: str, pick: random.Random) -> Changed | None:
    """Turn a comparison round."""
    found = [m for m in _THAN.finditer(sentence) if m[1].lower() in _TURNED]
    if not found:
        return None
    match = pick.choice(found)
    return replaced(sentence, match.start(1), match.end(1), _TURNED[match[1].lower()])


def near_name(sentence: str, pick: random.Random) -> Changed | None:
    """Change letters of a name, so that it is nearly alike."""
    places = [
        (name.start + match.start(), match[0])
        for name in names(sentence)
        for match in re.finditer(r"[A-Z][a-z]+", sentence[name.start : name.end])
        if len(match[0]) >= _LONG_NAME
    ]
    if not places:
        return None
    start, word = pick.choice(places)
    other = misspelt(word, pick)
    return None if other == word else replaced(sentence, start, start + len(word), other)


def misspelt(word: str, pick: random.Random) -> str:
    """Return a name of which a letter or the ending is another."""
    if pick.random() < 1 / 2:
        endings = ("er", "son", "man", "ova", "ini", "ton", "ley", "berg", "ic", "ard", "elle")
        stem = word[: max(3, len(word) - 2)]
        return stem + pick.choice([e for e in endings if not word.endswith(e)])
    at = pick.choice(range(1, len(word)))
    letters = _VOWELS if word[at] in _VOWELS else "bdfgklmnprstvz"
    return word[:at] + pick.choice([c for c in letters if c != word[at]]) + word[at + 1 :]


def replaced(sentence: str, start: int, end: int, other: str) -> Changed:
    """Return the sentence with other words in a place, which are marked."""
    if sentence[start].isupper():
        other = other[0].upper() + other[1:]
    text = sentence[:start] + other + sentence[end:]
    return Changed(text, (Span(start, start + len(other)),))


CHANGES: dict[str, Way] = {
    **WAYS,
    "quantified": _exchange(_QUANTIFIERS),
    "asserted": _exchange(_MODALS),
    "measured": _exchange(_UNITS),
    "counted": _exchange({**_neighbours(_NUMBERS), **_neighbours(_ORDINALS)}),
    "dated": _exchange({**_neighbours(_DAYS), **_neighbours(_MONTHS)}),
    "unconditioned": unconditioned,
    "listed": listed,
    "turned": turned,
    "near_name": near_name,
}
"""By what is changed."""
