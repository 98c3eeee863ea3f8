"""Who did what to whom, where and when: roles, attributes, hops, order, cause, quotation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.made.invented import (
    COLOURS,
    ITEMS,
    JOBS,
    MONTHS,
    actors,
    firms,
    joined,
    numbers,
    others,
    people,
    towns,
)  # fmt: skip
from training.made.tellings import Telling, said, twins

if TYPE_CHECKING:
    import random

    from training.made.tellings import Pairs, Tell

_DEEDS = (
    ("acquired", "acquired"), ("sued", "sued"), ("defeated", "defeated"), ("hired", "hired"),
    ("praised", "praised"), ("visited", "visited"), ("criticised", "criticised"),
    ("invited", "invited"), ("replaced", "replaced"), ("funded", "funded"), ("trained", "trained"),
    ("interviewed", "interviewed"), ("nominated", "nominated"), ("rescued", "rescued"),
    ("audited", "audited"), ("warned", "warned"), ("thanked", "thanked"), ("beat", "beaten"),
    ("supplied", "supplied"), ("mentored", "mentored"), ("taught", "taught"), ("chose", "chosen"),
    ("overtook", "overtaken"), ("paid", "paid"), ("blamed", "blamed"), ("succeeded", "succeeded"),
    ("recommended", "recommended"), ("drove", "driven"), ("met", "met"), ("wrote to", "written to"),
    ("bought", "bought"), ("sponsored", "sponsored"), ("reported", "reported"), ("saw", "seen"),
    ("accused", "accused"), ("represented", "represented"), ("borrowed from", "borrowed from"),
)  # fmt: skip
_ACTIVE = (
    "{a} {did} {b}{when}.", "{when0}{a} {did} {b}.", "It was {a} who {did} {b}{when}.",
    "{a}, who had long waited, {did} {b}{when}.", "What happened is that {a} {did} {b}.",
)  # fmt: skip
_PASSIVE = ("{b} was {done} by {a}{when}.", "{when0}{b} was {done} by {a}.",
            "The one {done} by {a} was {b}.", "{b} got {done} by {a}{when}.")  # fmt: skip


def roles(pick: random.Random) -> Telling:
    """Who did it, and to whom: the wrong claim turns it round, in active or passive."""
    did, done = pick.choice([d for d in _DEEDS if d[0] != "met"])
    a, b, c = actors(pick, 3)
    year = pick.choice(("", f" in {pick.randrange(1960, 2024)}", f" in {pick.choice(MONTHS)}"))
    first = f"{year.strip().capitalize()}, " if year else ""
    names = {"did": did, "done": done, "when": year, "when0": first}
    right, wrong = {"a": a, "b": b, **names}, {"a": b, "b": a, **names}
    other, undone = pick.choice(_DEEDS)
    facts = [said(pick, _ACTIVE + _PASSIVE, **right)]
    if pick.random() < 1 / 2:
        between = {"a": b, "b": c, "did": other, "done": undone, "when": "", "when0": ""}
        facts.append(said(pick, _ACTIVE[:1] + _PASSIVE[:1], **between))
    shown: Pairs = [
        *twins(pick, _ACTIVE[:3], right, wrong),
        *twins(pick, _PASSIVE[:3], right, wrong),
    ]
    return Telling(facts, shown)


_KINDS = {
    "rooms": ("{a} has {x} rooms.", "There are {x} rooms in {a}.", "{x} rooms belong to {a}."),
    "staff": ("{a} employs {x} people.", "{x} people work at {a}.", "{a} has a staff of {x}."),
    "founded": ("{a} was founded in {x}.", "The founding of {a} was in {x}.", "{a} began in {x}."),
    "price": ("{a} costs ${x}.", "The price of {a} is ${x}.", "You pay ${x} for {a}."),
    "colour": ("{a} is painted {x}.", "The colour of {a} is {x}.", "{a} has a {x} front."),
    "seat": ("{a} is based in {x}.", "The seat of {a} is {x}.", "{x} is where {a} is based."),
    "head": ("{a} is led by {x}.", "{x} leads {a}.", "The head of {a} is {x}."),
    "makes": ("{a} makes {x}.", "{x} are made by {a}.", "The products of {a} are {x}."),
    "opens": ("{a} opens at {x} o'clock.", "The doors of {a} open at {x} o'clock.",
              "{x} o'clock is when {a} opens."),
    "length": ("{a} is {x} metres long.", "The length of {a} is {x} metres.",
               "{a} measures {x} metres."),
}  # fmt: skip


def values(pick: random.Random, kind: str, count: int) -> list[object]:
    """Return distinct values of a kind of attribute."""
    drawn: dict[str, list[object]] = {
        "colour": [*others(pick, COLOURS, count)],
        "makes": [*others(pick, ITEMS, count)],
    }
    if kind in drawn:
        return drawn[kind]
    if kind in {"seat", "head"}:
        return [*(towns if kind == "seat" else people)(pick, count)]
    if kind == "founded":
        return [*pick.sample(range(1880, 2020), count)]
    return [*(pick.sample(range(5, 12), count) if kind == "opens" else numbers(pick, count))]


def attributes(pick: random.Random) -> Telling:
    """What is said of one thing is claimed of another."""
    things = firms(pick, pick.choice((2, 3)))
    kinds = pick.sample(sorted(_KINDS), pick.choice((1, 2)))
    facts: list[str] = []
    pairs: Pairs = []
    for kind in kinds:
        own = values(pick, kind, len(things))
        facts += [said(pick, _KINDS[kind], a=a, x=x) for a, x in zip(things, own, strict=True)]
        right = {"a": things[0], "x": own[0]}
        pairs += twins(pick, _KINDS[kind], right, {"a": things[0], "x": own[1]})
        pairs += twins(pick, _KINDS[kind], right, {"a": things[1], "x": own[0]})
    return Telling(facts, pairs)


def hops(pick: random.Random) -> Telling:
    """Two facts must be put together; the wrong claim takes a wrong turn at the second."""
    a, b = people(pick, 2)
    one, other = firms(pick, 2)
    here, there = towns(pick, 2)
    facts = [
        said(pick, ("{a} works for {f}.", "{f} employs {a}.", "{a} joined {f}."), a=p, f=f)
        for p, f in ((a, one), (b, other))
    ] + [
        said(pick, ("{f} is based in {t}.", "The head office of {f} is in {t}."), f=f, t=t)
        for f, t in ((one, here), (other, there))
    ]
    forms = (
        "{a} works for a firm based in {t}.", "The employer of {a} has its head office in {t}.",
        "{a}'s employer is in {t}.", "Someone at a firm based in {t} is {a}.",
    )  # fmt: skip
    return Telling(facts, twins(pick, forms, {"a": a, "t": here}, {"a": a, "t": there}, 2))


_EVENTS = (
    "the bridge was repaired", "the school was closed", "the museum opened", "the strike began",
    "the mayor resigned", "the flood came", "the contract was signed", "the factory burned down",
    "the law was passed", "the tram line was extended", "the harbour was sold", "the trial ended",
    "the new library was finished", "the market moved", "the dam was built", "the tower fell",
    "the report was published", "the team was promoted", "the merger was announced",
)  # fmt: skip
_BEFORE = ("{p} before {q}.", "{q} after {p}.", "First {p}, then {q}.", "When {q}, {had}.",
           "{p}; only later {q}.", "By the time {q}, {had}.")  # fmt: skip


def order(pick: random.Random) -> Telling:
    """What came first; the wrong claim turns the order round."""
    p, q, r = pick.sample(_EVENTS, 3)
    dated = pick.random() < 1 / 2
    years = sorted(pick.sample(range(1950, 2024), 3))
    if dated:
        facts = [
            said(pick, ("in {y}, {e}.", "{e} in {y}."), y=y, e=e)
            for y, e in zip(years, (p, q, r), strict=True)
        ]
    else:
        facts = [said(pick, _BEFORE[:3], p=p, q=q), said(pick, _BEFORE[:3], p=q, q=r)]
    right = {"p": p, "q": q, "had": _had(p)}
    pairs = twins(pick, _BEFORE, right, {"p": q, "q": p, "had": _had(q)}, 2)
    if not dated:
        return Telling(facts, pairs)
    forms = ("{p} was in {y}.", "It was in {y} that {p}.", "{p} in {y}.")
    return Telling(facts, pairs + twins(pick, forms[1:], {"p": q, "y": years[1]},
                                        {"p": q, "y": years[2]}))  # fmt: skip


def _had(event: str) -> str:
    return (
        event.replace(" was ", " had already been ", 1) if " was " in event else f"{event} already"
    )


_CAUSES = (
    "heavy rain", "a lack of money", "a power cut", "a strike", "new rules", "a broken valve",
    "low demand", "a software error", "a shortage of staff", "high fuel prices", "a virus", "fog",
    "a court order", "poor harvests", "a leak", "rising rents", "a fire", "a typing mistake",
)  # fmt: skip
_EFFECTS = (
    "the cancelled concert", "the closed road", "the delay of the trains",
    "the recall of the lamps",
    "the fall in sales", "the evacuation of the school", "the loss of the data",
    "the late delivery",
    "the price increase", "the closure of the mill", "the empty shelves", "the failed launch",
)  # fmt: skip
_BECAUSE = ("{c} caused {e}.", "{e} was due to {c}.", "{e} was the result of {c}.",
            "The reason for {e} was {c}.", "{c} led to {e}.")  # fmt: skip


def causes(pick: random.Random) -> Telling:
    """What was due to what; the wrong claim takes another cause, or turns it round."""
    (c, d), (e, f) = pick.sample(_CAUSES, 2), pick.sample(_EFFECTS, 2)
    facts = [said(pick, _BECAUSE, c=c, e=e), said(pick, _BECAUSE, c=d, e=f)]
    pairs = twins(pick, _BECAUSE, {"c": c, "e": e}, {"c": d, "e": e})
    pairs += twins(pick, _BECAUSE, {"c": c, "e": e}, {"c": e, "e": c})
    return Telling(facts, pairs)


_WORDS = (
    "the plan is too expensive", "the results are encouraging", "nobody was at fault",
    "the new line will pay for itself", "the figures were wrong", "the old rules should stay",
    "more staff are needed", "the deadline cannot be met", "the river is clean again",
    "the offer was fair", "the test should be repeated", "the city needs more trees",
)  # fmt: skip
_SPEECH = ('"{W}," said {a}.', "{a} said that {w}.", "{a} told reporters that {w}.",
           "According to {a}, {w}.", "{a} argued that {w}.", "In {a}'s view, {w}.")  # fmt: skip


def quotation(pick: random.Random) -> Telling:
    """Who said what."""
    a, b = people(pick, 2)
    ours, theirs = pick.sample(_WORDS, 2)
    told = [(a, ours), (b, theirs)]
    facts = [said(pick, _SPEECH, a=p, w=w, W=w[0].upper() + w[1:]) for p, w in told]
    pairs = [
        pair
        for other in ({"a": b, "w": ours}, {"a": a, "w": theirs})
        for pair in twins(pick, _SPEECH[1:], {"a": a, "w": ours}, other)
    ]
    return Telling(facts, pairs)


def jobs(pick: random.Random) -> Telling:
    """Who is what, told with pronouns: the second sentence is about the one named before it."""
    a, b = people(pick, 2)
    (j, k), (x, y) = pick.sample(JOBS, 2), towns(pick, 2)
    facts = [
        f"{who} is a {job}. {pick.choice(('This person', f'The {job}'))} comes from {town}."
        for who, job, town in ((a, j, x), (b, k, y))
    ]
    homes = ("{a} comes from {t}.", "The home of {a} is {t}.", "{t} is where {a} is from.")
    pairs = twins(pick, homes, {"a": a, "t": x}, {"a": a, "t": y})
    pairs += twins(pick, ("The {j} comes from {t}.", "{t} is the home of the {j}."),
                   {"j": j, "t": x}, {"j": k, "t": x})  # fmt: skip
    return Telling(facts, pairs)


def gifts(pick: random.Random) -> Telling:
    """Who gave what to whom: three roles."""
    a, b, c = actors(pick, 3)
    thing, other = others(pick, ITEMS, 2)
    forms = ("{a} sold {x} to {b}.", "{b} bought {x} from {a}.", "{x} were sold to {b} by {a}.",
             "{a} delivered {x} to {b}.", "{b} got {x} from {a}.")  # fmt: skip
    right = {"a": a, "b": b, "x": thing}
    facts = [said(pick, forms[:3], **right), said(pick, forms[:3], a=b, b=c, x=other)]
    pairs = twins(pick, forms[:3], right, {**right, "a": b, "b": a})
    pairs += twins(pick, forms[:3], right, {**right, pick.choice("ab"): c})
    pairs += twins(pick, forms[:3], right, {**right, "x": other})
    return Telling(facts, pairs)


def lists(pick: random.Random) -> Telling:
    """What is in a list: the wrong claim puts a stranger in, or says that there is nothing else."""
    a, b = firms(pick, 2)
    own, theirs = (others(pick, ITEMS, 7)[i : i + n] for i, n in ((0, 4), (4, 3)))
    theirs = [item for item in others(pick, ITEMS, 9) if item not in own][:3]
    verb = pick.choice(("makes", "sells", "ships", "repairs", "tests"))
    facts = [f"{f} {verb} {joined(items)}." for f, items in ((a, own), (b, theirs))]
    some = pick.sample(own, pick.choice((2, 3)))
    bad = [*some]
    bad[pick.randrange(len(bad))] = pick.choice(theirs)
    mixed = pick.sample(own, len(own))
    return Telling(
        facts,
        [
            (f"{a} {verb} {joined(some)}.", f"{a} {verb} {joined(bad)}."),
            (f"{a} {verb} {joined(mixed)}.", f"{a} {verb} only {joined(some)}."),
            (f"Among what {a} {verb} are {some[0]}.", f"Among what {a} {verb} are {theirs[0]}."),
        ],
    )


PHENOMENA: dict[str, Tell] = {
    "roles": roles, "attributes": attributes, "hops": hops, "order": order, "causes": causes,
    "quotation": quotation, "jobs": jobs, "gifts": gifts, "lists": lists,
}  # fmt: skip
