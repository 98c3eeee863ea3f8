"""Where a claim speaks of a yes/no field of data by a usual name, and whether it denies it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from groundgraph.text.structured import spaced

_GENERIC = frozenset("restaurants restaurant business good for accepts by has is the of".split())
_USUAL = {
    "reservations": ("reserv book", r"reserv(?:e|ing|ations?)\b|book(?:ing)? a table"),
    "outdoorseating": (
        "outdoor outside patio fresco sidewalk",
        (
            r"out(?:door|side)s? (?:seating|dining|patio|area|tables?|space)|\bpatio\b"
            r"|al fresco|(?:dine|dining|eat|sit|seating) out(?:doors|side)|sidewalk seating"
        ),
    ),
    "wifi": ("fi internet", r"wi-?\s?fi\b|wireless internet|\binternet\b"),
    "takeout": (
        "take to-go carry",
        r"take-?\s?(?:out|away)|\bto-go\b|carry-?\s?out|take (?:their )?food to go",
    ),
    "groups": ("group parties", r"\bgroups?\b|large parties|group (?:dining|gatherings)"),
    "kids": ("kid child family", r"\bkids?\b|\bchildren\b|family-friendly|kid-friendly"),
    "music": ("music dj jukebox karaoke", r"\bmusic\b|\bdjs?\b|jukebox|karaoke"),
    "parking": (
        "parking",
        (
            r"(?<!validated )(?<!valet )(?<!garage )(?<!street )(?<!lot )(?<!private )"
            r"(?<!dedicated )\bparking\b"
        ),
    ),
    "garage": ("garage", r"\bgarages?\b"),
    "street": ("street", r"\bstreet\b"),
    "validated": ("validat", r"\bvalidat\w+"),
    "lot": ("lot", r"\blots?\b(?! of)"),
    "valet": ("valet", r"\bvalet\b"),
    "divey": ("dive", r"\bdivey?\b|\bdive bar\b"),
    "delivery": ("deliver", r"\bdeliver(?:y|s)\b"),
    "caters": ("cater", r"\bcater(?:s|ing|ers?)\b(?! to)"),
    "wheelchairaccessible": ("wheelchair", r"\bwheelchair"),
    "alcohol": ("alcohol bar beer", r"\balcohol\w*\b|\bfull bar\b|beer and wine"),
    "tv": ("tv television", r"\btvs?\b|\btelevisions?\b"),
    "dogsallowed": ("dog pet", r"\bdogs?\b(?![- ]?(?:bun|roll))|\bpet-friendly\b"),
    "creditcards": ("credit", r"credit cards?"),
    "happyhour": ("happy", r"\bhappy hours?\b"),
    "drivethru": ("drive", r"drive-?\s?thr(?:u|ough)"),
    "tableservice": ("table", r"\btable service\b"),
    "bikeparking": ("bike", r"\bbike (?:parking|rack)s?"),
    "corkage": ("corkage", r"\bcorkage\b"),
    "dancing": ("danc", r"\bdanc(?:e|ing)\b"),
}
"""How a text speaks of a field, and before it what such a text holds one of, in lower case."""
AMENITIES = tuple(
    """delivery caters wheelchairaccessible tv dogsallowed creditcards happyhour drivethru
    tableservice bikeparking corkage dancing kids""".split()
)
"""Fields that businesses are often said to have; a claim of one that no data lists is unbacked."""
PARKING = frozenset({"garage", "street", "validated", "lot", "valet"})
MEMBERS = {
    "parking": PARKING,
    "ambience": frozenset(
        "divey hipster casual touristy trendy intimate romantic classy upscale".split()
    ),
}
"""What an object of the data has within it where it is not null."""
_LEAST_NAME = 3
_NEGATION = re.compile(
    r"\b(?:not(?! only)|no|without|lacks?|lacking|lack of|absence of|neither|nor|never|unable to"
    r"|cannot|isn't|aren't|don't|doesn't|can't|won't|didn't|wasn't|hasn't|haven't)\b",
    re.IGNORECASE,
)
_SHORT_REACH = frozenset({"no", "without", "lack of", "absence of"})
_VERB = (
    r"(?:it|they|there|the|does|do|offers?|has|have|is|are|was|provides?|features?|allows?"
    r"|accepts?|takes?|serves?|you|customers|guests|its|boasts?|with|only)"
)
_BOUNDARY = re.compile(
    r"[.;:!?]|\b(?:but|although|though|however|while|whereas|yet|instead|despite)\b"
    rf"|(?:\band|,)\s+(?:also\s+)?{_VERB}\b|,\s+(?:[\w-]+\s+){{1,3}}(?:is|are)\b",
    re.IGNORECASE,
)
_LIST_ENDS = re.compile(r",(?!\s*(?:or|nor)\b)|\band\b", re.IGNORECASE)
_OFFERS = re.compile(r"\b(?:offers?|has|have|provides?|features?|includes?)\b", re.IGNORECASE)
_AFTER = re.compile(
    r"(?:(?!\b(?:is|are|was|were|but|offers?|has|have)\b)[\w\s,-]){0,60}"
    r"\b(?:is|are|was|were)(?:n't| (?:currently |also )?(?:not|unavailable|prohibited|absent))\b",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    r"\b(?:not|n't|un)\s?(?:\w+ )?(?:mention\w*|specif\w+|stat\w+|known|clear|provided|indicat\w+"
    r"|confirm\w*|listed|disclosed|sure)|no (?:information|mention|data|details)|unknown|unclear"
    r"|unspecified"
)  # of text in lower case


class Usual(NamedTuple):
    """The usual names of a field.

    Attributes:
        finds: What finds them in a text.
        hints: Where it finds any, the text in lower case holds one of these; quicker to look for.
    """

    finds: re.Pattern[str]
    hints: tuple[str, ...]

    def search(self, text: str, lower: str | None = None) -> re.Match[str] | None:
        """Return where a text first speaks of the field; ``lower`` is the text in lower case."""
        lower = text.lower() if lower is None else lower
        for hint in self.hints:
            if hint in lower:
                return self.finds.search(text)
        return None


@lru_cache(maxsize=4096)
def key_of(name: str) -> str:
    """Return a field's name run together, without generic words.

    >>> key_of("RestaurantsTakeOut"), key_of("BusinessParking")
    ('takeout', 'parking')
    """
    kept = [word for word in spaced(name).lower().split() if word not in _GENERIC]
    return re.sub(r"[^a-z]+", "", "".join(kept))


@lru_cache(maxsize=4096)
def usual_names(name: str) -> Usual | None:
    """Return the usual names of a field, or ``None`` for a name too short."""
    key = key_of(name)
    if key in _USUAL:
        hints, finds = _USUAL[key]
        # "State Street" is an address, "street parking" is not.
        return Usual(re.compile(finds, 0 if key == "street" else re.IGNORECASE), (*hints.split(),))
    if len(key) < _LEAST_NAME:
        return None
    kept = [w for w in spaced(name).lower().split() if w not in _GENERIC]
    finds = r"\b" + r"[\s-]?".join(map(re.escape, kept)) + r"\b"
    return Usual(re.compile(finds, re.IGNORECASE), (kept[0],))


def is_untold(claim: str) -> bool:
    """Say whether a claim says that something is not known or not mentioned."""
    return _UNTOLD.search(claim.lower()) is not None


def is_denied(claim: str, start: int, end: int) -> bool:
    """Say whether what stands from ``start`` to ``end`` is denied.

    A negation before it reaches along a list ("does not offer Wi-Fi, takeout, or delivery") up to
    the next clause; "no" and "without" end at a comma or "and". "Wi-Fi is not available" counts.
    """
    claim = claim.replace("’", "'")
    after = _AFTER.match(claim, end)
    if after and not ("," in after[0] and _OFFERS.search(claim, 0, start)):
        return True
    before = list(_NEGATION.finditer(claim, 0, start))
    if not before:
        return False
    last = before[-1]
    if _BOUNDARY.search(claim, last.end(), start):
        return False
    if last[0].lower() not in _SHORT_REACH:
        return True
    ends = _LIST_ENDS.search(claim, last.end(), start)
    clause = _BOUNDARY.split(claim[last.end() :], maxsplit=1)[0]
    return ends is None or (ends[0] == "," and re.search(r"\bor\b", clause) is not None)
