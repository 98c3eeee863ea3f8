"""What a passage tells of the order of things without a date, and where a claim goes with it.

A sentence that joins two things ("after", "by the time"), one that follows another with "then" or
"earlier", and a past perfect beside a past ("The flats had been cleared") each say which of two
things came first. A claim need not tell them in the same words: which side of a link each of its
own sides speaks of is decided by the words that only one side of the link holds.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.times.relations import relations, sequence
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.written.model import Sentence

_LATER = frozenset("afterwards afterward later then thereafter subsequently next finally".split())
_EARLIER = frozenset("beforehand earlier previously".split())
_THAT = frozenset({"that", "then", "this", "which"})
_OPENERS = frozenset("before after until till once when while as since unless if by".split())
_PARTICIPLE = re.compile(r"\w{2,}(?:ed|en|wn|ught|elt|ept|ost|old|ung|unk|ut|one|een|eft|ade|aid)")
_TIMES, _BY_THE = frozenset({"when", "time"}), ["by", "the"]
_CAME = frozenset("came come comes fell falls lay lies was were is happened".split())
_DETERMINERS = frozenset(
    "the a an his her its their my our your he she it they we i you all both most".split()
)
_PLACED = frozenset(map(stem, "took place came fell lay".split()))
_HAD = frozenset({"had"})
_DENIED = frozenset({"not", "never", "yet"})
_EMBEDDING = frozenset({"that", "who", "which", "what", "whose", "where", "if"})
_NOT_SO = frozenset(
    """want wanted wants refuse refused plan planned intend intended hoped should would meant
    supposed reversed wrong ought expected""".split()
)
"""Words by which a sentence may tell an order that was not kept."""
_REACH = 3
"""Tokens between "had" and its participle."""
_ORDERS = frozenset({"first", "last", "lat", "then", "final"})
_UNTIL = frozenset({"until", "till"})
_BOTH, _HALF, _ONE = 1.0, 0.8, 0.45
"""How sure it is which way a claim goes where most words of both its sides tell, where some do, and
where those of one side alone do."""
_CLEARLY = 3
"""How many times more words must speak for one way than for the other."""


class Link(NamedTuple):
    """Two things of which the first came first.

    Attributes:
        early: Stems of what came first.
        late: Stems of what came after it.
        line: Number of the sentence.
        plain: Whether the sentence says so, and not its tense alone.
        ends: Whether what came first went on until then: its end did not come before it.
    """

    early: frozenset[str]
    late: frozenset[str]
    line: int
    plain: bool = True
    ends: bool = False


def links_of(sentences: Sequence[Sentence]) -> list[Link]:
    """Return what the sentences of a passage say of the order of two things."""
    found: list[Link] = []
    for line, sentence in enumerate(sentences):
        before = sentences[line - 1] if line else None
        if not sentence.letters.isdisjoint(_NOT_SO):
            continue
        found += [
            _link(told.first, told.second, told.sign, line)._replace(
                ends=told.connector in _UNTIL and told.sign < 0
            )
            for told in (*relations(sentence), *sequence(sentence))
        ]
        found += _across(sentence, before, line)
        found += _at_a_time(sentence, line)
        found += _between(sentence, line)
    return [link for link in found if link.early and link.late]


def _link(first: Iterable[str], second: Iterable[str], sign: int, line: int) -> Link:
    one, other = frozenset(first), frozenset(second)
    early, late = (one, other) if sign < 0 else (other, one)
    return Link(early - late, late - early, line)


def _across(sentence: Sentence, before: Sentence | None, line: int) -> Iterator[Link]:
    """Yield the links that adverbs and the past perfect make with the clause before."""
    if sentence.letters.isdisjoint(_LATER | _EARLIER | _HAD | {"after", "before", "by"}):
        return
    held = None if before is None else frozenset(_of(before, (0, len(before.tokens))))
    for part in _clauses(sentence):
        own = frozenset(_of(sentence, part))
        words = [token.text for token in sentence.tokens[slice(*part)]]
        sign, plain = _way(words), True
        if not sign and _OPENERS.isdisjoint(words) and _is_past_perfect(words):
            sign, plain = -1, False
        if sign and held and own:
            yield _link(own, held, sign, line)._replace(plain=plain)
        if own:
            held = own


def _at_a_time(sentence: Sentence, line: int) -> Iterator[Link]:
    """Yield the link of "When the kiln was lit, Madame Roux had been dead for a year"."""
    if sentence.letters.isdisjoint(_HAD) or not _TIMES & sentence.letters:
        return
    words = [token.text for token in sentence.tokens]
    had = next((at for at, word in enumerate(words) if word in _HAD), -1)
    at = next((at for at in range(len(words)) if _is_time(words, at)), -1)
    if had < 0 or at < 0 or not _is_past_perfect(words[had:]):
        return
    if at > had:
        parts = (0, at), (at + 1, len(words))
    else:
        start = _subject(words, at, had)
        parts = (start, len(words)), (at + 1, start)
    early, late = (frozenset(_of(sentence, part)) for part in parts)
    yield Link(early - late, late - early, line)


def _is_time(words: Sequence[str], at: int) -> bool:
    return words[at] == "when" or (words[at] == "time" and words[max(0, at - 2) : at] == _BY_THE)


def _subject(words: Sequence[str], start: int, verb: int) -> int:
    """Return where the subject of a verb begins: behind a comma, else at its article or pronoun."""
    for at in range(verb - 1, start, -1):
        if words[at] == ",":
            return at + 1
    for at in range(verb - 1, start + 1, -1):
        if words[at] in _DETERMINERS:
            return at
    return verb


def _between(sentence: Sentence, line: int) -> Iterator[Link]:
    """Yield the two links of "Her years in Malmö came between the circus and Hamburg"."""
    words = [token.text for token in sentence.tokens]
    at = next((i for i, word in enumerate(words) if word == "between"), 0)
    if words[at + 1 : at + 3] == ["the", "two"]:
        yield from _between_two(sentence, at, line)
        return
    if not at or words[at - 1] not in _CAME or "and" not in words[at:]:
        return
    mid = words.index("and", at)
    stop = next((i for i in range(mid, len(words)) if words[i] in {";", "."}), len(words))
    own, one, other = (frozenset(_of(sentence, p)) for p in ((0, at), (at, mid), (mid, stop)))
    one = one | _numbers(words[at:mid])
    other = other | _numbers(words[mid:stop])
    one, other = one - other, other - one  # "the second and the third stage"
    if own and one and other:
        yield Link(one - own, own - one, line)
        yield Link(own - other, other - own, line)


def _between_two(sentence: Sentence, at: int, line: int) -> Iterator[Link]:
    """Yield the links of "He married between the two sieges": after the first of them."""
    own = frozenset(_of(sentence, (0, at))) - _PLACED
    if own:
        yield Link(frozenset({"first", "1"}), own, line)
        yield Link(own, frozenset({"second", "2"}), line)


def _numbers(words: Sequence[str]) -> frozenset[str]:
    """Return the numbers of ordinals: what is numbered may be told behind the other alone."""
    return frozenset(str(ORDINALS[word]) for word in words if word in ORDINALS)


def _of(sentence: Sentence, part: tuple[int, int]) -> Iterable[str]:
    return content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped)


def _clauses(sentence: Sentence) -> list[tuple[int, int]]:
    """Part a sentence at ";", ":" and where a comma or "and" leads to another verb."""
    tokens = sentence.tokens
    edges = [0]
    for at, token in enumerate(tokens):
        if token.text in {";", ":"} or (
            token.text in {"but", "and"} and at and tokens[at - 1].text == ","
        ):
            edges.append(at + 1)
    edges.append(len(tokens))
    return [(a, b) for a, b in pairwise(edges) if b > a]


def _way(words: Sequence[str]) -> int:
    """Return 1 for a clause that comes after what was told last, -1 before it, 0 unknown."""
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        if not _DENIED.isdisjoint(words[max(0, at - _REACH) : at]):
            continue
        if word in {"before", "after"} and following in _THAT:
            return -1 if word == "before" else 1
        if word == "by" and following == "then":
            return -1
        if following == "than" or words[at - 1 : at] == ["the"]:
            continue
        if word in _EARLIER | {"before"} and (_closes(following) or at == 0):
            return -1 if word != "before" or at else 0
        if word in _LATER and (at <= 1 or _closes(following)):
            return 1
    return 0


def _closes(following: str) -> bool:
    return not following or not following[0].isalnum()


def _is_past_perfect(words: Sequence[str]) -> bool:
    for at, word in enumerate(words):
        if word in _EMBEDDING:
            return False
        if word in _HAD:
            near = words[at + 1 : at + 1 + _REACH]
            if (
                near[:1] != ["to"]
                and _DENIED.isdisjoint(near)
                and any(_PARTICIPLE.fullmatch(each) for each in near)
            ):
                return True
    return False


def lean(
    links: Sequence[Link],
    first: AbstractSet[str],
    second: AbstractSet[str],
    sign: int,
    *,
    lasting: bool = False,
) -> tuple[float, Link | None]:
    """Return how far links speak for a claim or, below 0, against it, in [-1, 1], and which does.

    At 1 and -1 one link holds words of both things, and at least half of those of each.

    Args:
        links: Of the evidence.
        first: Stems of the claim's first thing.
        second: Stems of its second.
        sign: -1 where it has the first before the second, else 1.
        lasting: Whether it says, with "until", that the first went on.
    """
    one, other = first - second, second - first
    early, late = (one, other) if sign < 0 else (other, one)
    links = [link for link in links if lasting or not link.ends or _is_of_all(link, one, other)]
    told = [(found, link) for link in links if (found := _told(link, early, late))]
    best = max((abs(found) for found, _ in told), default=0.0)
    top = [(found, link) for found, link in told if abs(found) == best]
    return top[0] if len({found for found, _ in top}) == 1 else (0.0, None)


def _is_of_all(link: Link, *sides: AbstractSet[str]) -> bool:
    """Say whether most words of a side are of what went on, not of its end alone."""
    return any(2 * len(own & link.early) > len(own) for own in sides)


def ends(links: Sequence[Link], words: AbstractSet[str], *, last: bool) -> float:
    """Return how far links speak for what came first, or last, of all, as `lean` does."""
    own = words - _ORDERS
    ways = set()
    for link in links:
        early, late = len(own & link.early), len(own & link.late)
        if early != late:
            ways.add((early > late) != last)
    return 0.0 if len(ways) != 1 else (_ONE if ways == {True} else -_ONE)


def _told(link: Link, early: AbstractSet[str], late: AbstractSet[str]) -> float:
    """Return what one link says of a claim that has some things early and some late."""
    straight = _shared(early, link.early), _shared(late, link.late)
    turned = _shared(early, link.late), _shared(late, link.early)
    for ways, against, sign in ((straight, turned, 1), (turned, straight, -1)):
        if sum(ways) > _CLEARLY * sum(against):
            return sign * (_sureness(link, early, late) if all(ways) else _ONE)
    return 0.0


def _shared(words: AbstractSet[str], side: AbstractSet[str]) -> int:
    """Count what two things share: nothing where they are numbered otherwise."""
    both = words & side
    numbers, others = ({word for word in held if word.isdigit()} for held in (words, side))
    return 0 if numbers and others and numbers.isdisjoint(others) else len(both)


def _sureness(link: Link, early: AbstractSet[str], late: AbstractSet[str]) -> float:
    both = link.early | link.late
    return (
        _BOTH
        if link.plain and all(2 * len(own & both) >= len(own) for own in (early, late))
        else _HALF
    )
