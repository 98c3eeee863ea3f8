"""Keys by which words of a claim and of its evidence are held to be the same."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.quantities.written.stems import stem as measured_stem

# Each line: words that say the same in most texts, held for the first of them.
_SAME = """
spouse husband wife
sibling brother sister
allow permit authorise authorize permitted allowed
forbid forbidden prohibit ban banned
company firm
illness disease sickness
doctor physician
medicine drug medication
ship vessel boat
repair mend
show display shown
help assist aid
happen occur
pupil student
lawyer attorney
reply respond answer
keep kept retain
receive obtain
provide supply
say said says state stated
part portion share
amend alter modify change
use used using
choose chose chosen select
begin begun
send sent
bring brought
find found
think thought
teach taught
meet met
feel felt
tell told
mean meant
eat ate eaten
go went gone goes
do did done
hear heard
break broke broken
grow grew
fly flew flown
throw threw thrown
steal stole stolen
shut close
delete remove
purchase buy
quick rapid fast
sick ill
near nearby
whole entire
wrong incorrect
correct accurate
kid child
movie film
area region place
road street
dentist dental
forbidden barred
"""
_ENDINGS = "icat ator ativ ation at iv or er al abl ibl anc enc ment ness ity y".split()
_LEAST = 4


def _same() -> dict[str, str]:
    heads: dict[str, str] = {}
    for line in _SAME.strip().splitlines():
        first, *others = line.split()
        head = measured_stem(first)
        heads.setdefault(head, head)
        for word in others:
            heads.setdefault(word, head)
            heads.setdefault(measured_stem(word), head)
    return heads


_HEADS = _same()


@lru_cache(maxsize=1 << 15)
def key(word: str) -> str:
    """Return what a lower-case word is compared by.

    >>> key("husband") == key("wife"), key("permitted") == key("allowed"), key("went") == key("go")
    (True, True, True)
    """
    plain = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    return _HEADS.get(plain) or _chained(measured_stem(plain or word))


def _chained(stem: str) -> str:
    found = _HEADS.get(stem)
    return found if found is not None else _bare(stem)


def _bare(stem: str) -> str:
    """Take off the ending that makes "rotator" of "rotate" and "certificate" of "certify"."""
    for ending in _ENDINGS:
        if stem.endswith(ending) and len(stem) - len(ending) >= _LEAST:
            return stem[: -len(ending)]
    return stem
