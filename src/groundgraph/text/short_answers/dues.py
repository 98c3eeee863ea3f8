"""Whether something is needed, paid or allowed, where the evidence says so in other words.

"Is there a fee for parking?" is answered by "Parking is included in the rent.", "Do I need to
register?" by "Registration is optional.", "Can pets stay?" by "Pets are welcome.", and "Do Swiss
citizens need a visa?" by "Citizens of Switzerland enter visa-free.". A sentence answers that says
it of all of its subject; one on a condition, or of some, does not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.short_answers.polar_answers import LIMITED, Said
from groundgraph.text.words import content_stems, stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit

_DETERMINER = r"(?:an?|any|the|my|our|your|their|his|her|its)"
_PAYS = re.compile(
    rf"(?:(?:have|need) to )?pay (?:extra |more |anything |a fee )?(?:for|to) {_DETERMINER}?\b(.+)",
    re.IGNORECASE,
)
_FEE = re.compile(
    r"(?:an?|any) (?:extra |additional )?(?:fee|charge|cost) (?:for|to|of) (.+)", re.IGNORECASE
)
_COSTS = re.compile(r"cost (?:anything|something|extra|money)\Z", re.IGNORECASE)
_HAS_TO = re.compile(rf"(?:need|have) to ([a-z]+)(?: {_DETERMINER})?\b(.*)", re.IGNORECASE)
_NEEDS = re.compile(
    rf"(?:need|require) (?:to (?:have|get|bring) )?(?:{_DETERMINER} )?([a-z]{{3,20}})\b(.*)",
    re.IGNORECASE,
)
_COMES = re.compile(
    r"(?:stay|come(?: in| along)?|enter|attend|visit|join(?: in)?|go in)\Z", re.IGNORECASE
)
_FREE_OF = re.compile(
    r"\bwithout (?:an?|any|the) ([a-z]{3,20})\b|\b([a-z]{3,20})-free\b", re.IGNORECASE
)
_SAYS = re.compile(
    r"(?P<of>[^,;:.]{1,60}?) (?:is|are|comes?|costs?) (?P<no>not )?"
    r"(?:(?:always|also|entirely|completely|very|strictly) )?"
    r"(?:(?P<free>included|free of charge|free|complimentary)"
    r"|(?P<priced>[$€£]\s?\d[\d.,]{0,10})"
    r"|(?P<optional>optional|voluntary|unnecessary)"
    r"|(?P<needed>mandatory|required|compulsory|obligatory|necessary|needed)"
    r"|(?P<allowed>welcome|allowed|permitted|admitted)"
    r"|(?P<banned>forbidden|prohibited|banned))\b(?P<tail>[^;]{0,80}?)\.?\Z",
    re.IGNORECASE,
)
_YES = {
    "pay": {"free": False, "priced": True},
    "need": {"optional": False, "needed": True},
    "come": {"allowed": True, "banned": False},
}
_WITH = re.compile(
    r"in (?:the|your|all|every|each)(?: (?!for\b|with\b|of\b|on\b|from\b)[a-z]{1,20}){1,3}",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"for (?:all|everyone|everybody|every)\b[^,]*"
    r"|(?:for )?(?:[$€£]\s?\d[\d.,]{0,10} )?(?:per|an?|each|extra) [a-z ]{1,40}",
    re.IGNORECASE,
)
_ENTRY = frozenset(map(stem, "enter entry entrance admission".split()))
_ASKERS = frozenset({"i", "you", "we", "they", "there", "one", "people", "visitors", "guests"})
_ALIKE = 5
"""First letters that words of one kin share: "register" and "registration"."""


def says_due(made: Statement, units: Sequence[Unit]) -> Said | None:
    """Return what the evidence says to a question of what is needed, paid or allowed.

    Args:
        made: The claim that a yes or no makes of its question.
        units: The evidence.

    >>> from groundgraph.text.asked.declaratives import statement
    >>> from groundgraph.text.passage_units import Unit
    >>> unit = Unit("1", None, "Parking is free of charge.", None)
    >>> says_due(statement("Is there a fee for parking?", "No."), [unit])
    Said(yes=False, place=0, reverse=False, surely=False)
    """
    form = made.form
    assert form is not None
    kind, of = _asked(form)
    if not of or any(word.negation for word in words(f"{form.before} {form.after}")):
        return None
    asked = content_stems(f"{form.before} {form.after}")
    found = [
        Said(yes, place)
        for place, unit in enumerate(units)
        if (yes := _told(kind, of, asked, unit.text)) is not None
    ]
    return found[0] if len({said.yes for said in found}) == 1 else None


def _asked(form: Form) -> tuple[str, frozenset[str]]:
    """Return what a question asks, and the stems of what it asks of."""
    after = form.after
    of = _PAYS.match(after) or (_FEE.match(after) if form.before.lower() == "there" else None)
    if of:
        return "pay", content_stems(of[1])
    if _COSTS.match(after):
        return "pay", content_stems(form.before)
    must = after if form.auxiliary.lower() == "must" else ""
    if form.before.lower() in _ASKERS and (
        has := _HAS_TO.match(f"have to {must}" if must else after)
    ):
        return "need", content_stems(f"{has[1]} {has[2]}")
    if needs := _NEEDS.match(after):
        return needs[1].lower(), content_stems(f"{form.before} {needs[2]}")
    if form.auxiliary.lower() in {"can", "may"} and _COMES.match(after):
        return "come", content_stems(form.before)
    return "", frozenset()


def _told(kind: str, of: frozenset[str], asked: frozenset[str], text: str) -> bool | None:
    """Return the yes or no of a sentence, ``None`` where it leaves the question open."""
    if LIMITED.search(text.replace("free of charge", "free")):
        return None
    if kind not in _YES:
        return _without(kind, of, text)
    said = _SAYS.match(text)
    if said is None or not _same(of, content_stems(said["of"])):
        return None
    yes = next((yes for state, yes in _YES[kind].items() if said[state]), None)
    tail = said["tail"].strip()
    if said["free"] and _WITH.fullmatch(tail):
        tail = ""
    if yes is None or (tail and not _OF_ALL.fullmatch(tail) and not content_stems(tail) <= asked):
        return None
    return yes is not bool(said["no"])


def _without(thing: str, of: frozenset[str], text: str) -> bool | None:
    """Return ``False`` where a sentence says that things are done without a thing."""
    free = {name.lower() for found in _FREE_OF.findall(text) for name in found}
    if thing not in free or any(word.negation for word in words(text)):
        return None
    held = content_stems(text)
    return False if all(any(_kin(one, other) for other in held) for one in of) else None


def _same(of: frozenset[str], told: frozenset[str]) -> bool:
    return len(of) == len(told) and all(any(_kin(one, other) for other in told) for one in of)


def _kin(one: str, other: str) -> bool:
    if one == other or (one in _ENTRY and other in _ENTRY):
        return True
    return len(one) >= _ALIKE and one[:_ALIKE] == other[:_ALIKE]
