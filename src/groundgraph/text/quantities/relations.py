"""What a sentence says of the order of two things: "two hours after the first cellar flooded"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.quantities.segments import Words, content_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.amounts import Amount
    from groundgraph.text.quantities.model import Sentence

_BEFORE = """before; prior to; ahead of; earlier than; sooner than; preceded; precedes; preceding;
followed by; until; till; by the time; older than; in advance of; leading up to"""
_AFTER = """after; following; later than; followed; follows; preceded by; once; behind;
as soon as; not until; younger than; newer than; subsequent to"""
_PHRASES: dict[tuple[str, ...], int] = {
    tuple(phrase.split()): -1 for phrase in _BEFORE.replace("\n", " ").split("; ")
} | {tuple(phrase.split()): 1 for phrase in _AFTER.replace("\n", " ").split("; ")}
_FIRST_WORDS = frozenset({"when", *(phrase[0] for phrase in _PHRASES)})
_LONGEST, _BACK = 3, 12
_DENIALS = frozenset({"not", "never", "nor", "cannot"})
_ONLY_WITH_TIME = frozenset({"behind", "following", "once"})
_JOINS = frozenset({"and", "but", "while", "whereas", "so", "although", "though"})
_CLAUSE_ENDS = frozenset({";", ".", "but", "while", "whereas"})
_NOT_FOLLOWED = frozenset({"in", "on", "up", "suit", "with", "at", "when", "through"})
_VERBS = frozenset(
    """was were is are had has have did began became came went took left got made ran fell rose won
    lost sold met led put set then arrived reached""".split()
)
_LATER = frozenset({"later", "afterwards", "after", "thereafter", "younger"})
_ADVERBS = _LATER | {"earlier", "before", "beforehand", "older"}


@dataclass(frozen=True, eq=False)
class Relation:
    """Two things and their order.

    Attributes:
        first: Words of what the sentence is about.
        second: Words of what it is set against.
        sign: -1 where the first comes before the second, 1 where it comes after.
        amount: By how much, where that is told.
        first_range: Token indices of the first.
        second_range: Token indices of the second.
        connector: How it is said.
    """

    first: Words
    second: Words
    sign: int
    amount: Amount | None
    first_range: tuple[int, int]
    second_range: tuple[int, int]
    connector: str


def relations(sentence: Sentence) -> list[Relation]:
    """Return what a sentence says of the order of things, in order."""
    return list(_relations(sentence))


def _relations(sentence: Sentence) -> Iterator[Relation]:
    tokens = sentence.tokens
    at = 0
    while at < len(tokens):
        found = _connector(sentence, at) if tokens[at].text in _FIRST_WORDS else None
        if found is None:
            at += 1
            continue
        phrase, sign = found
        relation = _relation(sentence, at, at + len(phrase), sign, " ".join(phrase))
        if relation is not None:
            yield relation
        at += len(phrase)


def _connector(sentence: Sentence, at: int) -> tuple[tuple[str, ...], int] | None:
    words = [token.text for token in sentence.tokens[at : at + _LONGEST]]
    for size in range(_LONGEST, 0, -1):
        phrase = tuple(words[:size])
        if len(phrase) == size and phrase in _PHRASES:
            if phrase[-1] in {"followed", "follows"} and words[size : size + 1] and (
                words[size] in _NOT_FOLLOWED
            ):
                return None
            sign = _PHRASES[phrase]
            if phrase == ("until",) and _denied(sentence, at):
                sign = 1
            return phrase, sign
    if words[:1] == ["when"]:
        return _already(sentence, at)
    return None


def _already(sentence: Sentence, at: int) -> tuple[tuple[str, ...], int] | None:
    """Read "X was already shut when Y": what was already so came first."""
    start, stop = _clause(sentence, at)
    places = [i for i in range(start, stop) if sentence.tokens[i].text == "already"]
    if not places:
        return None
    return ("when",), -1 if places[0] < at else 1


def _denied(sentence: Sentence, at: int) -> bool:
    """Say whether "not" stands before "until": what is told then happened after."""
    before = sentence.tokens[max(0, at - _BACK) : at]
    return any(t.text in _DENIALS or t.text.endswith(("n't", "n’t")) for t in before)


def _relation(
    sentence: Sentence, at: int, after: int, sign: int, connector: str
) -> Relation | None:
    tokens = sentence.tokens
    amount = next((a for a in sentence.amounts if _leads_to(sentence, a, at)), None)
    left_end = amount.first if amount is not None else at
    start, stop = _clause(sentence, at)
    second_end = _second_end(sentence, after, stop)
    opens = all(token.text in _OPENING for token in tokens[start:left_end])
    if opens:  # "After X, Y"
        first_range = (second_end, stop)
    else:
        first_range = (start, left_end)
    first = content_words(tokens, sentence.text, *first_range, skip=sentence.skipped)
    second = content_words(tokens, sentence.text, after, second_end, skip=sentence.skipped)
    if connector in _ONLY_WITH_TIME and amount is None and not (opens or connector == "once"):
        return None
    if not first or not (second or _moment_in(sentence, after, second_end)):
        return None
    return Relation(first, second, sign, amount, first_range, (after, second_end), connector)


_OPENING = frozenset({"only", "just", "it", "was", "shortly", "soon", "and", "but", ",", "well", "some"})


def _leads_to(sentence: Sentence, amount: Amount, at: int) -> bool:
    """Say whether an amount of time stands right before a connector."""
    if amount.dimension != "time":
        return False
    words = [token.text for token in sentence.tokens[amount.after : at]]
    return amount.after <= at and len(words) <= 1 and set(words) <= {"or", "just", "more"}


def _clause(sentence: Sentence, at: int) -> tuple[int, int]:
    """Return the range between the ";" or "but" on both sides of a token."""
    tokens = sentence.tokens
    start = at
    while start > 0 and not _ends_clause(sentence, start - 1):
        start -= 1
    stop = at
    while stop < len(tokens) and not _ends_clause(sentence, stop):
        stop += 1
    return start, stop


def _ends_clause(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    if token.text == "." and at + 1 < len(sentence.tokens):
        text = sentence.text
        return token.end < len(text) and text[token.end] in " \n"
    if token.text == "," and at + 1 < len(sentence.tokens):
        return sentence.tokens[at + 1].text in _JOINS
    return token.text in _CLAUSE_ENDS


def _second_end(sentence: Sentence, after: int, stop: int) -> int:
    """Return where what follows a connector ends: at a comma, else with the clause."""
    tokens = sentence.tokens
    for at in range(after + 1, stop):
        following = tokens[at + 1] if at + 1 < stop else None
        if tokens[at].text == "," and (following is None or following.kind != "number"):
            return at
        if tokens[at].text == "and" and following is not None and _is_verb(following.text):
            return at
    return stop


def _is_verb(word: str) -> bool:
    """Say whether "and" before a word may begin another thing that happened."""
    return word in _VERBS or (len(word) > len("need") and word.endswith("ed"))


def _moment_in(sentence: Sentence, start: int, stop: int) -> bool:
    return any(start <= mention.first < stop for mention in sentence.mentions)


def ends_with_adverb(sentence: Sentence, amount: Amount) -> int:
    """Return 1 for "two days later", -1 for "a year earlier", where nothing else is named; else 0.

    What it is reckoned from is the date that the text told last.
    """
    tokens = sentence.tokens
    at = amount.after
    if at >= len(tokens) or tokens[at].text not in _ADVERBS:
        return 0
    ends = at + 1 >= len(tokens) or tokens[at + 1].kind == "mark" or tokens[at + 1].text in {
        "and", "he", "she", "it", "they", "the", "a", "was", "were", "had", "with", "by", "to",
    }  # fmt: skip
    word = tokens[at].text
    if word in {"before", "after"} and not (ends and tokens[at + 1 : at + 2] != [] and tokens[
        at + 1
    ].kind == "mark"):
        return 0
    if not ends and word not in {"later", "earlier"}:
        return 0
    if tokens[at + 1 : at + 2] and tokens[at + 1].text == "than":
        return 0
    return 1 if word in _LATER else -1
