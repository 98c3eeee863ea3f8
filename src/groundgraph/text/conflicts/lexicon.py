"""Words that tell two things, times or measures of one kind apart."""

from __future__ import annotations

from groundgraph.text.quantities.written.stems import stem


def _groups(lines: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(line.split()) for line in lines.strip().splitlines())


MEASURES = _groups(
    """
average mean median typical typically usually normally generally
minimum least minimal
maximum most maximal max
total combined altogether overall
net
gross
former formerly previous previously before originally initially earlier prior until original
initial
expected expects expect forecast forecasts planned plans plan proposed proposes target goal aims \
will shall scheduled projected budgeted
asked sought demanded requested wanted
could would might should estimated estimates
half halfway partly partially
including excluding without
another other else additional extra further
record peak
if unless
"""
)
"""What is measured, and how sure it is: where one of two sentences has a word of a line and the
other none, they may tell of two things."""

OFFICES = _groups(
    """
former formerly previous previously predecessor past until ex retired late first original
deputy vice assistant acting interim
"""
)
"""What tells a holder of an office from one who held it, or another one."""

_KINDS = """
small large big little mini tiny medium
junior senior
male female
north south east west northern southern eastern western
upper lower inner outer
first second third fourth last
free basic standard pro premium plus advanced enterprise lite ultimate personal business
adult child children infant elderly student family
summer winter spring autumn
morning afternoon evening night
domestic international foreign local
public private
primary secondary
single double triple
left right front rear
old new
desktop server mobile web online
indoor outdoor
hot cold warm
wet dry raw cooked
red blue green black white yellow
own rented used
"""
KINDS = frozenset(stem(word) for word in _KINDS.split())
"""Words before a noun that tell one thing of its kind from another."""
NUMBERED = frozenset(
    stem(word)
    for word in """version release edition volume chapter section part clause article appendix
    team group class level grade phase stage step type model category tier zone room floor gate
    platform terminal building block round game episode season week day lesson unit trial study
    test site v""".split()
)
"""Nouns that a number or letter tells apart: "version 3", "team B"."""
ATTRIBUTES = frozenset(
    stem(word)
    for word in """population capacity size length width height depth weight age number amount
    total price cost fee fare rent value rate share speed temperature area distance duration time
    date year level salary wage income revenue turnover profit loss budget dose period limit
    maximum minimum average score result name use rise increase decrease growth collapse crash
    fire storm battle discovery foundation opening construction citizen resident member employee
    inhabitant student end start beginning case city town village county state province lake
    island mount university house museum bank union republic kingdom report study survey article
    paper review handbook leaflet website statement test trial figures data kind type lot set pair
    cup""".split()
)
"""What "of X" may follow where X is still what is meant: "the depth of Lake Ymir"."""
PARTS = frozenset(
    stem(word)
    for word in """side slope part half section women men member centre center wing division unit
    subsidiary branch district suburb top bottom third quarter majority minority share portion rest
    staff chapter volume floor edge tip bank end beginning""".split()
)
"""What stands before "of X" where only a part of X is meant."""
OPPOSED_LINKS = {"with": "without", "without": "with", "before": "after", "after": "before"}
"""Prepositions that say the opposite of the same thing."""
RECURRING = frozenset(
    stem(word)
    for word in """win score play host visit meet hold count report sell record lose beat elect hit
    flood rise fall travel tour perform happen occur defeat earn spend raise cut""".split()
)
"""What may happen again, on another date."""
LIGHT = frozenset(
    stem(word)
    for word in """be is are was were been have has had do does did get gets got come comes came go
    goes went take takes took make makes made give gives gave put set say says said report reports
    reported state states stated""".split()
)
"""Verbs that say little of what happened."""
SETTING = frozenset("in at on for with without during outside within online".split())
"""Words before a case of which alone something is told: "in winter", "for members"."""
SOURCES = frozenset(
    stem(word)
    for word in """report study survey article paper review handbook leaflet website statement trial
    figures data release press interview speech letter notice guide page post document fact total
    all general present moment average addition""".split()
)
"""Words of where something is told, and other words before a comma that set no case."""
RESTRICTING = frozenset("in for with under at on during to from of when while".split())
"""Words behind which two sentences may name different things."""
