"""Whether, under which condition, how surely, why and when: opposites, rules, plans, order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.made.invented import numbers, people
from training.made.kits import kit
from training.made.tellings import Telling, Twins, sentence, told, twins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.made.tellings import Pick, Tell

_DENIED = ("it is not the case that {n}", "it is wrong that {n}", "it cannot be said that {n}",
           "it is untrue that {n}")  # fmt: skip
_AFFIRMED = ("it is true that {p}", "it is the case that {p}", "it is right that {p}",
             "it holds that {p}")  # fmt: skip
_WRAPPED = 0.15
_ALONE = 0.4
CONTRASTS = (
    "{a}, not {b}, {pred}", "unlike {b}, {a} {pred}", "of {b} and {a}, only {a} {pred}",
    "it is {a} that {pred}, and not {b}", "not {b} but {a} {pred}",
)  # fmt: skip


def contrast(pick: Pick, form: str, a: str, b: str, **names: object) -> str | None:
    """Return a claim that says it of one thing and denies it of the other, where that can be."""
    if not form.startswith("{a} "):
        return None
    predicate = form.removeprefix("{a} ").format(a=a, **names)
    return pick.of(CONTRASTS).format(a=a, b=b, pred=predicate)


def states(pick: Pick) -> Telling:
    """What a thing is, and the opposite; "did not fail" for "passed"."""
    own = kit(pick)
    is_so, is_not = pick.choice(own.states)
    if pick.random() < 1 / 2:
        is_so, is_not = is_not, is_so
    _, (a, b) = own.things(pick, 2)
    yes, no = pick.choice(is_so), pick.choice(is_not)
    alone = pick.random() < _ALONE
    facts = [sentence(yes.format(a=a)), *([] if alone else [sentence(no.format(a=b))])]
    mirror = [sentence(no.format(a=a)), *([] if alone else [sentence(yes.format(a=b))])]
    asked = pick.choice(("", f"what is known of {a}"))
    pairs = [
        Twins(_said(pick, is_so, is_not, a), _said(pick, is_not, is_so, a), asked) for _ in range(2)
    ]
    if not alone:
        pairs.append(Twins(_said(pick, is_not, is_so, b), _said(pick, is_so, is_not, b)))
        form = pick.choice([f for f in is_so if f.startswith("{a} ")] or [""])
        ours, theirs = contrast(pick, form, a, b), contrast(pick, form, b, a)
        if ours and theirs:
            pairs.append(Twins(ours, theirs))
    return Telling(facts, mirror, pairs)


def _said(pick: Pick, is_so: Sequence[str], is_not: Sequence[str], a: str) -> str:
    """Say that it is so, at times as a denial of the opposite."""
    if pick.random() < _WRAPPED:
        return pick.of(_DENIED).format(n=pick.choice(is_not).format(a=a))
    text = pick.choice(is_so).format(a=a)
    return pick.of(_AFFIRMED).format(p=text) if pick.random() < _WRAPPED else text


_IF = ("{t} if {i}", "if {i}, {t}", "{t} when {i}", "{t} only if {i}",
       "only if {i} is it so that {t}",
       "{t}, provided that {i}", "{t} on condition that {i}", "{t} unless {o}", "unless {o}, {t}",
       "{t}, but not if {o}", "{t} except when {o}", "{t} as long as {i}",
       "not when {o}, but when {i}, {t}", "{t}; this requires that {i}")  # fmt: skip
_ALWAYS = ("{t} in every case", "{t} even if {o}", "{t} whether or not {i}",
           "{t} no matter whether {i}",
           "{t} without any condition", "{t} regardless of whether {i}", "{t}, and also if {o}",
           "{t} always, not just if {i}", "even if {o}, {t}", "{t}, with no exception",
           "{t} in any event", "{t}, be it that {i} or that {o}")  # fmt: skip


_IDLE = ("whether {i} does not matter", "nobody asks whether {i}", "it makes no difference if {i}",
         "it counts for nothing that {i}", "if {i}, this changes nothing")  # fmt: skip


def conditions(pick: Pick) -> Telling:
    """Under which condition: kept, turned, exchanged or dropped."""
    rule = pick.choice(kit(pick).rules)
    one = {"t": rule.then, "i": rule.given, "o": rule.otherwise}
    other = {"t": rule.then, "i": rule.otherwise, "o": rule.given}
    kind = pick.choice(("turned", "dropped", "dropped", "exchanged"))
    if kind == "turned":
        form = pick.of(_IF)
        pairs = [twins(pick, _IF, one, other) for _ in range(2)]
        return Telling(told(form, one), told(form, other), pairs)
    if kind == "exchanged":
        ours = tuple(f for f in _IF if "{o}" not in f)
        besides = {"t": rule.then, "i": rule.besides}
        form = pick.of(ours)
        pairs = [twins(pick, ours, one, besides) for _ in range(2)]
        idle = pick.of(_IDLE)
        return Telling(
            [*told(form, one), sentence(idle.format(i=rule.besides))],
            [*told(form, besides), sentence(idle.format(i=rule.given))],
            pairs,
        )
    facts, mirror = told(pick.of(_IF[3:]), one), told(pick.of(_ALWAYS), one)
    pairs = [
        Twins(pick.of(_IF[3:]).format(**one), pick.of(_ALWAYS).format(**one)) for _ in range(2)
    ]
    return Telling(facts, mirror, pairs)


_OPEN = ("{a} has not decided whether to {do}", "it is open whether {a} will {do}",
         "{a} may or may not {do}", "whether {a} will {do} is uncertain")  # fmt: skip
_MAY = ("{a} may {do}", "{a} might {do}", "{a} is considering whether to {do}",
        "it is possible that {a} will {do}", "{a} could {do}", "perhaps {a} will {do}",
        "{a} is thinking about whether to {do}",
        "there is a chance that {a} will {do}")  # fmt: skip
_MODES = {
    "will": ("{a} will {do}", "{a} is going to {do}", "{a} has decided to {do}",
             "it is certain that {a} will {do}", "{a} has made up its mind to {do}"),
    "did": ("{a} {did}", "{a} has already {did}", "it was {a} that {did}", "last year {a} {did}",
            "{a} went ahead and {did}"),
    "refused": ("{a} will not {do}", "{a} refuses to {do}", "{a} has decided not to {do}",
                "{a} has ruled out that it will {do}", "there is no way that {a} will {do}"),
    "must": ("{a} must {do}", "{a} has to {do}", "{a} is obliged to {do}",
             "{a} is required to {do}", "{a} has no choice but to {do}"),
    "need not": ("{a} need not {do}", "{a} does not have to {do}", "{a} is not obliged to {do}",
                 "nobody requires {a} to {do}", "{a} is free not to {do}"),
    "managed": ("{a} managed to {do}", "{a} succeeded in its attempt to {do}",
                "{a} tried to {do}, and did it", "the attempt of {a} to {do} was a success"),
    "failed": ("{a} failed to {do}", "{a} tried in vain to {do}",
               "the attempt of {a} to {do} was a failure", "{a} did not manage to {do}"),
    "may": (*_MAY, *_OPEN),
    "open": _OPEN,
}  # fmt: skip
_APART = (("may", "did"), ("may", "refused"), ("open", "will"), ("open", "will"), ("will",
"refused"),
          ("must", "need not"), ("managed", "failed"), ("did", "refused"), ("open",
           "must"))  # fmt: skip


def modality(pick: Pick) -> Telling:
    """What may be, will be, was done, was refused, must be."""
    own = kit(pick)
    _, (a, b) = own.things(pick, 2)
    do, did = pick.choice(own.plans)
    one, other = pick.sample(pick.choice(_APART), 2)
    ours, theirs = _MODES[one], _MODES[other]
    names = {"a": a, "do": do, "did": did}
    facts = [sentence(pick.of(_shown(one)).format(**names))]
    mirror = [sentence(pick.of(_shown(other)).format(**names))]
    if pick.random() > _ALONE:
        beside = {**names, "a": b}
        facts.append(sentence(pick.of(theirs).format(**beside)))
        mirror.append(sentence(pick.of(ours).format(**beside)))
    pairs = [
        Twins(pick.of(ours).format(**names), pick.of(theirs).format(**names)) for _ in range(2)
    ]
    return Telling(facts, mirror, pairs)


def _shown(mode: str) -> tuple[str, ...]:
    """Return how evidence says it; that it may be leaves open whether it will."""
    return _MODES["may" if mode == "open" else mode]


_BECAUSE = ("{e} because {c}", "because {c}, {e}", "the reason why {e} is that {c}", "{c}, so {e}",
            "{c}; for that reason {e}", "since {c}, {e}", "it was because {c} that {e}",
            "{c}, which is why {e}", "{e}: {c}", "as {c}, {e}", "{e}, the cause being that {c}",
            "that {e} was due to the fact that {c}")  # fmt: skip
_BESIDES = ("{d}, but that had nothing to do with it", "{d} too, which made no difference",
            "{d} as well, though not on that day", "it is also true that {d}, a week later",
            "{d}, without any effect")  # fmt: skip
_NOT_BUT = ("{e} not because {d} but because {c}",
            "it was not because {d} that {e}, but because {c}",
            "{d}, but {e} because {c}", "the reason why {e} is not that {d}: {c}")  # fmt: skip


def causes(pick: Pick) -> Telling:
    """What was due to what: another cause, or turned round."""
    e, *every = pick.choice(kit(pick).causes)
    c, d = pick.sample(every, 2)
    form, besides = pick.of(_BECAUSE), pick.of(_BESIDES)
    one, other = {"e": e, "c": c, "d": d}, {"e": e, "c": d, "d": c}
    beside = pick.random() > _ALONE
    facts = told(form, one) + (told(besides, one) if beside else [])
    mirror = told(form, other) + (told(besides, other) if beside else [])
    pairs = [twins(pick, _BECAUSE, one, other, pick.choice(("", "why is it that {e}")))]
    if beside:
        pairs.append(twins(pick, _NOT_BUT, one, other))
    return Telling(facts, mirror, pairs, free=False)


_ORDER = (
    "{p} before {q}", "{q} after {p}", "first {p}, then {q}", "{np} came before {nq}",
    "{nq} came after {np}", "{nq} followed {np}", "{np} preceded {nq}", "{p}; only later {q}",
    "{q} later than {p}", "{p} earlier than {q}", "when {q}, {np} was already over",
    "when {p}, {nq} was yet to come", "{p}, and after that {q}", "{q} only once {p}",
    "{np} was followed by {nq}", "{q}, but {p} before that", "it was not until {p} that {q}",
    "of the two, {np} was the first", "{nq} was the later of the two", "{q} once {np} was over",
)  # fmt: skip
_GAP = ("{p}; {k} {u} later {q}", "{p} {k} {u} before {q}", "{q} {k} {u} after {p}",
        "{k} {u} passed between {np} and {nq}, which was the later one")  # fmt: skip
_DATED = ("{p} in {x}", "in {x} {p}", "{np} was in {x}", "it was in {x} that {p}")


def order(pick: Pick) -> Telling:
    """What came first; told in words, by dates, or as a time between."""
    (p, np), (q, nq) = pick.sample(kit(pick).events, 2)
    one, other = {"p": p, "np": np, "q": q, "nq": nq}, {"p": q, "np": nq, "q": p, "nq": np}
    pairs = [twins(pick, _ORDER, one, other) for _ in range(2)]
    kind = pick.choice(("words", "dates", "gap"))
    if kind == "words":
        form = pick.of(_ORDER)
        return Telling(told(form, one), told(form, other), pairs)
    if kind == "gap":
        gap = {"k": pick.randrange(2, 12), "u": pick.choice(("days", "years", "hours", "weeks"))}
        form = pick.of(_GAP)
        pairs.append(twins(pick, _GAP, {**one, **gap}, {**other, **gap}))
        return Telling(told(form, {**one, **gap}), told(form, {**other, **gap}), pairs)
    early, late = sorted(pick.sample(range(1200, 2024), 2))
    ours, theirs = pick.of(_DATED), pick.of(_DATED)
    facts, mirror = (
        [sentence(ours.format(**one, x=x)), sentence(theirs.format(**other, x=y))]
        for x, y in ((early, late), (late, early))
    )
    pairs.append(twins(pick, _DATED, {**one, "x": early}, {**one, "x": late}))
    return Telling(facts, mirror, pairs)


_SAID = ("{s} said that {c}", "according to {s}, {c}", "{s} told us that {c}", "in {s}'s view, {c}",
         "{s} argued that {c}", "it was {s} who said that {c}", "that {c} is what {s} said",
         "{s} is sure that {c}", '"{c}", said {s}')  # fmt: skip


def quotation(pick: Pick) -> Telling:
    """Who said what."""
    own = kit(pick)
    is_so, is_not = pick.choice(own.states)
    _, [a] = own.things(pick, 1)
    s, t = people(pick, 2)
    c, d = pick.choice(is_so).format(a=a), pick.choice(is_not).format(a=a)
    form, theirs = pick.of(_SAID), pick.of(_SAID)
    if pick.random() < _ALONE:
        row, turned = {"s": s, "c": c}, {"s": s, "c": d}
        pairs = [twins(pick, _SAID, row, turned)]
        return Telling(told(form, row), told(form, turned), pairs)
    facts = told(form, {"s": s, "c": c}) + told(theirs, {"s": t, "c": d})
    mirror = told(form, {"s": s, "c": d}) + told(theirs, {"s": t, "c": c})
    pairs = [
        twins(pick, _SAID, {"s": s, "c": c}, {"s": s, "c": d}, "what did {s} say"),
        twins(pick, _SAID, {"s": s, "c": c}, {"s": t, "c": c}),
        Twins(f"{s} and not {t} said that {c}", f"{t} and not {s} said that {c}"),
        Twins(s, t, f"who said that {c}"),
    ]
    return Telling(facts, mirror, pairs)


_GROUPS = (
    "members shops schools farms households drivers pupils patients voters nurses tenants clubs "
    "guests tickets lamps samples trains letters bridges windows"
).split()
_DEEDS = (
    ("took part", "take part"), ("were on time", "be on time"), ("passed", "pass"), ("paid", "pay"),
    ("agreed", "agree"), ("were checked", "be checked"), ("arrived", "arrive"),
    ("were replaced", "be replaced"), ("came back", "come back"), ("burned", "burn"),
)  # fmt: skip
_SHARES = {
    "all": ("all of the {w} {v}", "every one of the {w} {v}", "the {w} {v} without exception",
            "none of the {w} failed to {b}", "not one of the {w} failed to {b}", "all the {w} {v}",
            "{n} of the {n} {w} {v}", "each of the {n} {w} {v}"),
    "not all": ("not all of the {w} {v}", "some of the {w} did not {b}",
    "all but {j} of the {w} {v}",
                "{j} of the {w} failed to {b}", "most, though not all, of the {w} {v}",
                "{m} of the {n} {w} {v}", "the {w} {v}, with {j} exceptions"),
    "most": ("most of the {w} {v}", "the majority of the {w} {v}", "more than half of the {w} {v}",
             "{m} of the {n} {w} {v}", "only a few of the {w} did not {b}", "most {w} {v}"),
    "few": ("only a few of the {w} {v}", "most of the {w} did not {b}", "few of the {w} {v}",
            "fewer than half of the {w} {v}", "{j} of the {n} {w} {v}", "a minority of the {w} {v}",
            "the majority of the {w} did not {b}", "hardly any of the {w} {v}"),
    "none": ("none of the {w} {v}", "not one of the {w} {v}", "no {w} {v}",
    "all of the {w} failed to {b}",
             "every one of the {w} failed to {b}", "not a single one of the {n} {w} {v}"),
    "half": ("half of the {w} {v}", "{h} of the {n} {w} {v}", "one in two of the {w} {v}",
             "every second one of the {w} {v}", "as many of the {w} {v} as did not"),
    "some": ("some of the {w} {v}", "a few of the {w} {v}", "at least one of the {w} {v}",
             "{j} of the {n} {w} {v}", "there were {w} that {v}", "one or more of the {w} {v}"),
}  # fmt: skip
_EXCLUDING = (("all", "not all"), ("all", "not all"), ("all", "few"), ("all", "none"),
              ("most", "few"), ("most", "none"), ("half", "all"), ("half", "none"),
              ("some", "none"), ("half", "few"))  # fmt: skip


def quantity(pick: Pick) -> Telling:
    """All, most, half, some, few or none, in words or as a count."""
    w, x = pick.sample(_GROUPS, 2)
    v, b = pick.choice(_DEEDS)
    [half] = numbers(pick, 1, 10, 60)
    few = pick.randrange(2, 5)
    one, other = pick.sample(pick.choice(_EXCLUDING), 2)
    counts = {"v": v, "b": b, "n": 2 * half, "h": half, "j": few, "m": 2 * half - few}
    ours, theirs = pick.of(_SHARES[one]), pick.of(_SHARES[other])
    rows, beside = {"w": w, **counts}, {"w": x, **counts}
    whole = told(pick.choice(("there were {n} {w} in all", "{n} {w} were looked at")), rows)
    facts, mirror = whole + told(ours, rows), whole + told(theirs, rows)
    if pick.random() > _ALONE:
        facts, mirror = facts + told(theirs, beside), mirror + told(ours, beside)
    pairs = [
        Twins(pick.of(_SHARES[one]).format(**rows), pick.of(_SHARES[other]).format(**rows))
        for _ in range(3)
    ]
    return Telling(facts, mirror, pairs)


PHENOMENA: dict[str, Tell] = {
    "states": states, "conditions": conditions, "modality": modality, "causes": causes,
    "order": order, "quotation": quotation, "quantity": quantity,
}  # fmt: skip
