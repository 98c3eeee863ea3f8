"""Made rows: pairs in which one thing differs, out of texts that may train and invented ones."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.structured import facts
from groundgraph.types import Span
from training.made.changes import CHANGES
from training.made.contradictions import Changed
from training.made.elsewhere import elsewhere
from training.made.kept import edited, paraphrased
from training.made.worlds import world
from training.reader.recipe import CONTRADICTED, NOT_SUPPORTED, SUPPORTED, UNSUPPORTED
from training.reader.rows import Row
from training.reader.twins import are_twins, differing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 0
EDITS, WORLDS = "edits", "worlds"
SHORT_EDITS, BARE_WORLDS = "short_edits", "bare_worlds"
"""Beside at most three sentences; beside nothing but what they are about."""
_CONTRADICT = frozenset("negated affirmed opposed renumbered counted dated measured turned".split())
_WORDS = (5, 45)
_UNITS, _FEW_UNITS = (1, 10), (1, 3)
_TRIES = 12
_STRANGERS, _FOLLOWING = 0.05, 0.15
_ELSEWHERE, _MIRRORED, _MOST_EDITS = 0.4, 0.9, 7
_DROPPED = 0.85
"""Share of the pairs not used in which the wrong sentence alone has words of its own."""
_WORD = re.compile(r"\w+")


class Texts(NamedTuple):
    """Texts that sentences are taken from, each cut into its sentences."""

    cut: list[list[str]]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        """Cut distinct texts of prose; those without a usable sentence are left out."""
        prose = [text for text in dict.fromkeys(texts) if facts(text) is None]
        spans = SentenceSegmenter().segment(prose)
        cut = [[s.of(text) for s in own] for text, own in zip(prose, spans, strict=True)]
        return cls([own for own in cut if any(map(_usable, own))])


def edit_rows(texts: Texts, count: int, name: str = EDITS) -> Iterator[Row]:
    """Yield groups of a sentence of a text, as it is, and changed; both edited alike at times.

    Args:
        texts: That may train.
        count: Groups.
        name: Of the draws: another name draws other groups.
    """
    units = _FEW_UNITS if name == SHORT_EDITS else _UNITS
    for number in range(count if texts.cut else 0):
        pick = draw(SEED, name, str(number))
        for row in _edit_group(texts, pick, f"{name}/{number}", units):
            yield row._replace(corpus=SHORT_EDITS) if name == SHORT_EDITS else row


def _edit_group(
    texts: Texts, pick: random.Random, group: str, units: tuple[int, int]
) -> Iterator[Row]:
    own = pick.choice(texts.cut)
    at = pick.choice([n for n, sentence in enumerate(own) if _usable(sentence)])
    shown = _around(own, at, pick, units)
    before = _before(own, at, shown, pick)
    found = _changed(own[at], shown, pick)
    if found is None:
        yield behind(before, _right(EDITS, group, (shown,), edited(Changed(own[at], ()), pick)))
        if pick.random() < _STRANGERS:
            yield from _stranger(texts, pick, group, shown)
        return
    way, wrong = found
    outcome = CONTRADICTED if way in _CONTRADICT else NOT_SUPPORTED
    made = [
        (passage, *_alike(one, other, passage, pick))
        for passage, one, other in _sides(own[at], wrong, shown, pick)
    ]
    tells = any(_new(right.text, text) < _new(bad.text, text) for text, right, bad in made)
    for passage, right, bad in [] if tells and pick.random() < _DROPPED else made:
        yield behind(before, _right(EDITS, group, (passage,), edited(right, pick), way))
        yield behind(before, _wrong(EDITS, group, (passage,), edited(bad, pick), way, outcome))
    if pick.random() < _STRANGERS:
        yield from _stranger(texts, pick, group, shown)


def _changed(sentence: str, shown: str, pick: random.Random) -> tuple[str, Changed] | None:
    """Return a way and what becomes of a sentence, if any of some ways can be gone."""

    def of_the_text(text: str, draws: random.Random) -> Changed | None:
        return elsewhere(text, shown, draws)

    ways = {**CHANGES, "elsewhere": of_the_text}
    for way in ["elsewhere"] * (pick.random() < _ELSEWHERE) + pick.sample(sorted(ways), _TRIES):
        found = ways[way](sentence, pick)
        if found is not None and found.text != sentence:
            return way, found
    return None


def _sides(
    sentence: str, wrong: Changed, shown: str, pick: random.Random
) -> list[tuple[str, Changed, Changed]]:
    """Return the evidence, a right and a wrong sentence; at times also with the evidence changed.

    What is wrong beside the text is right beside the text that says so, and the other way round.
    """
    sides = [(shown, Changed(sentence, ()), wrong)]
    spans = differing(wrong.text, sentence)
    if spans and pick.random() < _MIRRORED:
        mirror = shown.replace(sentence, wrong.text)
        sides.append((mirror, Changed(wrong.text, ()), Changed(sentence, spans)))
    return sides


def _alike(
    right: Changed, wrong: Changed, passage: str, pick: random.Random
) -> tuple[Changed, Changed]:
    """Write both another way, so that neither has more words of its own than the other, on average.

    The one with fewer words that the evidence lacks is written anew as often as it takes.
    """
    seed = pick.randrange(1 << 30)
    count = pick.choice((0, 0, 1, 2))
    bad = paraphrased(wrong, random.Random(seed), count)
    most = _new(bad.text, passage) + pick.choice((-1, 0, 0, 1))
    best, fewest = right, abs(_new(right.text, passage) - most)
    for n in range(1, _MOST_EDITS):
        for _ in range(2):
            other = paraphrased(right, pick, n)
            apart = abs(_new(other.text, passage) - most)
            if apart < fewest:
                best, fewest = other, apart
        if fewest == 0:
            break
    return best, bad


def _new(text: str, passage: str) -> int:
    """Return how many words of a text the evidence lacks."""
    known = {word.lower() for word in _WORD.findall(passage)}
    return sum(word.lower() not in known for word in _WORD.findall(text))


def _stranger(texts: Texts, pick: random.Random, group: str, shown: str) -> Iterator[Row]:
    """Yield a sentence of another text: none of it is supported."""
    usable = [sentence for sentence in pick.choice(texts.cut) if _usable(sentence)]
    text = pick.choice(usable)
    if text not in shown:
        whole = Changed(text, (Span(0, len(text)),))
        yield _wrong(EDITS, group, (shown,), whole, "stranger", UNSUPPORTED)


def world_rows(count: int, name: str = WORLDS, *, held: bool = False) -> Iterator[Row]:
    """Yield groups of claims about invented texts, each right beside one text, not another.

    Args:
        count: Groups.
        name: Of the draws: another name draws other groups.
        held: Whether they are about the domains that are held back, and told as no other is.
    """
    bare = name == BARE_WORLDS
    for number in range(count):
        pick = draw(SEED, name, str(number))
        made = world(pick, held=held, bare=bare)
        for at, (right, wrong, question) in enumerate(made.pairs):
            group = f"{name}/{number}/{at}"
            sides = ((made.passages, right, wrong), (made.mirror, wrong, right))
            others = [o for o in made.pairs if o.right != right and not (question or o.question)]
            beside = pick.choice(others) if others and pick.random() < _FOLLOWING else None
            for place, (passages, good, bad) in enumerate(sides):
                before = beside[place] if beside else ""
                for text in (Changed(good, ()), Changed(bad, apart(good, bad))):
                    make = _wrong if text.spans else _right
                    said = text if question else edited(text, pick, (0.12,))
                    row = make(WORLDS, group, passages, said, made.about)
                    row = row._replace(question=question, corpus=name if bare else WORLDS)
                    yield behind(before, row)


def apart(right: str, wrong: str) -> tuple[Span, ...]:
    """Return the words in which twins differ; all of a claim that is told otherwise."""
    return differing(right, wrong) if are_twins(right, wrong) else (Span(0, len(wrong)),)


def behind(before: str, row: Row) -> Row:
    """Return a row whose claim stands behind another one, a supported one, or as it is."""
    if not before:
        return row
    start = len(before) + 1
    marks = tuple((s + start, e + start, kind) for s, e, kind in row.marks or ())
    answer = f"{before} {row.answer}"
    claims = ((0, len(before), SUPPORTED), (start, len(answer), row.outcome))
    return row._replace(answer=answer, marks=marks, claims=claims, outcome=-1)


def _before(own: Sequence[str], at: int, passage: str, pick: random.Random) -> str:
    """Return, at times, a sentence that is shown and not the one at a place."""
    shown = [s for n, s in enumerate(own) if n != at and s in passage and _usable(s)]
    return pick.choice(shown) if shown and pick.random() < _FOLLOWING else ""


def _right(
    corpus: str, group: str, passages: tuple[str, ...], made: Changed, about: str = ""
) -> Row:
    return Row(corpus, group, "", passages, made.text, SUPPORTED, (), about=about)


def _wrong(
    corpus: str,
    group: str,
    passages: tuple[str, ...],
    made: Changed,
    about: str,
    outcome: int = NOT_SUPPORTED,
) -> Row:
    marks = tuple((span.start, span.end, outcome) for span in made.spans)
    if corpus == WORLDS and made.spans == (Span(0, len(made.text)),):
        return Row(corpus, group, "", passages, made.text, outcome, None, about=about)
    return Row(corpus, group, "", passages, made.text, outcome, marks, about=about)


def _around(own: Sequence[str], at: int, pick: random.Random, units: tuple[int, int]) -> str:
    """Return some neighbouring sentences, that one among them."""
    size = pick.randint(*units)
    start = max(0, at - pick.randrange(size))
    return " ".join(own[start : max(at + 1, start + size)])


def _usable(sentence: str) -> bool:
    count = len(sentence.split())
    return _WORDS[0] <= count <= _WORDS[1] and sentence[-1:] in ".!" and sentence[0].isupper()
