"""Verbs and prepositions that a clause is read differently for."""

from __future__ import annotations

LIGHT = frozenset(
    """take takes took taken taking make makes made making have has had having give gives gave
    given giving hold holds held""".split()
)
"""Verbs whose object says what happens: "took part in", "has a population of"."""

CONTROL = frozenset(
    """ask asks asked expect expects expected tell tells told force forces forced order orders
    ordered allow allows
    allowed help helps helped urge urges urged want wants wanted persuade persuaded enable
    enables enabled require requires required encourage encouraged invite invited""".split()
)
"""Verbs whose object does what the infinitive says: "asked pupils to change"."""

NAMING = frozenset(
    """named labelled branded dubbed appointed elected called made crowned declared voted
    considered deemed gave given titled nicknamed""".split()
)
"""Verbs with two objects that name the same thing, or give one to the other."""

DANGLING = frozenset(
    """using based given according regarding concerning considering including following depending
    assuming judging""".split()
)
"""Participles that tell of whoever speaks, not of the subject behind them."""

CLAUSE_LINKS = frozenset("before after as since until for like than".split())
"""Prepositions that a whole clause may follow."""

LIST_LINKS = frozenset({"such as", "including", "like", "e.g."})
"""What stands before examples."""

PLACING = frozenset(
    """in on at within inside outside under below above over near behind between among beside
    around across along opposite throughout""".split()
)
"""Prepositions that tell where there is something."""

SOURCING = frozenset({"according", "depending", "judging"})
"""Participles that tell nothing of any subject."""

SEEMS = frozenset({"became", "become", "becomes", "remains", "remained", "seems", "seemed"})
"""Verbs that an adjective completes, as it does "is"."""

ACTIVE = frozenset(
    """served worked lived moved returned died retired played studied remained continued appeared
    attended practiced practised joined started went became performed graduated resigned""".split()
)
"""Past forms that are active even after "was born and"."""
