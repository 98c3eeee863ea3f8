"""Base forms of verbs."""

from __future__ import annotations

import re
from functools import lru_cache

from groundgraph.text.english.tagging import lexicon, stems

# base: its irregular forms.
_IRREGULAR = """
be am is are was were been being
bear bore born borne
beat beaten
become became
begin began begun
bend bent
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
come came
cost costs
creep crept
deal dealt
die dying
dig dug
do did done does
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
have has had having
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lie lay lain lying
light lit
lose lost
make made
mean meant
meet met
overcome overcame
oversee oversaw overseen
overtake overtook overtaken
overthrow overthrew overthrown
pay paid
prove proven
ride rode ridden
ring rang rung
rise rose risen
run ran
say said says
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
speed sped
spend spent
stand stood
steal stole stolen
stick stuck
strike struck stricken
swear swore sworn
sweep swept
swim swam swum
swell swollen
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
undergo underwent undergone
understand understood
uphold upheld
wake woke woken
wear wore worn
weave wove woven
win won
withdraw withdrew withdrawn
withhold withheld
wind wound
write wrote written
"""
_BASE = {
    form: base
    for line in _IRREGULAR.strip().splitlines()
    for base, *forms in [line.split()]
    for form in forms
    if (base, form) not in {("find", "founds"), ("lie", "lay"), ("wind", "wound")}
}


_SHORT = re.compile(r"([^aeiou]{0,4}[aeiou][^aeiouwxy])(?:ed|ing)")
_LEAST = 4
"""Letters that a participle has at least behind "un-"."""
_VERBAL = ("ise", "ize", "ate")
"""Ends of verbs, by which one that the lexicon lacks is known: "equalise" of "equalised"."""


@lru_cache(maxsize=1 << 14)
def lemma(word: str) -> str:
    """Return the base form of a lower-case verb.

    >>> [lemma(word) for word in ("sued", "given", "hands", "stopping", "carries", "founded")]
    ['sue', 'give', 'hand', 'stop', 'carry', 'found']
    >>> [lemma(word) for word in ("need", "miss", "equalised", "noted")]
    ['need', 'miss', 'equalise', 'note']
    """
    if word in _BASE:
        return _BASE[word]
    short = _SHORT.fullmatch(word)
    if short is not None:
        return f"{short[1]}e"  # a verb "not" would have "notted"
    known = lexicon()
    bases = stems(word)
    bases += [base[:-1] for base in bases if base.endswith("ll")]  # "controlled"
    found = [base for base in (*bases, word) if known.get(base, "") in {"VB", "NV", "AV"}]
    found = found or [base for base in bases if base in known or base.endswith(_VERBAL)]
    return (found or bases)[0]


PRETERITES = frozenset(
    forms[0] for line in _IRREGULAR.strip().splitlines() if len(forms := line.split()[1:]) > 1
)
"""Past forms that are no participles: "went", "shrank"."""


@lru_cache(maxsize=1 << 14)
def is_inflected(word: str) -> bool:
    """Say whether a lower-case word is another form of a verb than its base."""
    return word in _BASE or (lemma(word) != word and word.endswith(("ed", "ing", "s")))


@lru_cache(maxsize=1 << 14)
def unprefixed(word: str) -> str:
    """Return the participle that "un-" denies, or "".

    >>> unprefixed("unaffected"), unprefixed("united")
    ('affected', '')
    """
    rest = word.removeprefix("un")
    if rest == word or len(rest) < _LEAST or not (rest.endswith("ed") or rest in _BASE):
        return ""
    return rest if lexicon().get(lemma(rest), "") in {"VB", "NV", "AV"} else ""
