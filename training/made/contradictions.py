"""Sentences of the evidence as claims, and copies of them that contradict it.

People who wrote or marked answers for a corpus seldom denied or turned round what the evidence
says, so a detector trained on the corpus alone hardly learns it; users try it first. A sentence of
the evidence is a grounded claim; with a negation put in or taken out, a word exchanged for its
opposite, two names or one number exchanged, it is not. The changed words are the gold spans.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.text.names import names
from groundgraph.text.polarity import PAIRS
from groundgraph.types import Example, Span
from training.made.corruption import corrupted

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Sequence

_AUXILIARY = r"is|are|was|were|can|could|will|would|should|must|may|might|does|do|did|has|have|had"
_SAID = re.compile(rf"\b({_AUXILIARY})\b(?!\s+not\b|n['’]t)(?=\s+(\w+))", re.IGNORECASE)
_DENIED = re.compile(rf"\b({_AUXILIARY})(?:\s+not|n['’]t)\b|\b(can)not\b", re.IGNORECASE)
_OWNS = re.compile(r"\b(has|have|had)\s+(a|an|the|its|his|her|their)\s+(?=\w)", re.IGNORECASE)
_PERFECT = frozenset({"has", "have", "had"})
_PARTICIPLE = re.compile(r"\w+(?:ed|en|wn|ung|ught|one)$|been$|had$|made$|got$|left$|won$|lost$")
_LIST = re.compile(r"^\W*(?:(?:and|or|with|vs)\W*)?$", re.IGNORECASE)
_WORDS = (6, 35)
_TRIES = 8


class Changed(NamedTuple):
    """A sentence that says something else, and where."""

    text: str
    spans: tuple[Span, ...]


def negate(sentence: str, pick: random.Random) -> Changed | None:
    """Put a negation in."""
    if _DENIED.search(sentence):
        return None
    owned = list(_OWNS.finditer(sentence))
    said = [m for m in _SAID.finditer(sentence) if _takes_not(m[1], m[2])]
    if owned and (not said or pick.random() < 1 / 2):
        match = pick.choice(owned)
        return _replaced(sentence, match.start(), match.end(), f"{match[1]} no ")
    if not said:
        return None
    match = pick.choice(said)
    return _replaced(sentence, match.start(), match.end(), _not(match[1], pick))


def affirm(sentence: str, pick: random.Random) -> Changed | None:
    """Take a negation out; the word before it and the one behind are marked."""
    found = list(_DENIED.finditer(sentence))
    if not found:
        return None
    match = pick.choice(found)
    word = match[1] or match[2]
    changed = _replaced(sentence, match.start(), match.end(), word)
    after = re.match(r"\s+\w+", changed.text[changed.spans[0].end :])
    end = changed.spans[0].end + (after.end() if after else 0)
    return Changed(changed.text, (Span(changed.spans[0].start, end),))


def oppose(sentence: str, pick: random.Random) -> Changed | None:
    """Exchange a word for its opposite."""
    found = [
        (match, opposite)
        for match in re.finditer(r"[A-Za-z]+", sentence)
        for opposite in _OPPOSITE.get(match[0].lower(), ())
    ]
    if not found:
        return None
    match, opposite = pick.choice(found)
    other = opposite.capitalize() if match[0][0].isupper() else opposite
    return _replaced(sentence, match.start(), match.end(), other)


def swap(sentence: str, pick: random.Random) -> Changed | None:
    """Exchange two names that are not of one list."""
    found = names(sentence)
    pairs = [
        (one, other)
        for i, one in enumerate(found)
        for other in found[i + 1 :]
        if not set(one.parts) & set(other.parts)
        and not _LIST.match(sentence[one.end : other.start])
    ]
    if not pairs:
        return None
    one, other = pick.choice(pairs)
    first, second = (sentence[n.start : n.end].rstrip(".") for n in (one, other))
    between = sentence[one.start + len(first) : other.start]
    after = sentence[other.start + len(second) :]
    text = sentence[: one.start] + second + between + first + after
    start = one.start + len(second) + len(between)
    spans = (Span(one.start, one.start + len(second)), Span(start, start + len(first)))
    return Changed(text, spans)


def renumber(sentence: str, pick: random.Random) -> Changed | None:
    """Exchange a number."""
    whole = Example(sentence, (), label=False)
    copies = corrupted([whole], share=1.0, seed=pick.randrange(1 << 30))
    return Changed(copies[0].answer, copies[0].spans or ()) if copies else None


WAYS: dict[str, Callable[[str, random.Random], Changed | None]] = {
    "negated": negate,
    "affirmed": affirm,
    "opposed": oppose,
    "swapped": swap,
    "renumbered": renumber,
}


def contradictions(
    sentences: Sequence[str], like: Example, *, seed: int, most: int = 3
) -> Iterator[Example]:
    """Yield claims made of sentences of an example's evidence.

    Up to ``most`` sentences are changed, each in another way where that can be; each of them,
    or another one, is a grounded claim too, one with a negation where there is one.

    Args:
        sentences: Of the evidence.
        like: Whose passages and metadata the claims take; their ids are its source's.
        seed: Of every draw.
        most: How many to change.
    """
    source = str(like.metadata.get("source_id", like.id))
    pick = draw(seed, "contradictions", source)
    usable = [s for s in dict.fromkeys(sentences) if _usable(s)]
    pool = pick.sample(usable, len(usable))
    changed = list(_changed(pool, pick, most))
    same = sorted(pool, key=lambda s: not _DENIED.search(s))[:1]
    same += [sentence for _, sentence, _ in changed if sentence not in same][: most - 1]
    for number, sentence in enumerate(same):
        yield _claim(like, sentence, (), f"{source}-said-{number}")
    for way, _, found in changed:
        yield _claim(like, found.text, found.spans, f"{source}-{way}")


def _changed(
    pool: Sequence[str], pick: random.Random, most: int
) -> Iterator[tuple[str, str, Changed]]:
    """Yield the way, the sentence and what became of it."""
    count = 0
    left = list(pool)
    for way in pick.sample(sorted(WAYS), len(WAYS)):
        for sentence in left[:_TRIES]:
            found = WAYS[way](sentence, pick) if count < most else None
            if found is not None:
                yield way, sentence, found
                left.remove(sentence)
                count += 1
                break


def _claim(like: Example, text: str, spans: tuple[Span, ...], name: str) -> Example:
    metadata = {**like.metadata, "labels": None, "model": None}
    return Example(text, like.passages, id=name, label=bool(spans), spans=spans, metadata=metadata)


def _usable(sentence: str) -> bool:
    count = len(sentence.split())
    return _WORDS[0] <= count <= _WORDS[1] and sentence[-1:] in ".!" and sentence[0].isupper()


def _takes_not(word: str, after: str) -> bool:
    """Say whether "not" may follow: "has" takes it before a participle alone."""
    if word.lower() in _PERFECT:
        return bool(_PARTICIPLE.match(after))
    return True


def _not(word: str, pick: random.Random) -> str:
    low = word.lower()
    if low == "can":
        return pick.choice(["cannot", "can't"]) if word.islower() else "Cannot"
    if low in {"may", "might", "will"}:
        return f"{word} not"
    return pick.choice([f"{word} not", f"{word}n't"])


def _replaced(sentence: str, start: int, end: int, other: str) -> Changed:
    text = sentence[:start] + other + sentence[end:]
    return Changed(text, (Span(start, start + len(other.rstrip())),))


def _inflected(word: str) -> list[str]:
    """Return a word as it is and, were it a regular verb, its other forms."""
    if word.endswith("e"):
        return [word, f"{word}s", f"{word}d", f"{word[:-1]}ing"]
    if word.endswith("y") and word[-2:-1] not in set("aeou"):
        return [word, f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"]
    return [word, f"{word}s", f"{word}ed", f"{word}ing"]


def _opposites(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for pair in pairs:
        for one, other in (pair, pair[::-1]):
            for form, opposite in zip(_inflected(one), _inflected(other), strict=True):
                found[form] = (*found.get(form, ()), opposite)
    return found


_OPPOSITE = _opposites(PAIRS)
