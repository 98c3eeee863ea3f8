"""Terms that a contract or statute defines for a name: 'Oakley Estates LLP (the "Landlord")'.

Where the term stands later, the name can be read beside it: "The Landlord Oakley Estates LLP".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundgraph.text.documents.plain_text import PlainText

_QUOTED = r"[\"“”‘’'*]{1,3}"
_TERM = r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+)?"
_DEFINES = re.compile(
    rf"\(\s?(?:(?:herein)?after\s(?:called|referred\sto\sas|known\sas)?,?\s?)?"
    rf"(?:the\s{_QUOTED}(?P<quoted>{_TERM}){_QUOTED}|{_QUOTED}(?:the\s)?(?P<inside>{_TERM}){_QUOTED}"
    rf"|the\s(?P<bare>{_TERM}))\s?\)"
)
_WORD = r"[A-Z][\w&'’-]*\.?"
_NAME = re.compile(rf"{_WORD}(?:,?\s(?:(?:of|and|for|de|&)\s)?{_WORD}){{0,7}}")
_PARTY = re.compile(
    rf"(?:^|[.;:]\s|\bbetween\s|\bamong\s|\band\s|\(\w{{1,3}}\)\s|\n)(?P<name>{_NAME.pattern}),"
    r"\s(?:an?|of|whose|which|having|with|registered|incorporated|organi[sz]ed|acting|existing)\s"
)
"""A party's name where more is told of it before its term, such as a registered office."""
_MENTIONS = re.compile(rf"\b[Tt]he (?P<term>{_TERM})\b(?!{_QUOTED}\s?\)|\s?\)|[ -][A-Z])")
"""Terms as parties, "the Tenant", and not in "the Tenant Fees Act"."""
_FARTHEST = 300
"""Characters before its term in which a party's name is looked for."""


def definitions(texts: Iterable[str]) -> dict[str, str]:
    """Return the name that each term is defined for, where it is defined for one alone.

    >>> definitions(['A lease by Oakley Estates LLP (the "Landlord") to Ann Hill (the "Tenant").'])
    {'Landlord': 'Oakley Estates LLP', 'Tenant': 'Ann Hill'}
    """
    found: dict[str, set[str]] = {}
    for text in texts:
        for term, name, *_ in _defined(text):
            found.setdefault(term, set()).add(name)
    return {term: names.pop() for term, names in found.items() if len(names) == 1}


class _Definition(NamedTuple):
    """A term, the name that it is defined for, where both stand, and where the brackets do."""

    term: str
    name: str
    span: Span
    brackets: Span


@lru_cache(maxsize=1024)
def _defined(text: str) -> tuple[_Definition, ...]:
    if "(" not in text:
        return ()
    found = []
    before = 0
    for match in _DEFINES.finditer(text):
        first = max(before, match.start() - _FARTHEST)
        own = _name_before(text[first : match.start()])
        term = match["quoted"] or match["inside"] or match["bare"]
        if own and term not in own[0] and (" " in own[0] or not match["bare"]):
            brackets = Span(len(text[: match.start()].rstrip()), match.end())
            found.append(_Definition(term, own[0], Span(first + own[1], match.end()), brackets))
        before = match.end()
    return tuple(found)


def _name_before(told: str) -> tuple[str, int] | None:
    """Return the name that a party's description opens with, or that it is, and where."""
    parties = list(_PARTY.finditer(told))
    if parties:
        return parties[-1]["name"], parties[-1].start("name")
    names = [match for match in _NAME.finditer(told) if not told[match.end() :].strip(" ,")]
    return (names[-1][0], names[-1].start()) if names else None


def with_names(text: str, defined: Mapping[str, str]) -> PlainText | None:
    """Read a text with the name behind each defined term, and definitions as sentences behind it.

    Args:
        text: A passage.
        defined: The name of each term.

    Returns:
        ``None`` where no term stands for its name there and none is defined.

    >>> with_names("The Tenant pays.", {"Tenant": "Ann Hill"}).text
    'The Tenant Ann Hill pays.'
    """
    own = [each for each in _defined(text) if defined.get(each.term) == each.name]
    meant = [match for match in _MENTIONS.finditer(text) if match["term"] in defined]
    if not own and not meant:
        return None
    pieces = [(Span(m.end(), m.end()), f" {defined[m['term']]}") for m in meant]
    pieces += [(each.brackets, "") for each in own]
    out = PlainWriter(text)
    place = 0
    for span, name in sorted(pieces):
        out.keep(place, span.start)
        out.put(name, *span)
        place = span.end
    out.keep(place, len(text))
    for each in own:
        out.put(f" {definition(each.term, each.name)}", *each.span)
    return out.collected()


def definition(term: str, name: str) -> str:
    """Return the sentence as which a definition is read."""
    return f"{name} is the {term}."
