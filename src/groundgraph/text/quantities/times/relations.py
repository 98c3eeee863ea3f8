"""What a sentence says of the order of two things: "two hours after the first cellar flooded"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.times.denials import BACK, DENYING, goes_on, has_not, is_put_off
from groundgraph.text.quantities.times.distances import distance_before
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.text.vocabulary.irregular import PASTS, SIMPLE, UNCHANGED
from groundgraph.text.vocabulary.small_words import BE, CLAUSE_ENDS, JOINTS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token

_BEFORE = """before; prior to; ahead of; earlier than; sooner than; preceded; precedes; preceding;
followed by; until; till; by the time; older than; in advance of; leading up to; on the eve of;
by the day of; by the date of; in the run-up to; after which; upon which; whereupon; predates;
predated; predate; antedates; antedated"""
_AFTER = """after; following; later than; followed; follows; preceded by; once; behind;
as soon as; not until; younger than; newer than; subsequent to; in the wake of; postdates;
postdated; postdate; in the aftermath of; on the heels of; before which; by which time; outlives;
outlived; outlasts; outlasted"""
CONNECTORS: dict[tuple[str, ...], int] = {
    tuple(phrase.split()): -1 for phrase in _BEFORE.replace("\n", " ").split("; ")
} | {tuple(phrase.split()): 1 for phrase in _AFTER.replace("\n", " ").split("; ")}
_FIRST_WORDS = frozenset({"when", *(phrase[0] for phrase in CONNECTORS)})
_TELLING = frozenset(word for phrase in CONNECTORS for word in phrase) - set(
    "as by in not of on than the to up which".split()
)
"""Words of which each connector but "when" has one, and most sentences none."""
_STATES = frozenset("already longer yet still".split())
"""Words by which "when" tells an order."""
_LONGEST = 4
_SHORTEST_PAST = 5
"""Letters of a past form in "-ed"; "need" is none."""
OF_ENDS = frozenset("outlives outlived outlasts outlasted".split())
"""Connectors that order the ends of two things."""
_BY = frozenset("preceded precedes predates predated antedates antedated followed follows".split())
_BY |= {"postdates", "postdated"} | OF_ENDS
"""Connectors behind which "by two days" says how far apart two things are."""
_ONLY_WITH_TIME = frozenset({"behind", "following", "once"})
BY_THEN = frozenset({"by the time", "by the day of", "by the date of"})
_TURNED = frozenset({"before", "after", "prior to", "ahead of", *BY_THEN})
"""Connectors whose order a denial turns: what had not come before came after."""
_HEDGES = frozenset("about some nearly almost only just around over roughly more less than".split())
_RELATIVE = frozenset({"which", "who", "where"})
_NOT_FOLLOWED = frozenset({"in", "on", "up", "suit", "with", "at", "when", "through"})
_PRONOUNS = frozenset("it its they them he him she her this that these those both".split())
_PARTICIPLES = SIMPLE.keys() | UNCHANGED
_VERBS = BE | frozenset(PASTS.values()) - UNCHANGED | frozenset("has have put set".split())
AFTER_SOMEBODY = frozenset("named look looks looked looking going".split())
"""What has nothing follow when "after" stands behind it."""
_OPENING = frozenset("only just it was shortly soon and but , well some".split())
_SUBJECTS = frozenset("he she it they we".split())
_LEADS = frozenset("in on at early late the".split())
"""Words before a date that a comma parts from what stands before it."""
_OPENING_WORDS = 6
"""Words of an opening such as "At follow-up six weeks after"."""


@dataclass(frozen=True, eq=False)
class Relation:
    """Two things and their order.

    Attributes:
        first: Words of what the sentence is about; none where that is only "it".
        second: Words of what it is set against.
        sign: -1 where the first comes before the second, 1 where it comes after.
        amount: By how much, where that is told.
        first_range: Token indices of the first.
        second_range: Token indices of the second.
        connector: How it is said, in lower case.
        span: Where.
    """

    first: Words
    second: Words
    sign: int
    amount: Quantity | None
    first_range: tuple[int, int]
    second_range: tuple[int, int]
    connector: str
    span: Span


def relations(sentence: Sentence) -> list[Relation]:
    """Return what a sentence says of the order of things, in order."""
    letters = sentence.letters
    by_state = "when" in letters and not (_STATES | {"had"}).isdisjoint(letters)
    if _TELLING.isdisjoint(letters) and not by_state:
        return []
    found: list[Relation] = []
    done = 0
    for at in [at for at, token in enumerate(sentence.tokens) if token.text in _FIRST_WORDS]:
        read = _connector(sentence, at) if at >= done else None
        if read is None:
            continue
        phrase, sign = read
        before = found[-1] if found else None
        relation = _relation(sentence, (at, at + len(phrase)), sign, " ".join(phrase), before)
        if relation is not None:
            found.append(relation)
        done = at + len(phrase)
    return found


def side_of(sentence: Sentence, relation: Relation, at: int) -> Literal["first", "second", ""]:
    """Say of which thing of a relation a token is told.

    What a comma parts from a bare noun is told of the first: "a year before the tunnel, in 1974".
    """
    for part, side in _sides(relation):
        if part[0] <= at < part[1]:
            return side
    (start, _), (second, stop) = relation.first_range, relation.second_range
    tokens = sentence.tokens
    behind = start < second < stop < at and tokens[stop].text == ","
    leads = all(token.text in _LEADS for token in tokens[stop + 1 : at])
    return "first" if behind and leads and is_bare(sentence, relation) else ""


def _sides(relation: Relation) -> tuple[tuple[tuple[int, int], Literal["first", "second"]], ...]:
    return (relation.first_range, "first"), (relation.second_range, "second")


def is_bare(sentence: Sentence, relation: Relation) -> bool:
    """Say whether a relation's second thing has no verb: "a year after Edith Moncrieff"."""
    inside = sentence.tokens[slice(*relation.second_range)]
    return not any(is_past(token.text) for token in inside)


def shared_from(sentence: Sentence, relation: Relation) -> int:
    """Return where in the first thing begins what a bare second one did too.

    That is the verb of its last clause, in "qualified a year after Edith Moncrieff"; its end where
    there is none.
    """
    start, stop = relation.first_range
    if start >= relation.second_range[0] or not is_bare(sentence, relation):
        return stop
    inner = range(start, stop - 1)  # a comma may stand before the distance
    clause = max((at + 1 for at in inner if sentence.tokens[at].text == ","), default=start)
    return next((at for at in range(clause, stop) if is_past(sentence.tokens[at].text)), stop)


def _connector(sentence: Sentence, at: int) -> tuple[tuple[str, ...], int] | None:
    words = [token.text for token in sentence.tokens[at : at + _LONGEST + 1]]
    for size in range(_LONGEST, 0, -1):
        phrase = tuple(words[:size])
        if len(phrase) < size or phrase not in CONNECTORS:
            continue
        following = words[size] if size < len(words) else ""
        if phrase[-1] in {"followed", "follows"} and (
            following in _NOT_FOLLOWED
            or any(a.first == at + size and a.dimension == "time" for a in sentence.amounts)
        ):
            return None
        sign = CONNECTORS[phrase]
        leading = [token.text for token in sentence.tokens[:at]]
        if phrase == ("before",) and (leading[-1:] == ["not"] or is_put_off(leading)):
            return phrase, 1
        return phrase, 1 if phrase == ("until",) and _denied(sentence, at) else sign
    return _already(sentence, at) if words[:1] == ["when"] else None


def _already(sentence: Sentence, at: int) -> tuple[tuple[str, ...], int] | None:
    """Read "X was already shut when Y": what was already so came first, what was not yet so last.

    So did, or does, the end of what was "no longer" so, or "not still", or "still".
    """
    start, stop = clause_of(sentence, at)
    tokens = sentence.tokens
    found = ((i, _state(sentence, i)) for i in range(start, stop))
    place, sign = next(((i, sign) for i, sign in found if sign), (-1, 0))
    if not sign:
        return None
    opens = all(token.text in _OPENING for token in tokens[start:at])
    own = place > _second_end(sentence, at + 1, stop) if opens else place < at
    return ("when",), sign if own else -sign


def _state(sentence: Sentence, at: int) -> int:
    """Return -1 for a word by which something came before another thing, 1 for after it, else 0."""
    tokens = sentence.tokens
    word, before = tokens[at].text, tokens[at - 1].text if at else ""
    if word == "already":
        return 1 if before == "not" or before.endswith(("n't", "n’t")) else -1
    if word == "had" and at + 1 < len(tokens):
        return _had_been(sentence, at)
    if word == "longer":
        return -1 if before == "no" else 0
    if word == "yet":
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        return 1 if following == "to" or _denied(sentence, at) else 0
    leads = at + 1 < len(tokens) and tokens[at + 1].text == "to"
    if word != "still" or leads:
        return 0
    return -1 if _denied(sentence, at) else 1


def _had_been(sentence: Sentence, at: int) -> int:
    """Return -1 for "had been shut", 1 for "had not shut", 0 for "had been working"."""
    behind = [token.text for token in sentence.tokens[at + 1 : at + 4]]
    denied = behind[0] == "not"
    behind = behind[denied:]
    behind = behind[behind[:1] == ["been"] :]
    done = bool(behind) and (is_past(behind[0]) or behind[0] in _PARTICIPLES)
    return (1 if denied else -1) if done else 0


def _denied(sentence: Sentence, at: int) -> bool:
    """Say whether "not" stands before "until": what is told then happened after."""
    before = sentence.tokens[max(0, at - BACK) : at]
    return any(t.text in DENYING or t.text.endswith(("n't", "n’t")) for t in before)


def _is_no_order(tokens: Sequence[Token], at: int, after: int) -> bool:
    """Say whether "once again", "as follows", "on or after", "looked after" are told."""
    word, before = tokens[at].text, [token.text for token in tokens[max(0, at - 2) : at]]
    following = tokens[after] if after < len(tokens) else None
    ends = following is None or following.kind == "mark"
    if word == "once":
        return ends or following is None or following.text in {"again", "more", "a", "in"}
    if word == "after" and before[-1:] and before[-1] in AFTER_SOMEBODY:
        return True
    return before[-1:] == ["as"] or before[-1:] == ["or"] or (word == "follows" and ends)


def _relation(
    sentence: Sentence,
    phrase: tuple[int, int],
    sign: int,
    connector: str,
    before: Relation | None,
) -> Relation | None:
    """Read both sides of a connector; ``before`` is the relation told before it."""
    tokens, (at, after) = sentence.tokens, phrase
    if _is_no_order(tokens, at, after):
        return None
    amount = next((a for a in sentence.amounts if _leads_to(sentence, a, at)), None)
    amount = amount or distance_before(sentence, at)
    start, stop = clause_of(sentence, at)
    ends = _second_end(sentence, after, stop)
    behind = _by_how_much(sentence, after, ends) if connector in _BY and amount is None else None
    if behind is not None:
        amount, ends = behind
    left_end = amount.first if amount is not None and behind is None else at
    if before is not None:
        begun, ended = before.second_range
        start = max(start, ended if ended <= left_end else begun)
    opens = all(token.text in _OPENING for token in tokens[start:left_end])
    joined = [token.text for token in tokens[after : after + 2]]
    if joined[:1] in (["and"], ["or"]) and joined[1:] and joined[1] in _FIRST_WORDS:
        return None  # "before and after the column"
    if connector in _ONLY_WITH_TIME and amount is None and not opens and connector != "once":
        return None
    first_range = (start, left_end)
    if opens and before is None:  # "After X, Y, which …"
        if _is_relative([token.text for token in tokens[ends + 1 : ends + 4]]):
            return None  # "After X Y, which …"
        first_range = (ends, _aside_of(sentence, ends, stop))
    second = _second(sentence, (after, ends), before)
    if second is None:
        return None
    first = _first(sentence, first_range, before)
    if not first and not _has_pronoun(sentence, first_range):
        return None
    span = Span(tokens[at].start, tokens[after - 1].end)
    plain = amount is None and CONNECTORS.get(tuple(connector.split())) == sign
    turned = plain and connector in _TURNED and has_not(sentence, *first_range)
    turned |= connector in BY_THEN and goes_on(sentence, *first_range)
    parts = (first_range, (after, ends))
    return Relation(first, second, -sign if turned else sign, amount, *parts, connector, span)


def _by_how_much(sentence: Sentence, start: int, stop: int) -> tuple[Quantity, int] | None:
    """Return the time that "by" leads to in a part of a sentence, and where "by" stands."""
    for amount in sentence.amounts:
        if amount.dimension != "time" or not start < amount.first < stop:
            continue
        at = amount.first - 1
        while at > start and sentence.tokens[at].text in _HEDGES:
            at -= 1
        if sentence.tokens[at].text == "by" and at > start:
            return amount, at
    return None


def _aside_of(sentence: Sentence, start: int, stop: int) -> int:
    """Return where ", which she held" or ", a seat that she held" begins, else the clause's end."""
    tokens = sentence.tokens
    asides = (
        at
        for at in range(start + 1, stop - 1)
        if tokens[at].text == "," and _is_relative([t.text for t in tokens[at + 1 : at + 4]])
    )
    return next(asides, stop)


def _is_relative(words: Sequence[str]) -> bool:
    if words[:1] in (["a"], ["an"], ["the"]):
        return words[2:] != [] and words[2] in _RELATIVE | {"that"}
    return words[:1] != [] and words[0] in _RELATIVE


def _first(sentence: Sentence, part: tuple[int, int], before: Relation | None) -> Words:
    """Return the words of a first thing; "but confirmed after it" takes its subject from before."""
    own = content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped)
    if before is None or any(own.values()):
        return own
    names = {word: True for word, name in before.first.items() if name}
    return {**own, **names} if own and names else {**own, **before.first}


def _second(sentence: Sentence, part: tuple[int, int], before: Relation | None) -> Words | None:
    """Return the words of a second thing, of the one before it for "it"; ``None`` for nothing."""
    own = content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped)
    if own or any(part[0] <= mention.first < part[1] for mention in sentence.mentions):
        return own
    if before is not None and _has_pronoun(sentence, part):
        return before.second
    return None


def _has_pronoun(sentence: Sentence, part: tuple[int, int]) -> bool:
    return any(token.text in _PRONOUNS for token in sentence.tokens[part[0] : part[1]])


def _leads_to(sentence: Sentence, amount: Quantity, at: int) -> bool:
    """Say whether an amount of time stands right before a connector."""
    if amount.dimension != "time":
        return False
    words = [token.text for token in sentence.tokens[amount.after : at]]
    return amount.after <= at and len(words) <= 1 and set(words) <= {"or", "just", "more"}


def clause_of(sentence: Sentence, at: int) -> tuple[int, int]:
    """Return the range between the ";" or "but" on both sides of a token."""
    start = stop = at
    while start > 0 and not _ends_clause(sentence, start - 1):
        start -= 1
    while stop < len(sentence.tokens) and not _ends_clause(sentence, stop):
        stop += 1
    return start, stop


def _ends_clause(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    if token.text == "." and at + 1 < len(sentence.tokens):
        text = sentence.text
        return token.end < len(text) and text[token.end] in " \n"
    if token.text == "," and at + 1 < len(sentence.tokens):
        return sentence.tokens[at + 1].text in JOINTS
    return token.text in CLAUSE_ENDS


def is_past(word: str) -> bool:
    """Say whether a word may be a verb in the past."""
    return word in _VERBS or (len(word) >= _SHORTEST_PAST and word.endswith("ed"))


def _second_end(sentence: Sentence, after: int, stop: int) -> int:
    """Return where what follows a connector ends: at a comma, a connector, else with the clause."""
    tokens = sentence.tokens
    for at in range(after + 1, stop):
        following = tokens[at + 1] if at + 1 < stop else None
        if tokens[at].text == "," and (following is None or following.kind != "number"):
            return at
        if tokens[at].text in _SUBJECTS and _is_another_subject(sentence, after, at):
            return at
        if tokens[at].text == "and" and following is not None and _starts_another(following.text):
            return at
    return stop


def _is_another_subject(sentence: Sentence, after: int, at: int) -> bool:
    """Say whether "he" begins what the sentence is about: "Six weeks after discharge he was well".

    There the connector opens the sentence, but for a few words without a verb, and so does the
    noun after it; "when" leads to a verb.
    """
    before = [token.text for token in sentence.tokens[:after]]
    inside = [token.text for token in sentence.tokens[after:at]]
    following = sentence.tokens[at + 1].text if at + 1 < len(sentence.tokens) else ""
    verbs = any(is_past(word) or word in _SUBJECTS for word in (*before, *inside))
    when = before == ["when"] and any(map(is_past, inside))
    return len(before) <= _OPENING_WORDS and (when or not verbs) and is_past(following)


def _starts_another(word: str) -> bool:
    """Say whether "and" before a word may begin another thing that happened."""
    return word in _FIRST_WORDS or is_past(word)
