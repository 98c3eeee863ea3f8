"""How much, whether, under which condition, and where in a table it stands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from training.made.changes import misspelt
from training.made.invented import (
    DAYS,
    ITEMS,
    MONTHS,
    SPELLED,
    firms,
    numbers,
    others,
    people,
    towns,
)  # fmt: skip
from training.made.tellings import Telling, said, twins

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from training.made.tellings import Pairs, Tell


def comparison(pick: random.Random) -> Telling:
    """Which has more."""
    a, b, c = firms(pick, 3)
    low, mid, high = sorted(numbers(pick, 3, 10))
    what = pick.choice(("rooms", "lorries", "branches", "machines", "members", "shops"))
    facts = [
        said(pick, ("{f} has {n} {w}.", "There are {n} {w} at {f}."), f=f, n=n, w=what)
        for f, n in ((a, low), (b, mid), (c, high))
    ]
    forms = (f"{{p}} has more {what} than {{q}}.", f"{{q}} has fewer {what} than {{p}}.",
             f"In {what}, {{q}} is behind {{p}}.")  # fmt: skip
    pairs = twins(pick, forms, {"p": b, "q": a}, {"p": a, "q": b})
    best = (f"{{p}} has the most {what} of the three.", f"No other has as many {what} as {{p}}.")
    pairs += twins(pick, best, {"p": c}, {"p": pick.choice((a, b))})
    return Telling(facts, pairs)


_RULES = (
    ("a refund is paid", "the item is returned within {n} days", "the item is used"),
    ("members may bring a guest", "the guest is registered {n} days before", "it is a weekend"),
    ("the discount applies", "at least {n} units are ordered", "the order is placed by phone"),
    ("employees may work from home", "they have been with the firm for {n} months", "they ask"),
    ("the warranty is valid", "the device is serviced every {n} months", "the seal is broken"),
    ("visitors may take photographs", "no flash is used", "they have paid"),
    ("the fee is waived", "the balance is above ${n}", "the account is new"),
    ("the drug may be given", "the patient weighs more than {n} kg", "the patient asks for it"),
    ("the permit is renewed", "the applicant has lived there for {n} years", "the rent is paid"),
)


def condition(pick: random.Random) -> Telling:
    """Under which condition; the wrong claim drops, turns or exchanges it."""
    then, if_, other = pick.choice(_RULES)
    if_ = if_.format(n=numbers(pick, 1, 2, 60)[0])
    facts = [
        said(pick, ("{t} only if {i}.", "only if {i}, {t}.", "{t}, provided that {i}.",
                    "{t} on condition that {i}."), t=then, i=if_),
    ]  # fmt: skip
    right = said(pick, ("{t} if {i}.", "if {i}, {t}.", "{t} when {i}."), t=then, i=if_)
    wrong = [
        said(pick, ("{t} even if it is not the case that {i}.",), t=then, i=if_),
        said(pick, ("{t} in every case.", "{t} unconditionally."), t=then),
        said(pick, ("{t} if {i}.",), t=then, i=other),
        said(pick, ("{t} unless {i}.",), t=then, i=if_),
    ]
    return Telling(facts, [(right, each) for each in pick.sample(wrong, 3)])


def quantity(pick: random.Random) -> Telling:
    """All, most, some or none."""
    total = pick.randrange(8, 40)
    yes = pick.randrange(total // 2 + 1, total)
    [town] = towns(pick, 1)
    who = pick.choice(("councillors", "shops", "schools", "farms", "households", "members"))
    verb = pick.choice(("supported the plan", "took part", "paid in time", "were inspected"))
    facts = [
        said(pick, ("of the {t} {w} in {p}, {y} {v}; the others did not.",
                    "{y} of {p}'s {t} {w} {v}, the rest did not."), t=total, w=who, p=town, y=yes,
             v=verb)
    ]  # fmt: skip
    pairs = [
        (f"Most of the {who} in {town} {verb}.", f"All of the {who} in {town} {verb}."),
        (f"Not all of the {who} in {town} {verb}.", f"None of the {who} in {town} {verb}."),
        (f"More than half of the {who} in {town} {verb}.",
         f"Less than half of the {who} in {town} {verb}."),
        (f"{yes} of the {who} in {town} {verb}.", f"{total} of the {who} in {town} {verb}."),
        (f"Some of the {who} in {town} did not.", f"Each of the {who} in {town} {verb}."),
    ]  # fmt: skip
    return Telling(facts, pairs)


_PLANS = (
    ("open a branch in {t}", "opened a branch in {t}"), ("hire {n} people", "hired {n} people"),
    ("sell its ships", "sold its ships"), ("raise its prices", "raised its prices"),
    ("close the plant in {t}", "closed the plant in {t}"), ("build {n} flats", "built {n} flats"),
    ("stop making paper", "stopped making paper"), ("move to {t}", "moved to {t}"),
)  # fmt: skip
_OPEN = ("{a} may {do}.", "{a} is considering whether to {do}.", "{a} might {do}.",
         "It is possible that {a} will {do}.", "{a} could {do}.")  # fmt: skip
_DONE = ("{a} has {did}.", "{a} {did}.", "It is certain that {a} will {do}.", "{a} already {did}.",
         "{a} decided to {do}.", "{a} refused to {do}.")  # fmt: skip


def modality(pick: random.Random) -> Telling:
    """What may be is claimed to be; what is claimed to have been refused."""
    a, b = firms(pick, 2)
    one, other = pick.sample(_PLANS, 2)
    do, did = _planned(pick, one)
    do2, did2 = _planned(pick, other)
    facts = [said(pick, _OPEN, a=a, do=do), said(pick, _DONE[:2], a=b, did=did2)]
    pairs = [
        (said(pick, _OPEN, a=a, do=do), said(pick, _DONE, a=a, do=do, did=did)) for _ in range(2)
    ]
    pairs.append((said(pick, _DONE[:2], a=b, did=did2),
                  said(pick, (*_OPEN[1:2], _DONE[5]), a=b, do=do2)))  # fmt: skip
    return Telling(facts, pairs)


def _planned(pick: random.Random, plan: tuple[str, str]) -> tuple[str, str]:
    [town], count = towns(pick, 1), pick.randrange(20, 900)
    return plan[0].format(t=town, n=count), plan[1].format(t=town, n=count)


_STATES = (
    ("is open on {d}", "is closed on {d}"),
    ("accepts credit cards", "does not accept credit cards"),
    ("allows dogs", "bans dogs"), ("is accessible by train", "cannot be reached by train"),
    ("made a profit in {m}", "made a loss in {m}"),
    ("gained customers in {m}", "lost customers in {m}"),
    ("raised its prices in {m}", "cut its prices in {m}"), ("has a lift", "has no lift"),
    ("requires a deposit", "requires no deposit"), ("won the case in {m}", "lost the case in {m}"),
    ("approved the merger", "rejected the merger"), ("is insured", "is not insured"),
    ("expanded in {m}", "shrank in {m}"), ("arrived in {m}", "left in {m}"),
    ("supports the strike", "opposes the strike"), ("is under construction", "is finished"),
)  # fmt: skip


def negation(pick: random.Random) -> Telling:
    """Whether: the wrong claim says the opposite, which holds of another."""
    a, b = firms(pick, 2)
    place = {"d": pick.choice(DAYS), "m": pick.choice(MONTHS)}
    one, other = (text.format(**place) for text in pick.sample(pick.choice(_STATES), 2))
    facts = [f"{a} {one}.", f"{b} {other}."]
    pairs = [
        (f"{a} {one}.", f"{a} {other}."),
        (f"{b} {other}.", f"{b} {one}."),
        (f"It is true that {a} {one}.", f"It is not true that {a} {one}."),
        (f"Of the two, it is {a} that {one}.", f"Of the two, it is {b} that {one}."),
    ]
    return Telling(facts, pairs)


def counts(pick: random.Random) -> Telling:
    """Numbers in words and figures; sums and differences."""
    a, b = firms(pick, 2)
    n, m = pick.sample(range(2, 20), 2)
    what = pick.choice(ITEMS)
    write: list[Callable[[int], str]] = [str, SPELLED.__getitem__]
    told, asked = pick.sample(write, 2)
    facts = [f"{a} sold {told(n)} {what}.", f"{b} sold {told(m)} {what}."]
    wrong = pick.choice([k for k in range(2, 20) if k not in (n, m)])
    total, off = n + m, n + m + pick.choice((-3, -2, -1, 1, 2, 3))
    more, less = (a, b) if n > m else (b, a)
    gap = abs(n - m)
    pairs: Pairs = [
        (f"{a} sold {asked(n)} {what}.", f"{a} sold {asked(wrong)} {what}."),
        (f"{a} sold {asked(n)} {what}.", f"{a} sold {asked(m)} {what}."),
        (f"Together {a} and {b} sold {total} {what}.", f"Together {a} and {b} sold {off} {what}."),
        (
            f"{more} sold {gap} more {what} than {less}.",
            f"{more} sold {gap + 2} more {what} than {less}.",
        ),
    ]
    return Telling(facts, pairs)


_SAME = (
    ("{n} hours", 60, "minutes"), ("{n} minutes", 60, "seconds"), ("{n} days", 24, "hours"),
    ("{n} weeks", 7, "days"), ("{n} years", 12, "months"), ("{n} kilometres", 1000, "metres"),
    ("{n} metres", 100, "centimetres"), ("{n} kilograms", 1000, "grams"),
    ("{n} tonnes", 1000, "kg"),
    ("{n} litres", 1000, "millilitres"), ("{n} dozen", 12, "pieces"),
)  # fmt: skip


def units(pick: random.Random) -> Telling:
    """The same amount in another unit."""
    [thing] = firms(pick, 1)
    form, factor, small = pick.choice(_SAME)
    n = pick.randrange(2, 13)
    told = form.format(n=n)
    lead = pick.choice(("The limit set by {a} is", "The amount named by {a} is", "{a} asks for"))
    lead = lead.format(a=thing)
    right, wrong = n * factor, pick.choice((n * factor * 10, (n + 1) * factor, n * factor // 2 + 1))
    big = form.split(" ", 1)[1]
    return Telling(
        [f"{lead} {told}."],
        [
            (f"{lead} {right:,} {small}.", f"{lead} {wrong:,} {small}."),
            (f"{lead} {told}.", f"{lead} {n} {small}."),
            (f"{lead} {right} {small}.", f"{lead} {right} {big}."),
        ],
    )


def near_names(pick: random.Random) -> Telling:
    """A name nearly alike."""
    (a, b), (x, y) = people(pick, 2), towns(pick, 2)
    first, last = a.split()
    forms = ("{a} designed the hall in {t}.", "The hall in {t} was designed by {a}.")
    bad = pick.choice((f"{first} {misspelt(last, pick)}", f"{misspelt(first, pick)} {last}",
                       f"{first} {b.split()[1]}"))  # fmt: skip
    facts = [said(pick, forms, a=a, t=x), said(pick, forms, a=b, t=y)]
    pairs = twins(pick, forms, {"a": a, "t": x}, {"a": bad, "t": x})
    pairs += twins(pick, forms, {"a": a, "t": x}, {"a": a, "t": misspelt(x, pick)})
    return Telling(facts, pairs)


def table(pick: random.Random) -> Telling:
    """A value of another row or column, in a table, a list of facts or JSON."""
    rows = firms(pick, pick.choice((2, 3, 4)))
    columns: dict[str, list[object]] = {
        "staff": [*numbers(pick, len(rows), 5)], "town": [*towns(pick, len(rows))],
        "founded": [*pick.sample(range(1900, 2020), len(rows))],
        "head": [*people(pick, len(rows))], "product": [*others(pick, ITEMS, len(rows))],
    }  # fmt: skip
    names = pick.sample(sorted(columns), 3)
    written = pick.choice((_markdown, _records, _lines))(rows, {c: columns[c] for c in names})
    column = pick.choice(names)
    own, other = columns[column][0], columns[column][1]
    forms = {
        "staff": ("{a} has {x} employees.", "The staff of {a} is {x}."),
        "town": ("{a} is in {x}.", "The town of {a} is {x}."),
        "founded": ("{a} was founded in {x}.", "{x} is the year in which {a} was founded."),
        "head": ("{x} is the head of {a}.", "{a} is headed by {x}."),
        "product": ("{a} makes {x}.", "The product of {a} is {x}."),
    }[column]
    pairs = twins(pick, forms, {"a": rows[0], "x": own}, {"a": rows[0], "x": other})
    pairs += twins(pick, forms, {"a": rows[0], "x": own}, {"a": rows[1], "x": own})
    return Telling(written, pairs, free=False, glue="\n")


def _markdown(rows: list[str], columns: dict[str, list[object]]) -> list[str]:
    head = ["name", *columns]
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    lines += [
        " | ".join([name, *(str(values[at]) for values in columns.values())])
        for at, name in enumerate(rows)
    ]
    return [f"| {line} |" for line in lines]


def _records(rows: list[str], columns: dict[str, list[object]]) -> list[str]:
    return [
        json.dumps({"name": name, **{c: values[at] for c, values in columns.items()}})
        for at, name in enumerate(rows)
    ]


def _lines(rows: list[str], columns: dict[str, list[object]]) -> list[str]:
    return [
        f"{name}\n" + "\n".join(f"{c}: {values[at]}" for c, values in columns.items())
        for at, name in enumerate(rows)
    ]


PHENOMENA: dict[str, Tell] = {
    "comparison": comparison, "condition": condition, "quantity": quantity, "modality": modality,
    "negation": negation, "counts": counts, "units": units, "near_names": near_names,
    "table": table,
}  # fmt: skip
