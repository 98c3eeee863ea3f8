"""Who did what to whom, over how many facts, and what stands in a list or table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from training.made.invented import ITEMS, JOBS, MONTHS, actors, firms, joined, others, people, towns
from training.made.kits import Amount, Attribute, State, kit
from training.made.tellings import Telling, Twins, sentence, told, twins

if TYPE_CHECKING:
    from training.made.tellings import Pick, Tell

_DEEDS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("acquired", "acquired"), ("bought", "bought"), ("took over", "taken over")),
    (("sued", "sued"), ("took to court", "taken to court"), ("brought a case against", "sued")),
    (("defeated", "defeated"), ("beat", "beaten"), ("won against", "defeated")),
    (("hired", "hired"), ("gave a job to", "given a job"), ("employed", "employed")),
    (("praised", "praised"), ("spoke well of", "praised")),
    (("visited", "visited"), ("paid a visit to", "paid a visit")),
    (("criticised", "criticised"), ("found fault with", "criticised")),
    (("replaced", "replaced"), ("took the place of", "replaced")),
    (("funded", "funded"), ("gave money to", "given money")),
    (("trained", "trained"), ("taught", "taught"), ("instructed", "instructed")),
    (("nominated", "nominated"), ("put forward", "put forward")),
    (("rescued", "rescued"), ("saved", "saved")), (("warned", "warned"), ("alerted", "alerted")),
    (("thanked", "thanked"), ("expressed gratitude to", "thanked")),
    (("overtook", "overtaken"), ("got ahead of", "overtaken")), (("blamed", "blamed"),),
    (("succeeded", "succeeded"), ("came after", "succeeded")), (("sponsored", "sponsored"),),
    (("accused", "accused"), ("brought charges against", "accused")), (("invited", "invited"),),
    (("represented", "represented"), ("spoke on behalf of", "represented")), (("audited",
     "audited"),),
    (("reported", "reported"),), (("called", "called"), ("rang", "rung up")), (("paid", "paid"),),
    (("followed", "followed"), ("went behind", "followed")), (("interviewed", "interviewed"),),
)  # fmt: skip
_ACTIVE = ("{a} {did} {b}{when}", "{when0}{a} {did} {b}", "it was {a} who {did} {b}{when}",
           "what happened is that {a} {did} {b}", "{a} is known to be the one who {did} {b}",
           "{b} is the one whom {a} {did}")  # fmt: skip
_PASSIVE = ("{b} was {done} by {a}{when}", "{when0}{b} was {done} by {a}",
            "{b} got {done} by {a}{when}",
            "it was {b} who was {done} by {a}{when}", "{b} had been {done} by {a}",
            "the one {done} by {a} was {b}")  # fmt: skip
_DENIED = ("it was {b} who was {done} by {a}, not the other way round",
           "{a} was not {done} by {b}: {a} {did} {b}", "{b} did not do it: {a} {did} {b}",
           "{a} {did} {b}, {b} never {did} {a}")  # fmt: skip
_INVERSE = (
    ("{a} sold its yard to {b}", "{b} bought the yard of {a}", "the yard of {a} was sold to {b}"),
    ("{a} lent a boat to {b}", "{b} borrowed a boat from {a}", "a boat was lent to {b} by {a}"),
    ("{a} reports to {b}", "{b} is the superior of {a}", "{b} is who {a} reports to"),
    ("{a} taught {b}", "{b} was a pupil of {a}", "{b} learned from {a}"),
    ("{a} lost to {b}", "{b} beat {a}", "{b} won against {a}"),
    ("{a} is a subsidiary of {b}", "{b} owns {a}", "{a} belongs to {b}"),
    ("{a} received a letter from {b}", "{b} wrote to {a}", "a letter was sent to {a} by {b}"),
    ("{a} owes money to {b}", "{b} is owed money by {a}", "{b} is a creditor of {a}"),
    ("{a} is older than {b}", "{b} is younger than {a}", "of the two, {a} is the older"),
    ("{a} stands north of {b}", "{b} stands south of {a}", "south of {a} stands {b}"),
    ("{a} supplies {b} with parts", "{b} gets its parts from {a}",
     "the parts of {b} come from {a}"),
    ("{a} is the child of {b}", "{b} is a parent of {a}", "{a} was born to {b}"),
)  # fmt: skip


def roles(pick: Pick) -> Telling:
    """Who did it, and to whom, in active and passive, and in words for either side."""
    a, b = actors(pick, 2)
    if pick.random() < 1 / 3:
        return _inverse(pick, a, b)
    deeds = pick.of(_DEEDS)
    form = pick.of(_ACTIVE + _PASSIVE)
    when = pick.choice(("", f" in {pick.randrange(1960, 2024)}", f" in {pick.choice(MONTHS)}"))
    when = when if "{when" in form else ""
    dated = {"when": when, "when0": f"{when.strip()}, " if when else ""}
    shown, _ = _named(pick, deeds, a, b, dated)
    facts, mirror = told(form, shown), told(form, {**shown, "a": b, "b": a})
    pairs = []
    for forms in (_ACTIVE, _PASSIVE, _ACTIVE + _PASSIVE + _DENIED):
        one, other = _named(pick, deeds, a, b, dated)
        pairs.append(twins(pick, forms, one, other))
    did, done = pick.choice(deeds)
    pairs.append(pick.choice((Twins(a, b, f"who {did} whom: who did it"),
                              Twins(b, a, f"who was {done}"))))  # fmt: skip
    return Telling(facts, mirror, pairs)


def _inverse(pick: Pick, a: str, b: str) -> Telling:
    """Tell it in words of which some begin with the one side, some with the other."""
    forms = pick.of(_INVERSE)
    form = pick.choice(forms)
    one, other = {"a": a, "b": b}, {"a": b, "b": a}
    pairs = [
        Twins(pick.choice(forms).format(**one), pick.choice(forms).format(**other))
        for _ in range(2)
    ]
    return Telling(told(form, one), told(form, other), [*pairs, twins(pick, forms, one, other)])


def _named(
    pick: Pick, deeds: tuple[tuple[str, str], ...], a: str, b: str, dated: dict[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    did, done = pick.choice(deeds)
    shown = {"did": did, "done": done, **dated}
    return {"a": a, "b": b, **shown}, {"a": b, "b": a, **shown}


_BESIDE = 0.8
_GIFTS = ("{a} sold {x} to {b}", "{b} bought {x} from {a}", "{x} were sold to {b} by {a}",
          "{a} is the seller of {x}, {b} the buyer", "{b} got {x} from {a}, who sold them",
          "{b} is whom {a} sold {x} to", "{a} was paid for {x} by {b}")  # fmt: skip


def gifts(pick: Pick) -> Telling:
    """Who sold what to whom."""
    a, b, c = actors(pick, 3)
    x, y = others(pick, ITEMS, 2)
    one = {"a": a, "b": b, "x": x}
    turned = pick.choice(
        (
            {**one, "a": b, "b": a},
            {**one, "a": b, "b": a},
            {**one, "x": y},
            {**one, "a": c},
            {**one, "b": c},
        )
    )
    beside = {"a": b, "b": c, "x": y}
    form, theirs = pick.of(_GIFTS), pick.of(_GIFTS)
    more = told(theirs, beside) if pick.random() < _BESIDE and turned["x"] == x else []
    pairs = [twins(pick, _GIFTS, one, turned) for _ in range(3)]
    return Telling(told(form, one) + more, told(form, turned) + more, pairs)


_WORKS = (
    "{p} works for {a}",
    "{a} employs {p}",
    "{p} has joined {a}",
    "{p} is on the staff of {a}",
    "{a} is where {p} works",
    "{p} was taken on by {a}",
    "among those who work for {a} is {p}",
)
_WHERE = ("the {noun} that employs {p}", "the {noun} where {p} works", "the employer of {p}",
          "the {noun} that {p} works for", "the {noun} which has taken {p} on")  # fmt: skip


def hops(pick: Pick) -> Telling:
    """Two facts must be put together; the wrong claim takes a wrong turn at one of them."""
    own = kit(pick)
    noun, (a, b) = own.things(pick, 2)
    p, q = people(pick, 2)
    every: list[Attribute | State] = [*own.attributes, *own.attributes, *own.states]
    attribute = pick.choice(every)
    if isinstance(attribute, Attribute):
        forms, (x, y) = attribute.forms, attribute.values(pick, 2)
        said = [[form.format(a=thing, x=v) for form in forms] for thing, v in ((a, x), (b, y))]
        turned = [[form.format(a=thing, x=v) for form in forms] for thing, v in ((a, y), (b, x))]
    else:
        said = [
            [form.format(a=thing) for form in side]
            for thing, side in zip((a, b), attribute, strict=True)
        ]
        turned = [
            [form.format(a=thing) for form in side]
            for thing, side in zip((b, a), attribute, strict=True)
        ][::-1]
    link = pick.of(_WORKS)
    links = told(link, {"p": p, "a": a}, {"p": q, "a": b})
    number = pick.randrange(len(said[0]))
    if pick.random() < 1 / 2:
        facts = [*links, *(sentence(s[number % len(s)]) for s in said)]
        mirror = [*links, *(sentence(s[number % len(s)]) for s in turned)]
    else:
        last = [sentence(s[number % len(s)]) for s in said]
        facts, mirror = [*links, *last], [*told(link, {"p": q, "a": a}, {"p": p, "a": b}), *last]
    pairs = []
    for who in pick.sample((p, q), 2):
        where = pick.of(_WHERE).format(p=who, noun=noun)
        right, wrong = (said if who == p else said[::-1]), (turned if who == p else turned[::-1])
        at, of = (a, b) if who == p else (b, a)
        n = pick.randrange(len(right[0]))
        ours = right[0][n % len(right[0])].replace(at, where)
        theirs = _other(wrong[0], right[1], n, at, of).replace(at, where)
        pairs.append(Twins(ours, theirs))
    return Telling(facts, mirror, pairs)


def _other(turned: list[str], other: list[str], n: int, at: str, of: str) -> str:
    """Return what is said of the other thing, said of this one."""
    return (other[n % len(other)] if other else turned[n]).replace(of, at)


_CHAINS = ("{a} {m}; it {x}. {b} {n}; it {y}.",
           "{a} {m} and {b} {n}. The former {x}, the latter {y}.",
           "There are {a} and {b}. The first {x}. The second {y}.",
           "{a} {m}. It {x}, whereas {b}, which {n}, {y}.",
           "{b}, of which we know that it {n}, {y}. {a} {m}. This one {x}.",
           "{a} and {b} are unlike: the one {x}, the other {y}.")  # fmt: skip


def coreference(pick: Pick) -> Telling:
    """What "it", "the former" and "the second" stand for."""
    own = kit(pick)
    noun, (a, b) = own.things(pick, 2)
    parts = [
        (one.removeprefix("{a} "), two.removeprefix("{a} "))
        for state in own.states
        for one in state.is_so
        for two in state.is_not
        if one.startswith("{a} ") and two.startswith("{a} ") and "{a}" not in one[3:] + two[3:]
    ]
    x, y = pick.choice(parts)
    m, n = pick.sample((f"is a {noun} of some age", "is well known", "has a new name",
                        "was in the news", f"is the {noun} next to the river",
                        "is rather small"), 2)  # fmt: skip
    form = pick.of(_CHAINS)
    row = {"a": a, "b": b, "x": x, "y": y, "m": m, "n": n}
    facts, mirror = (
        [sentence(form.format(**row))],
        [sentence(form.format(**{**row, "x": y, "y": x}))],
    )
    pairs = [
        Twins(f"{a} {x}", f"{a} {y}"),
        Twins(f"{b} {y}", f"{b} {x}"),
        Twins(f"{a} {x}", f"{b} {x}"),
        Twins(f"{a} {x}, but {b} {y}", f"{b} {x}, but {a} {y}"),
    ]
    return Telling(facts, mirror, pairs, free=False)


def pronouns(pick: Pick) -> Telling:
    """Who "he", "she" and "the baker" are."""
    a, b = people(pick, 2)
    (j, k), (x, y) = pick.sample(JOBS, 2), towns(pick, 2)
    form = pick.choice(("{a} is a {j}. {he} comes from {x}.",
    "{a}, a {j}, gave a talk. {he} is from {x}.",
                        "The {j} is called {a}. {he} was born in {x}."))  # fmt: skip
    he = pick.choice(("He", "She", "This person", "The {j}"))
    facts, mirror = (
        [form.format(a=who, j=job, x=town, he=he.format(j=job)) for who, job, town in rows]
        for rows in (((a, j, x), (b, k, y)), ((a, j, y), (b, k, x)))
    )
    homes = ("{a} comes from {t}", "the home of {a} is {t}", "{t} is where {a} is from",
             "{a}'s place of birth is {t}")  # fmt: skip
    pairs = [twins(pick, homes, {"a": who, "t": x}, {"a": who, "t": y}) for who in (a, f"the {j}")]
    return Telling(
        facts, mirror, [*pairs, Twins(a, b, f"who is from {x}"), Twins(x, y, f"where is {a} from")]
    )


_HAS = ("{a} {v} {l}", "what {a} {v} is this: {l}", "{l} are what {a} {v}",
        "the list of {a} has {l}",
        "on the list of {a} stand {l}", "{a}: {l}", "at {a} one finds {l}")  # fmt: skip
_WHOLE = ("{a} {v} {l} and nothing else", "{a} {v} only {l}", "the whole list of {a}: {l}",
          "all that {a} {v} is {l}", "apart from {l}, {a} {v} nothing")  # fmt: skip


def lists(pick: Pick) -> Telling:
    """What is in a list: a thing exchanged, left out, added, denied, counted."""
    a, b = firms(pick, 2)
    *own, stranger, added = pick.sample(ITEMS, pick.choice((5, 6)))
    verb = pick.choice(("makes", "sells", "ships", "repairs", "tests"))
    changed = [*own]
    at = pick.randrange(len(own))
    lost, changed[at] = own[at], stranger
    form = pick.of(_HAS[:1] + _HAS)
    kind = pick.choice(("exchanged", "exchanged", "grown", "order"))

    def claim(forms: tuple[str, ...], items: list[str]) -> str:
        return pick.of(forms).format(a=a, v=verb, l=joined(pick.sample(items, len(items))))

    if kind == "order":
        return _sequence(pick, own)
    if kind == "grown":
        more = [*own, added]
        facts, mirror = (
            [sentence(form.format(a=a, v=verb, l=joined(items)))] for items in (own, more)
        )
        pairs = [
            Twins(claim(_WHOLE, own), claim(_WHOLE, more)),
            Twins(f"{a} {verb} {len(own)} things", f"{a} {verb} {len(more)} things"),
            Twins(f"{added} are not among what {a} {verb}", f"{added} are among what {a} {verb}"),
        ]
        return Telling(facts, mirror, pairs)
    beside = pick.sample([i for i in ITEMS if i not in {*own, stranger}], 2)
    also = pick.random() < 1 / 2
    rows = [(own, [*beside, stranger]), (changed, [*beside, lost])]
    facts, mirror = (
        [
            sentence(form.format(a=f, v=verb, l=joined(items)))
            for f, items in zip((a, b), row, strict=True)
        ][: 1 + also]
        for row in rows
    )
    some = [lost, *pick.sample([i for i in own if i != lost], pick.choice((0, 1, 2)))]
    bad = [stranger, *some[1:]]
    only = "{x} but not {y} are on the list of {a}"
    pairs = [
        Twins(claim(_HAS[:1], some), claim(_HAS[:1], bad)),
        Twins(claim(_WHOLE, own), claim(_WHOLE, changed)),
        Twins(only.format(x=lost, y=stranger, a=a), only.format(x=stranger, y=lost, a=a)),
        Twins(f"{a} {verb} {lost}", f"{a} {verb} {stranger}"),
        Twins(f"{stranger} are missing at {a}", f"{lost} are missing at {a}"),
    ]
    return Telling(facts, mirror, pairs)


_STEPS = ("first comes {p}, then {q}, last {r}", "the order is {p}, {q}, {r}",
          "{p}, {q} and {r}, in this order",
          "one begins with {p}, goes on with {q} and ends with {r}",
          "{r} comes last, behind {q}, and {p} comes first")  # fmt: skip
_PLACES = ("{p} comes before {q}", "{q} comes after {p}", "{q} is behind {p} in the order",
           "{p} stands ahead of {q}")  # fmt: skip


def _sequence(pick: Pick, items: list[str]) -> Telling:
    one = dict(zip("pqr", items, strict=False))
    x, y = pick.sample("pqr", 2)
    other = {**one, x: one[y], y: one[x]}
    early, late = sorted((x, y))
    ours, theirs = ({"p": row[early], "q": row[late]} for row in (one, other))
    form = pick.of(_STEPS)
    pairs = [twins(pick, _STEPS, one, other), twins(pick, _PLACES, ours, theirs)]
    return Telling(told(form, one), told(form, other), pairs)


Column = tuple[Attribute | Amount, list[str]]


def table(pick: Pick) -> Telling:
    """A value of another row, in a table, a list of facts or JSON."""
    own = kit(pick)
    noun, names = own.things(pick, pick.choice((2, 3, 4)))
    drawn: list[Column] = [(a, a.values(pick, len(names))) for a in own.attributes]
    drawn += [
        (a, [str(v) for v in pick.sample(range(a.low, a.high + 1), len(names))])
        for a in own.amounts
    ]
    chosen = pick.sample(drawn, 3)
    column = pick.choice(chosen)
    turned = [(a, [v[1], v[0], *v[2:]] if a is column[0] else v) for a, v in chosen]
    write = pick.choice((_markdown, _records, _lines))
    facts, mirror = (write(noun, names, cells) for cells in (chosen, turned))
    about, (x, y, *_) = column
    a, b = names[:2]
    pairs = [
        twins(pick, about.forms, {"a": a, "x": x}, {"a": a, "x": y}, about.question),
        twins(pick, about.forms, {"a": a, "x": x}, {"a": b, "x": x}),
        Twins(x, y, about.question.format(a=a)),
    ]
    if isinstance(about, Amount):
        more, less = about.more[:2] if int(x) > int(y) else about.more[1::-1]
        pairs.append(Twins(f"{a} has {more} than {b}", f"{b} has {more} than {a}"))
        pairs.append(Twins(f"{b} has {less} than {a}", f"{a} has {less} than {b}"))
    return Telling(facts, mirror, pairs, free=False, glue="\n")


def _head(form: str) -> str:
    """Return what a column is about: what is said of a thing, without the thing and the value."""
    return " ".join(word for word in form.split() if "{" not in word)


def _markdown(noun: str, names: list[str], columns: list[Column]) -> list[str]:
    head = [noun, *(_head(a.forms[0]) for a, _ in columns)]
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    lines += [" | ".join([name, *(v[n] for _, v in columns)]) for n, name in enumerate(names)]
    return [f"| {line} |" for line in lines]


def _records(noun: str, names: list[str], columns: list[Column]) -> list[str]:
    return [
        json.dumps({noun: name, **{_head(a.forms[0]): v[n] for a, v in columns}})
        for n, name in enumerate(names)
    ]


def _lines(_: str, names: list[str], columns: list[Column]) -> list[str]:
    return [
        f"{name}\n" + "\n".join(f"{_head(a.forms[0])}: {v[n]}" for a, v in columns)
        for n, name in enumerate(names)
    ]


PHENOMENA: dict[str, Tell] = {
    "roles": roles, "gifts": gifts, "hops": hops, "coreference": coreference, "pronouns": pronouns,
    "lists": lists, "table": table,
}  # fmt: skip
