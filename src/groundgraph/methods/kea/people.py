"""Two persons of one family name, whom embeddings take for one."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.names import folded
from groundgraph.text.statements.coreference import gender

_SHORT_FORMS = tuple(
    map(
        frozenset,
        map(
            str.split,
            """robert bob bobby rob|william bill billy will|richard dick rick|john jack johnny
            |james jim jimmy|margaret peggy maggie meg|elizabeth liz beth betty lisa eliza
            |edward ted ned eddie|henry harry hank|charles chuck charlie|anthony tony
            |katherine catherine kate kathy|michael mike mick|joseph joe|thomas tom
            |alexander alexandra sasha|mary molly polly|patrick paddy|david dave
            |theodore ted|francis frank|frances fran|anna ann anne nancy|helen nell
            |dorothy dot|john ivan hans jan|sarah sally|susan sue|lawrence larry""".split("|"),
        ),
    )
)
_TITLES = frozenset(
    """mr mrs ms miss dr prof professor sir dame lord lady king queen prince princess duke duchess
    count countess pope father mother brother sister uncle aunt saint st president senator judge
    captain general""".split()
)


@lru_cache(maxsize=1 << 12)
def are_two_people(one: str, other: str) -> bool:
    """Say whether two labels are names of two persons of one family.

    Both begin with a known given name, and not with two forms of one.

    >>> are_two_people("John Pike", "Jane Pike"), are_two_people("Bill Pike", "William Pike")
    (True, False)
    >>> are_two_people("Mr Pike", "Jane Pike"), are_two_people("J. Pike", "Jane Pike")
    (False, False)
    >>> are_two_people("North Pike", "South Pike")
    False
    """
    first, second = (
        tuple(part for part in map(folded, label.split()) if part not in _TITLES)
        for label in (one, other)
    )
    if min(len(first), len(second)) < 2 or first[-1] != second[-1]:
        return False
    given = first[0], second[0]
    if given[0].startswith(given[1]) or given[1].startswith(given[0]):
        return False
    if not set(first[:-1]).isdisjoint(second[:-1]) or not all(_is_given(name) for name in given):
        return False
    return not any(forms.issuperset(given) for forms in _SHORT_FORMS)


def _is_given(name: str) -> bool:
    return gender(frozenset({name})) != ""
