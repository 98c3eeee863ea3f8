"""How much and which: attributes, numbers in words, units, comparisons, sums, times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.made.changes import misspelt
from training.made.invented import firms, others, people
from training.made.kits import Amount, kit
from training.made.states import contrast
from training.made.tellings import Telling, Twins, sentence, told, twins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.made.kits import Attribute
    from training.made.tellings import Pick, Tell

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_ALONE, _IN_WORDS, _CLOSE, _MISSPELT = 0.15, 0.35, 0.6, 0.75
_SHORT, _SAID_OF_ANOTHER = 4, 0.6


def spelled(number: int) -> str:
    """Return a whole number below a million in words.

    >>> spelled(180), spelled(45), spelled(2_300)
    ('one hundred and eighty', 'forty-five', 'two thousand three hundred')
    """
    if number < len(_ONES):
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    size, word, link = (1000, "thousand", " ") if number >= 1000 else (100, "hundred", " and ")
    many, rest = divmod(number, size)
    return f"{spelled(many)} {word}" + (f"{link}{spelled(rest)}" if rest else "")


def written(pick: Pick, number: int, in_words: float = _IN_WORDS) -> str:
    """Return a number in words or figures."""
    if pick.random() < in_words:
        return spelled(number)
    return f"{number:,}" if pick.random() < 1 / 2 else str(number)


def near(pick: Pick, number: int, low: int = 1) -> int:
    """Return another number that looks or sounds like one, or one near it."""
    digits = str(number)
    other = [number + d for d in (-2, -1, 1, 2, 10, -10)]
    other += [
        number * 10,
        number // 10,
        number + 100,
        int(digits[::-1]),
        int(digits[0] + "0" + digits[1:]),
    ]
    if 13 <= number <= 19:
        other.append((number - 10) * 10)
    if number in range(30, 100, 10):
        other.append(number // 10 + 10)
    return pick.choice([n for n in other if n >= low and n not in {number, 0} and n < 1_000_000])


def _of(pick: Pick, amount: Amount, count: int) -> list[int]:
    """Return distinct amounts, at times near each other."""
    found = [pick.randint(amount.low, amount.high)]
    while len(found) < count:
        other = (
            near(pick, found[0])
            if pick.random() < _CLOSE
            else pick.randint(amount.low, amount.high)
        )
        if other not in found:
            found.append(other)
    return found


def attributes(pick: Pick) -> Telling:
    """Who or what something of a thing is; what is said of one is claimed of another."""
    own = kit(pick)
    attribute = pick.choice(own.attributes)
    x, y = attribute.values(pick, 2)
    return _bound(pick, own.things(pick, 2)[1], attribute.forms, attribute.question, (x, y))


def counts(pick: Pick) -> Telling:
    """How many, in figures and in words."""
    own = kit(pick)
    amount = pick.choice(own.amounts)
    x, y = _of(pick, amount, 2)
    return _bound(pick, own.things(pick, 2)[1], amount.forms, amount.question, (x, y))


def near_names(pick: Pick) -> Telling:
    """Things or people whose names are nearly alike."""
    own = kit(pick)
    _, [a] = own.things(pick, 1)
    word = pick.choice([w for w in a.split() if w[0].isupper() or w.isdigit()])
    b = a.replace(word, _close(pick, word))
    if pick.random() < 1 / 2:
        person = people(pick, 1)[0]
        part = pick.choice(person.split())
        forms = next((t.forms for t in own.attributes if t.kind == "person"),
                     ("{a} was inspected by {x}", "{x} inspected {a}"))  # fmt: skip
        values = (person, person.replace(part, _close(pick, part)))
        return _bound(pick, [a, b], forms, f"whose name stands beside {a}", values)
    amount = pick.choice(own.amounts)
    x, y = _of(pick, amount, 2)
    return _bound(pick, [a, b], amount.forms, amount.question, (x, y))


def _close(pick: Pick, word: str) -> str:
    """Return a name or number that is nearly alike."""
    if word.isdigit():
        return str(near(pick, int(word)))
    if len(word) < _SHORT:
        return f"{word}{pick.randrange(2, 9)}"
    other = word
    while other == word:
        other = misspelt(word, pick) if pick.random() < _MISSPELT else people(pick, 1)[0].split()[1]
    return other


def _bound(
    pick: Pick,
    things: Sequence[str],
    forms: Sequence[str],
    question: str,
    values: tuple[object, object],
) -> Telling:
    """Tell values of two things, or of one, and claim them exchanged."""
    a, b = things[:2]
    x, y = values

    def w(value: object) -> str:
        return written(pick, value) if isinstance(value, int) else str(value)

    ours, theirs = pick.choice(forms), pick.choice(forms)
    alone = pick.random() < _ALONE
    facts = told(ours, {"a": a, "x": w(x)}) + ([] if alone else told(theirs, {"a": b, "x": w(y)}))
    mirror = told(ours, {"a": a, "x": w(y)}) + ([] if alone else told(theirs, {"a": b, "x": w(x)}))
    asked = question.format(a=a)
    pairs = [
        twins(pick, forms, {"a": a, "x": w(x)}, {"a": a, "x": w(y)}, pick.choice(("", asked))),
        Twins(w(x), w(y), asked),
    ]
    if alone:
        return Telling(facts, mirror, pairs)
    said = w(x)
    pairs.append(twins(pick, forms, {"a": a, "x": said}, {"a": b, "x": said}))
    named = [contrast(pick, pick.choice(forms), *two, x=w(x)) for two in ((a, b), (b, a))]
    if named[0] and named[1]:
        pairs.append(Twins(named[0], named[1]))
    both = pick.choice(("{a}: {x}; {b}: {y}", "for {a} it is {x}, for {b} it is {y}",
                        "not {y} but {x} in the case of {a}, as opposed to {b}",
                        "{x} ({a}) and {y} ({b})"))  # fmt: skip
    row = {"a": a, "b": b, "x": w(x), "y": w(y)}
    pairs.append(Twins(both.format(**row), both.format(**{**row, "a": b, "b": a})))
    return Telling(facts, mirror, pairs)


_COMPARED = ("{p} has {more} than {q}", "{q} has {less} than {p}",
             "{q} does not have {more} than {p}",
             "in this, {p} is ahead of {q}: {more}", "with {more} than {q}, {p} comes first",
             "compared with {p}, {q} has {less}", "{q} cannot match {p}, which has {more}",
             "{p} does not have {less} than {q}")  # fmt: skip
_BEST = ("{p} has {most} of the three", "none of the three has {more} than {p}",
         "of all three it is {p} that has {most}", "no other of them has {more} than {p}",
         "{most} of them: that is {p}")  # fmt: skip


def comparison(pick: Pick) -> Telling:
    """Which has more, and which the most."""
    own = kit(pick)
    amount = pick.choice(own.amounts)
    _, (a, b, c) = own.things(pick, 3)
    x, y, z = _of(pick, amount, 3)
    form = pick.choice(amount.forms)
    more, less, most, least = amount.more
    if y < x:
        more, less, most, least = less, more, least, most
    # b stands before a in this respect; x and y are exchanged in the mirror.
    one = {"p": b, "q": a, "more": more, "less": less, "most": most}
    other = {**one, "p": a, "q": b}
    pairs = [twins(pick, _COMPARED, one, other) for _ in range(2)]
    facts = told(form, {"a": a, "x": written(pick, x)}, {"a": b, "x": written(pick, y)})
    mirror = told(form, {"a": a, "x": written(pick, y)}, {"a": b, "x": written(pick, x)})
    if pick.random() < 1 / 2:
        # c is told in the same words; it is behind both, or the superlative is of no pair.
        third = told(form, {"a": c, "x": written(pick, z)})
        facts, mirror = facts + third, mirror + third
        if (y - z) * (y - x) > 0:
            pairs = [twins(pick, _BEST, one, other), pairs[0],
                     Twins(b, a, f"which of the three has {most}")]  # fmt: skip
    elif pick.random() < 1 / 3:
        said = pick.of(_COMPARED)
        return Telling(told(said, one), told(said, other), pairs)
    pairs.append(Twins(b, a, f"which has {more}, {a} or {b}"))
    return Telling(facts, mirror, pairs)


_SAME = (
    ("hours", 60, "minutes"), ("minutes", 60, "seconds"), ("days", 24, "hours"),
    ("weeks", 7, "days"), ("years", 12, "months"), ("kilometres", 1000, "metres"),
    ("metres", 100, "centimetres"), ("kilograms", 1000, "grams"), ("tonnes", 1000, "kilograms"),
    ("litres", 1000, "millilitres"), ("dozen", 12, "pieces"), ("feet", 12, "inches"),
    ("yards", 3, "feet"), ("fathoms", 6, "feet"), ("euros", 100, "cents"), ("decades", 10, "years"),
    ("centimetres", 10, "millimetres"), ("gigabytes", 1000, "megabytes"),
     ("centuries", 100, "years"),
)  # fmt: skip
_MEASURED = ("the limit set by {a} is {x}", "{x} is the limit that {a} has set", "{a} asks for {x}",
             "it takes {x} at {a}", "{a} allows {x}", "at {a} it is {x}", "{a} was given {x}",
             "no more than {x} is what {a} permits")  # fmt: skip


def units(pick: Pick) -> Telling:
    """The same amount in another unit, or another amount in the same."""
    _, [a] = kit(pick).things(pick, 1)
    big, factor, small = pick.of(_SAME)
    n = pick.randrange(2, 13)
    m = pick.choice([k for k in (n - 1, n + 1, n + 2, 2 * n, 10 * n) if k > 1])
    form = pick.of(_MEASURED)
    ours, theirs = f"{written(pick, n)} {big}", f"{written(pick, m)} {big}"
    smaller = [f"{written(pick, k * factor, 0.2)} {small}" for k in (n, m)]
    kind = pick.choice(("into", "into", "from", "unit", "parts"))
    if kind == "unit":
        other = f"{written(pick, n)} {small}"
        pairs = [
            twins(pick, _MEASURED, {"a": a, "x": ours}, {"a": a, "x": other}) for _ in range(2)
        ]
        return Telling(told(form, {"a": a, "x": ours}), told(form, {"a": a, "x": other}), pairs)
    shown, said = ([ours, theirs], smaller) if kind != "from" else (smaller, [ours, theirs])
    if kind == "parts":
        part = pick.randrange(1, factor)
        shown = [f"{written(pick, k)} {big} and {part} {small}" for k in (n, m)]
        said = [f"{k * factor + part} {small}" for k in (n, m)]
    pairs = [
        twins(pick, _MEASURED, {"a": a, "x": said[0]}, {"a": a, "x": said[1]}),
        Twins(said[0], said[1], f"what is the figure for {a}"),
    ]
    return Telling(told(form, {"a": a, "x": shown[0]}), told(form, {"a": a, "x": shown[1]}), pairs)


_TOTAL = ("together that makes {x}", "{a} and {b} come to {x} in all",
          "the total of {a} and {b} is {x}",
          "{x} is the sum for {a} and {b}",
          "if one adds {a} and {b}, the result is {x}")  # fmt: skip
_GAP = ("the difference between {a} and {b} is {x}", "{a} and {b} lie {x} apart",
        "{x} is by how much {a} and {b} differ", "from {a} to {b} it is {x}")  # fmt: skip


def sums(pick: Pick) -> Telling:
    """A total or a difference of two amounts, or the end of a time."""
    if pick.random() < 1 / 3:
        return times(pick)
    own = kit(pick)
    amount = pick.choice(own.amounts)
    _, (a, b) = own.things(pick, 2)
    n, m = (
        (pick.randint(2, 40) for _ in range(2)) if pick.random() < 1 / 2 else _of(pick, amount, 2)
    )
    other = max(1, m + pick.choice((-3, -2, -1, 1, 2, 3, 10)))
    other = other if other not in {m, 2 * n - m} else m + 5
    form = pick.choice(amount.forms)
    facts, mirror = (
        told(form, {"a": a, "x": written(pick, n)}, {"a": b, "x": written(pick, k)})
        for k in (m, other)
    )
    totals = [written(pick, n + k) for k in (m, other)]
    gaps = [written(pick, abs(n - k)) for k in (m, other)]
    pairs = [
        twins(pick, _TOTAL[1:], {"a": a, "b": b, "x": totals[0]}, {"a": a, "b": b, "x": totals[1]}),
        twins(pick, _GAP, {"a": a, "b": b, "x": gaps[0]}, {"a": a, "b": b, "x": gaps[1]}),
        Twins(totals[0], totals[1], f"how much is it for {a} and {b} together"),
    ]
    return Telling(facts, mirror, pairs)


_CLOCK = ("{q} at {x}", "at {x} {q}", "{nq} was at {x}", "it was {x} when {q}")
_YEAR = ("{q} in {x}", "in {x} {q}", "{nq} was in {x}", "it was in {x} that {q}")
_LATER = ("{p} {o} {x}; {k} {u} later {q}", "{p} {o} {x}, and {q} {k} {u} after that",
          "{o} {x} {p}; it took {k} more {u} until {q}")  # fmt: skip


def times(pick: Pick) -> Telling:
    """When something was, so long after something else."""
    (p, _), (q, nq) = pick.sample(kit(pick).events, 2)
    k = pick.randrange(2, 30)
    other = k + pick.choice((-1, 1, 2, 10))
    clock = pick.random() < 1 / 2
    start = pick.randrange(60, 1200) if clock else pick.randrange(1100, 1990)

    def at(moment: int) -> str:
        return f"{moment // 60:02}:{moment % 60:02}" if clock else str(moment)

    unit, on = ("minutes", "at") if clock else ("years", "in")
    form = pick.of(_LATER)
    row = {"p": p, "q": q, "o": on, "x": at(start), "u": unit}
    facts, mirror = (told(form, {**row, "k": written(pick, j)}) for j in (k, other))
    forms = _CLOCK if clock else _YEAR
    names = {"q": q, "nq": nq}
    right, wrong = ({**names, "x": at(start + j)} for j in (k, other))
    said = twins(pick, forms, right, wrong)
    short = Twins(at(start + k), at(start + other), f"when was {nq}")
    return Telling(facts, mirror, [said, short])


def outside(pick: Pick) -> Telling:
    """A detail of which the evidence says nothing."""
    own = kit(pick)
    _, (a, b) = own.things(pick, 2)
    every: list[Attribute | Amount] = [*own.attributes, *own.amounts]
    one, other = pick.sample(every, 2)
    x, y = (
        written(pick, _of(pick, each, 1)[0])
        if isinstance(each, Amount)
        else each.values(pick, 1)[0]
        for each in (one, other)
    )
    state = sentence(pick.choice(pick.choice(own.states).is_so).format(a=pick.choice((a, b))))
    facts = [*told(pick.choice(one.forms), {"a": a, "x": x}), state]
    mirror = [*told(pick.choice(other.forms), {"a": a, "x": y}), state]
    if pick.random() < _SAID_OF_ANOTHER:
        facts += told(pick.choice(other.forms), {"a": b, "x": y})
        mirror += told(pick.choice(one.forms), {"a": b, "x": x})
    pairs = [
        Twins(pick.choice(one.forms).format(a=a, x=x), pick.choice(other.forms).format(a=a, x=y))
        for _ in range(2)
    ]
    return Telling(facts, mirror, pairs)


def payments(pick: Pick) -> Telling:
    """Who paid how much to whom: a total of items at a price."""
    (a, b), (item, _) = (
        firms(pick, 2),
        others(pick, ["chairs", "lamps", "coats", "ropes", "tables"], 2),
    )
    n, price = pick.randrange(2, 13), pick.randrange(2, 40)
    cost = price + pick.choice((-1, 1, 2, 5))
    form = "{a} bought {n} {i} from {b} at {x} euros each"
    facts, mirror = (
        told(form, {"a": a, "b": b, "i": item, "n": written(pick, n), "x": written(pick, k, 0.1)})
        for k in (price, cost)
    )
    forms = ("{a} paid {b} {x} euros", "{b} got {x} euros from {a}",
             "{x} euros went from {a} to {b}",
             "the bill that {b} sent {a} was {x} euros")  # fmt: skip
    right, wrong = ({"a": a, "b": b, "x": written(pick, n * k, 0.1)} for k in (price, cost))
    each = [Twins(f"one of the {item} cost {price} euros", f"one of the {item} cost {cost} euros")]
    return Telling(facts, mirror, [twins(pick, forms, right, wrong), *each])


PHENOMENA: dict[str, Tell] = {
    "attributes": attributes, "counts": counts, "near_names": near_names, "comparison": comparison,
    "units": units, "sums": sums, "outside": outside, "payments": payments,
}  # fmt: skip
