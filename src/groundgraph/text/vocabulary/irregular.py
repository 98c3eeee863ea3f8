"""Forms of verbs that no rule makes."""

from __future__ import annotations

from groundgraph.text.vocabulary import lines

_FORMS = [line.split() for line in lines("irregular.txt")]
_OTHER = frozenset({"lay", "wound"})
"""Forms that are as often another verb's base form."""

BASES = {
    form: base for base, *forms in _FORMS for form in forms if form != base and form not in _OTHER
}
"""Base form of each other form."""
PASTS = {base: past for base, past, *_ in _FORMS}
"""Past form of each base form."""
SIMPLE = {others[0]: past for _, past, *others in _FORMS if others}
"""Past form of each participle."""
PRETERITES = frozenset(past for _, past, *others in _FORMS if others and others[0] != past)
"""Past forms that are no participles: "went", "shrank"."""
UNCHANGED = frozenset(base for base, *forms in _FORMS if forms[:2][-1] == base)
"""Participles that are their base forms: "run", "set"."""
