"""Words of numbers, for all who read or write them.

Four readers share them, as each asks another question, and what the first three answer are features
that shipped heads were fitted on or are shifted by: `groundgraph.text.numbers` compares numbers as
they are written, `groundgraph.text.amounts` those with a unit within some room;
`groundgraph.text.quantities.written.numerals` reads them exactly, with the digits that they show;
and `groundgraph.methods.kea.literals` reads those of a label of a graph.
"""

from __future__ import annotations

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"""

ONES = {word: value for value, word in enumerate(_ONES.split())}
"""0 to 19."""
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
"""20 to 90."""
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
SCALES |= {"trillion": 10**12}
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split(), start=1)}
"""1 to 20."""


def bare_number(number: str) -> str:
    """Write a number without commas, and without zeros that say nothing.

    >>> bare_number("1,200.50"), bare_number("007"), bare_number("0.0")
    ('1200.5', '7', '0')
    """
    whole = number.replace(",", "")
    whole = whole.rstrip("0").rstrip(".") if "." in whole else whole
    return whole.lstrip("0") or "0"


LABELLED = frozenset(
    """day step grade level chapter section sections page version build ticket order priority
    number no gate room flight article phase part week stage class type model route line platform
    table figure fig case passage passages option group loan plan unit tier zone round act rule
    question item volume season episode appendix paragraph para § # release terminal exit highway
    interstate bus track lot block building form schedule clause node flat apartment suite ward bay
    pump hall shelf aisle door pier""".split()
)
"""Words whose number is the name of one of them: "day 3", "gate 12"."""
