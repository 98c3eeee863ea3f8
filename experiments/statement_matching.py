"""How statements that were extracted are held against those that a reader listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import lexicon, stems
from groundgraph.text.words import STOP_WORDS, stem
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from experiments.annotated_sentences import Row, Stated

Rule = Literal["strict", "main", "lenient"]
Bag = frozenset[str]

_Fact = tuple[str, "Stated", list["Told"]]
_LEAST_F1 = 0.5
_BE = frozenset("be is are was were been being am".split())
_HAVE = frozenset("have has had having".split())
_MODAL = frozenset("may might can could must shall should would will ought need cannot".split())
_DENIALS = frozenset("not no never none neither nor".split())
_DETERMINERS = frozenset(
    "a an the this that these those my our your his her its their own both".split()
)
_LINKS = frozenset(
    "of in on at to for from with by near over under about between against per than".split()
)


class Form(NamedTuple):
    """One way to say a triple, as words to compare.

    Attributes:
        subject: Content stems.
        relation: Base forms of its verbs and nouns; "be" or "have" where it has no other.
        object: Content stems.
        passive: Whether "be" stands before its verb or noun.
        heads: The stems of the last words of subject and object, before what follows "of".
        names: The stems of capitalised words.
    """

    subject: Bag
    relation: Bag
    object: Bag
    passive: bool
    heads: tuple[str, str]
    names: Bag


@dataclass(frozen=True)
class Told:
    """A triple, ready to compare.

    Attributes:
        forms: The ways to say it.
        negated: Whether it is denied.
        modal: Whether it has a modal.
        words: All content stems, for the lenient rule.
    """

    forms: tuple[Form, ...]
    negated: bool
    modal: bool
    words: Bag


def facts(stated: Stated) -> Iterator[tuple[str, list[Told]]]:
    """Yield "statement" and each qualifier's "qualifier", with the triples that would tell it.

    A qualifier is told by a triple of the statement's subject, or of its object, with its verb.
    """
    subject, relation, target = stated.triple
    if target:
        yield "statement", [_with(told(stated.triple), stated)]
    for name, value in stated.qualifiers:
        link = relation if name in {"time", "place"} else f"{relation} {name}"
        ways = [Triple(subject, link, value)]
        if target:  # "the mill was sold to Brenko" tells of "the firm sold the mill to Brenko"
            ways += [Triple(target, link, value), Triple(target, f"be {link}", value)]
        yield "qualifier", [_with(told(way), stated) for way in ways]


def _with(made: Told, stated: Stated) -> Told:
    return Told(made.forms, stated.negated, stated.possible, made.words)


@lru_cache(maxsize=1 << 14)
def told(triple: Triple) -> Told:
    """Read a triple for comparison."""
    predicate = _words(triple.predicate)
    denied = bool(
        _DENIALS.intersection(predicate) or {"no"}.intersection(_words(triple.object)[:1])
    )
    denied |= bool({"no", "none"}.intersection(_words(triple.subject)[:1]))
    forms = tuple(dict.fromkeys(_forms(triple)))
    words = forms[0].subject | forms[0].relation | forms[0].object
    return Told(forms, denied, bool(_MODAL.intersection(predicate)), words)


def _forms(triple: Triple) -> Iterator[Form]:
    """Yield the ways to say a triple: as it is, and its turns of "be", "have" and the passive."""
    subject, predicate, target = triple
    first, rest = _split(predicate)
    yield _form(subject, predicate, target)
    if first == "be" and rest:
        if rest.endswith(" by"):
            yield _form(target, rest, subject)
        yield _form(subject, "be", target, beside=rest)
        yield _form(target, "be", subject, beside=rest)
    elif first == "be":
        yield _form(target, "be", subject)
    elif first == "have" and rest:
        yield _form(target, "be", subject, beside=rest)
        yield _form(subject, "be", target, before=rest)
        yield _form(subject, "have", target, beside=rest)


def _split(predicate: str) -> tuple[str, str]:
    """Return the base form of a predicate's first word, "has been" being "be", and what follows.

    Denials and modals are left out. What follows is "" where it has no verb or noun of its own.
    """
    skipped = _DENIALS | _MODAL | {"do", "does", "did"}
    verbs = [word for word in _words(predicate) if word not in skipped]
    if len(verbs) > 1 and verbs[0] in _HAVE and (verbs[1] in _BE or lemma(verbs[1]) != verbs[1]):
        verbs = verbs[1:]
    first = lemma(verbs[0]) if verbs else ""
    rest = " ".join(verbs[1:])
    return first, rest if _relation(rest) - {"be", "have"} - STOP_WORDS else ""


def _form(subject: str, relation: str, target: str, *, beside: str = "", before: str = "") -> Form:
    """Make a form, with words of the relation put beside its object or before its subject."""
    heads = _head(before or subject), _head(beside or target)
    names = {stem(word.lower()) for word in f"{subject} {target}".split() if word[:1].isupper()}
    first, rest = _split(relation)
    return Form(
        _bag(f"{before} {subject}"),
        _relation(relation),
        _bag(f"{target} {beside}"),
        first == "be" and bool(rest) and not rest.split()[0].endswith("ing"),
        heads,
        frozenset(names),
    )


def _words(text: str) -> list[str]:
    """Return the words of a part of a triple, in lower case, without possessive endings."""
    plain = text.replace("’", "'").replace("n't", " not").replace("cannot", "can not").lower()
    cut = "".join(c if c.isalnum() or c in "'.,:-%" else " " for c in plain).split()
    words = [word.strip("'.,:-").removesuffix("'s").removesuffix("'") for word in cut]
    return [word for word in words if word]


def _bag(text: str) -> Bag:
    """Return the stems of the content words of an end; all of its words where it has none."""
    every = [word for word in _words(text) if word not in _DETERMINERS]
    content = [word for word in every if word not in STOP_WORDS and word not in _DENIALS]
    return frozenset(map(stem, content or every))


def _relation(text: str) -> Bag:
    every = [_base(word) for word in _words(text)]
    content = {word for word in every if word not in STOP_WORDS and word not in _MODAL}
    if content:
        return frozenset(map(stem, content))
    kept = [word for word in every if word == "be"] or [word for word in every if word == "have"]
    return frozenset((kept or every)[:1])


def _base(word: str) -> str:
    """Return the base form of a verb; of one that is listed as such, itself: "need", "miss"."""
    base = lemma(word)
    is_base = lexicon().get(word, "") in {"VB", "NV", "AV"} and base in stems(word)
    return word if is_base else base


def _head(text: str) -> str:
    """Return the stem of the last word of a noun phrase before its first preposition."""
    every = [word for word in _words(text) if word not in STOP_WORDS or word in _LINKS]
    every = every or _words(text)
    cut = next((at for at, word in enumerate(every) if at and word in _LINKS), len(every))
    return stem(every[cut - 1]) if every and cut else ""


def fits(found: Told, wanted: Told, rule: Rule) -> bool:
    """Say whether an extracted triple tells a statement.

    - "main": each end holds all of the other side's words or is held by them, with at least half
      of them shared (F1), and its head or a name among them; the relations share a stem; both are
      active or both passive, and both denied or neither.
    - "strict": ends and relations have the same content words, and what is possible has a modal.
    - "lenient": at least half of all words are shared (F1), whatever their order.
    """
    if rule == "lenient":
        return _f1(found.words, wanted.words) >= _LEAST_F1
    if found.negated != wanted.negated:
        return False
    if rule == "strict" and wanted.modal and not found.modal:
        return False
    test = _is_same if rule == "strict" else _is_alike
    return any(test(a, b) for a in found.forms for b in wanted.forms)


def _is_same(a: Form, b: Form) -> bool:
    return a[:4] == b[:4]


def _is_alike(a: Form, b: Form) -> bool:
    return (
        a.passive == b.passive
        and bool(a.relation & b.relation)
        and _ends_meet(a.subject, b.subject, b.heads[0], b.names)
        and _ends_meet(a.object, b.object, b.heads[1], b.names)
    )


def _ends_meet(found: Bag, wanted: Bag, head: str, names: Bag) -> bool:
    if not (found <= wanted or wanted <= found) or _f1(found, wanted) < _LEAST_F1:
        return False
    return head in found or bool(found & wanted & names)


def _f1(a: Bag, b: Bag) -> float:
    return 2 * len(a & b) / max(len(a) + len(b), 1)


def repeats(found: Told, wanted: Told) -> bool:
    """Say whether a triple tells a part of a statement once more: "is English" beside a lawyer."""
    return found.negated == wanted.negated and any(
        bool(a.relation & b.relation)
        and bool(a.subject & b.subject)
        and bool(a.object)
        and a.object <= b.object
        for a in found.forms
        for b in wanted.forms
    )


class Count(NamedTuple):
    """What became of one row's triples.

    Attributes:
        right: Triples that tell a statement or a qualifier, each counted once.
        found: Triples that count: not those that repeat one, or tell what is optional.
        wanted: Statements and qualifiers.
        statements_told: Statements that a triple tells.
        statements: All of them that have an object.
        qualifiers_told: Qualifiers that a triple tells.
        qualifiers: All of them.
        modal_kept: Triples with a modal, of those that tell what is possible.
        possible_told: All of those.
    """

    right: int
    found: int
    wanted: int
    statements_told: int
    statements: int
    qualifiers_told: int
    qualifiers: int
    modal_kept: int
    possible_told: int


@dataclass(frozen=True)
class Matched:
    """Which triple tells which fact of a row.

    Attributes:
        pairs: Number of the fact, number of the triple.
        missed: Facts that no triple tells: "statement" or "qualifier", and of which statement.
        wrong: Triples that tell none.
        count: The sums.
    """

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[tuple[str, Stated], ...]
    wrong: tuple[Triple, ...]
    count: Count


def matched(row: Row, triples: Sequence[Triple], rule: Rule = "main") -> Matched:
    """Pair a row's facts with triples, one to one, statements before qualifiers."""
    known = [told(triple) for triple in triples]
    wanted = [(kind, each, ways) for each in row.stated for kind, ways in facts(each)]
    counted = [entry for entry in wanted if not entry[1].optional]
    counted.sort(key=lambda entry: entry[0] == "qualifier")
    pairs = _assign(counted, known, rule)
    free = [at for at in range(len(known)) if at not in pairs.values()]
    wrong = [at for at in free if not _is_neutral(known[at], wanted, rule)]
    missed = tuple(entry[:2] for at, entry in enumerate(counted) if at not in pairs)
    made_up = tuple(triples[at] for at in wrong)
    return Matched(tuple(pairs.items()), missed, made_up, _count(counted, pairs, known, len(wrong)))


def _count(
    counted: Sequence[_Fact], pairs: dict[int, int], known: Sequence[Told], wrong: int
) -> Count:
    kinds = [kind for kind, _, _ in counted]
    got = [kinds[at] for at in pairs]
    modal = [known[to].modal for at, to in pairs.items() if counted[at][1].possible]
    return Count(
        right=len(pairs),
        found=len(pairs) + wrong,
        wanted=len(counted),
        statements_told=got.count("statement"),
        statements=kinds.count("statement"),
        qualifiers_told=got.count("qualifier"),
        qualifiers=kinds.count("qualifier"),
        modal_kept=sum(modal),
        possible_told=len(modal),
    )


def _assign(facts_: Sequence[_Fact], known: Sequence[Told], rule: Rule) -> dict[int, int]:
    """Pair facts with triples: the exact ones first, then the others in order."""
    pairs: dict[int, int] = {}
    tests: list[Callable[[Told, Told], bool]] = [
        lambda a, b: fits(a, b, "strict") and fits(a, b, rule),
        lambda a, b: fits(a, b, rule),
    ]
    for test in tests:
        for at, (_, _, ways) in enumerate(facts_):
            used = set(pairs.values())
            free = [to for to in range(len(known)) if to not in used]
            hit = next((to for to in free if any(test(known[to], way) for way in ways)), None)
            if at not in pairs and hit is not None:
                pairs[at] = hit
    return pairs


def _is_neutral(triple: Told, wanted: Sequence[_Fact], rule: Rule) -> bool:
    """Say whether a triple repeats a part of some fact, or tells what is optional."""
    return any(
        fits(triple, way, rule) or repeats(triple, way) for _, _, ways in wanted for way in ways
    )
