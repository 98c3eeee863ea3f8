"""Identifiers and names of a claim that the evidence lacks, where a near one stands in their place.

Also one that the evidence holds, but says something else of: "Release 4.12.0 fixes the leak", where
4.12.1 does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.edit_distance import distance
from groundgraph.text.quantities.evidence.code_lines import stems_without
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.written.codes import Code, bare, codes_of, people_of
from groundgraph.text.quantities.written.leads import TAKE_UP
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.code_lines import Line
    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_FREE = frozenset(
    """not no never neither nor none without instead rather unlike except than versus vs other
    another different compared replaces replaced replacing formerly renamed predecessor successor
    older newer earlier later unclear mention mentions mentioned mentioning""".split()
)
"""Words by which a claim may name what is not meant, or says that something is not told."""
_NEAR, _LEAST_WORDS, _SHARE, _FEW = 2, 2, 0.7, 0.34
_WHERE = frozenset({"where", "which"})
_CONTACTS = frozenset({"phone", "mail"})
_REACHING = frozenset(
    map(
        stem,
        """write contact email e-mail mail reach send call phone ring dial message number telephone
        address""".split(),
    )
)
"""Stems of what one does with an address or a number, whatever it is for."""
_OF_CODES = frozenset(map(stem, "number code id identifier".split()))
"""Stems of what any identifier is."""
_SURE, _LIKELY = 0.92, 0.8
_SHORT = 3
_LONG = 10
"""Characters of a code that are not those of another by chance."""
_LOCAL = 7
"""Digits at the end of a phone number that are the same with and without the code of a country."""


class Place(NamedTuple):
    """An identifier of the evidence.

    Attributes:
        code: The identifier.
        passage: That which holds it.
    """

    code: Code
    passage: PassageReading

    @property
    def line(self) -> Line:
        """What it stands in."""
        return self.passage.lines_of_codes[self.code]


def check_codes(claim: ReadClaim) -> list[Check]:
    """Hold the identifiers and names of a claim against those of the evidence."""
    said = [*codes_of(claim.text), *people_of(claim.text)]
    if not said or not claim.lower.isdisjoint(_FREE) or _denies(claim.lower):
        return []
    return [check for code in said for check in _check(claim, code, said)]


def _denies(lower: frozenset[str]) -> bool:
    return any(word.endswith(("n't", "n’t")) for word in lower)


def _check(claim: ReadClaim, code: Code, said: Sequence[Code]) -> Iterator[Check]:
    if code.kind == "name" and any(code.key in passage.named for passage in claim.index.passages):
        return
    known = _known(claim, code)
    kin = [place for place in known if _are_kin(code, place.code)]
    if not kin:
        return
    wanted = _words_beside(claim, said)
    if not _is_held(claim, code, known):
        named = {other.key for other in said}
        near = [p for p in kin if p.code.key not in named and _are_near(code, p.code)]
        alone = len({place.code.key for place in kin}) == 1
        if code.kind in _CONTACTS:
            wanted -= _REACHING
        only = alone and not wanted and _is_a_contact_unasked(claim, code)
        fits = [
            (_share(wanted, p.line.words) if wanted else 1.0, p) for p in near if wanted or only
        ]
        share, best = max(fits, key=lambda fit: fit[0], default=(0.0, None))
        alone = alone or sum(fit == 1 for fit, _ in fits) == 1
        few = len(wanted) < _LEAST_WORDS and code.kind not in _CONTACTS
        if best is not None and share >= _SHARE and (alone or not few):
            sure = share == 1 and (not few or len(code.key) >= _LONG)
            yield _told(code, best, _SURE if sure else _LIKELY)
        return
    if code.kind == "ruler":
        yield from _of_one_ruler(claim, code, wanted, kin)
    if code.kind == "phone":
        yield from _of_one_number(claim, code, wanted - _REACHING, kin)
    if code.kind in _CONTACTS:
        wanted -= _REACHING
    asked = code.kind == "numbered" and _is_where_asked(claim)
    wanted = _known_of_the_question(claim, code) if asked else wanted
    if (
        len(wanted) >= (1 if asked else _LEAST_WORDS)
        and sum(_are_kin(code, other) for other in said) == 1
        and code.kind != "name"
    ):
        yield from _of_another(claim, code, wanted, kin)


def _is_a_contact_unasked(claim: ReadClaim, code: Code) -> bool:
    """Say whether an address or number is none that the question gives: "Call +49 30 5550 4321"."""
    asked = {each.key for each in codes_of(claim.question.text)}
    return code.kind in _CONTACTS and code.key not in asked


def _of_one_number(
    claim: ReadClaim, code: Code, wanted: frozenset[str], kin: Sequence[Place]
) -> Iterator[Check]:
    """Yield that a phone number is told in another spacing, or without the code of its country."""
    same = [place for place in kin if _are_one_number(code.key, place.code.key)]
    alone = len(same) == len(kin)
    if any(code.span.of(claim.text) in place.passage.text for place in same):
        return
    for place in same:
        if alone or (wanted and _share(wanted, place.line.words) == 1):
            yield replace(_told(code, place, _SURE), outcome="supported", anew=True)
            return


def _of_one_ruler(
    claim: ReadClaim, code: Code, wanted: frozenset[str], kin: Sequence[Place]
) -> Iterator[Check]:
    """Yield that the evidence writes "George V" where a claim has "George the Fifth"."""
    same = [place for place in kin if place.code.key == code.key]
    if any(code.span.of(claim.text) in place.passage.text for place in same):
        return
    told = (place for place in same if wanted and _share(wanted, place.line.words) == 1)
    yield from (replace(_told(code, p, _SURE), outcome="supported", anew=True) for p in told)


def _are_one_number(one: str, other: str) -> bool:
    """Say whether the digits are those of one number: "+44 1632 960220" and "01632 960220"."""
    short, long = sorted((one.lstrip("0"), other.lstrip("0")), key=len)
    return len(short) >= _LOCAL and long.endswith(short)


def _is_where_asked(claim: ReadClaim) -> bool:
    """Say whether a claim only tells in which part what is asked for is: "They are in clause 4"."""
    first = next(iter(claim.sentence.tokens), None)
    where = not _WHERE.isdisjoint(claim.asked)
    return where and first is not None and first.text in TAKE_UP


def _known_of_the_question(claim: ReadClaim, code: Code) -> frozenset[str]:
    kind = stem(code.key.split()[0])
    known = claim.question.words.keys() & claim.index.vocabulary
    return frozenset(word for word in known if word != kind)


def _known(claim: ReadClaim, code: Code) -> list[Place]:
    """Return the names of the evidence for a name, else its identifiers."""
    return [
        Place(each, passage)
        for passage in claim.index.passages
        for each in (passage.people if code.kind == "name" else passage.codes)
    ]


def _of_another(
    claim: ReadClaim, code: Code, wanted: frozenset[str], kin: Sequence[Place]
) -> Iterator[Check]:
    """Yield that the evidence says what a claim says of one identifier of another of its kind."""
    if any(not amount.weak for amount in claim.sentence.amounts):
        return
    others = [p for p in kin if p.code.key != code.key and _are_near(code, p.code)]
    fits = (place for place in others if _share(wanted, place.line.own[place.code]) == 1)
    best = next(fits, None)
    if best is None:
        return
    own = [place for place in kin if place.code.key == code.key]
    held = max((_share(wanted, place.line.own[place.code]) for place in own), default=1.0)
    if held <= _FEW:
        yield _told(code, best, _LIKELY)


def _told(code: Code, place: Place, fit: float) -> Check:
    around = place.line.sentence.span
    event = Event(Moment(), {}, place.passage.number, place.code.span, around, 0)
    return Check("contradicted", "code", code.span, (event,), fit)


def _share(wanted: frozenset[str], words: frozenset[str]) -> float:
    """Return the share of some stems that others hold, or a longer or shorter form of them."""
    held = (word in words or any(_are_forms(word, other) for other in words) for word in wanted)
    return sum(held) / len(wanted)


def _are_forms(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) > _SHORT and long.startswith(short)


def _words_beside(claim: ReadClaim, said: Sequence[Code]) -> frozenset[str]:
    return stems_without(claim.text, claim.sentence.tokens, said) - _OF_CODES


def _are_kin(one: Code, other: Code) -> bool:
    """Say whether two identifiers are of one kind, and name the same kind of thing."""
    if one.kind != other.kind:
        return False
    if one.kind in {"numbered", "model", "ruler"}:
        return one.key.split()[0] == other.key.split()[0]
    return True


def _is_held(claim: ReadClaim, code: Code, known: Sequence[Place]) -> bool:
    """Say whether the evidence holds an identifier, however it is written."""
    key = code.key.removesuffix("s") if code.kind in {"code", "word"} else code.key
    if any(place.code.key == code.key for place in known):
        return True
    if code.kind == "phone":
        own = code.key[-_LOCAL:]
        return any(place.code.key[-_LOCAL:] == own for place in known)
    looked = key.split()[-1] if code.kind in {"numbered", "model"} else key
    if code.kind in {"name", "ruler"}:
        return False
    return any(
        re.search(rf"(?<![a-z0-9.]){re.escape(bare(looked))}(?![a-z0-9]|\.\d)", text)
        for passage in claim.index.passages
        for text in (passage.text.lower(), _bare_words(passage.text))
    )


def _bare_words(text: str) -> str:
    """Return a text with the hyphens and spaces inside its codes taken out."""
    return re.sub(
        r"(?<=\w)[ _‐‑-](?=\d)|(?<=\d)[ _‐‑-](?=\w)|(?<=\w)[_‐‑-](?=\w)", "", text.lower()
    )


def _are_near(one: Code, other: Code) -> bool:
    """Say whether one identifier may have been taken for another."""
    if one.key == other.key:
        return False
    if one.kind == "name":
        return _are_near_names(one.key.split(), other.key.split())
    if one.kind in {"flag", "phone", "mail", "numbered", "model", "version", "ruler"}:
        return True
    if one.kind == "scope":
        return bool({*one.key.split(":")} & {*other.key.split(":")})
    if one.kind in {"file", "url", "path", "word"}:
        return distance(one.key, other.key) <= _NEAR or _share_a_part(one.key, other.key)
    letters = [re.sub(r"\d+", "#", code.key) for code in (one, other)]
    return letters[0] == letters[1] or distance(one.key, other.key) <= _NEAR


def _share_a_part(one: str, other: str) -> bool:
    """Say whether two names of files, addresses or variables differ in one part."""
    first, second = re.split(r"[./@_]", one), re.split(r"[./@_]", other)
    differ = sum(a != b for a, b in zip(first, second, strict=False))
    return len(first) == len(second) > 1 and differ == 1


def _are_near_names(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether two names have as many parts, of which each is the same or a slip of the other.

    One letter of one part alone is a name misspelt.
    """
    if len(one) != len(other):
        return False
    off = [distance(a, b) for a, b in zip(one, other, strict=True)]
    alike = all(
        gap <= (_NEAR if len(a) > _SHORT + 1 else 1) and a[0] == b[0] and not _is_form(a, b)
        for gap, a, b in zip(off, one, other, strict=True)
    )
    return alike and sum(off) >= _NEAR


def _is_form(one: str, other: str) -> bool:
    """Say whether one part is the other with an ending, or an initial of it."""
    return one != other and (
        (one.startswith(other) or other.startswith(one)) and min(len(one), len(other)) != _SHORT
    )
