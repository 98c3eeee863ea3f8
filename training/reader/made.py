"""Made rows: pairs in which one thing differs, out of texts that may train and invented ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.structured import facts
from groundgraph.types import Span
from training.made.changes import CHANGES
from training.made.contradictions import Changed
from training.made.kept import edited
from training.made.worlds import world
from training.reader.recipe import CONTRADICTED, NOT_SUPPORTED, SUPPORTED, UNSUPPORTED
from training.reader.rows import Row
from training.reader.twins import differing

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

SEED = 0
EDITS, WORLDS = "edits", "worlds"
_CONTRADICT = frozenset("negated affirmed opposed renumbered counted dated measured turned".split())
_WORDS = (5, 45)
_UNITS = (1, 10)
_TRIES = 12
_STRANGERS, _FOLLOWING = 0.1, 0.3


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
    for number in range(count if texts.cut else 0):
        pick = draw(SEED, name, str(number))
        yield from _edit_group(texts, pick, f"{name}/{number}")


def _edit_group(texts: Texts, pick: random.Random, group: str) -> Iterator[Row]:
    own = pick.choice(texts.cut)
    at = pick.choice([n for n, sentence in enumerate(own) if _usable(sentence)])
    shown = _around(own, at, pick)
    before = _before(own, at, shown, pick)
    yield behind(before, _right(EDITS, group, (shown,), edited(Changed(own[at], ()), pick)))
    for way in pick.sample(sorted(CHANGES), _TRIES):
        found = CHANGES[way](own[at], pick)
        if found is None or found.text == own[at]:
            continue
        outcome = CONTRADICTED if way in _CONTRADICT else NOT_SUPPORTED
        wrong = _wrong(EDITS, group, (shown,), edited(found, pick), way, outcome)
        yield behind(before, wrong)
        break
    else:
        yield from _stranger(texts, pick, group, shown)
        return
    if pick.random() < _STRANGERS:
        yield from _stranger(texts, pick, group, shown)


def _stranger(texts: Texts, pick: random.Random, group: str, shown: str) -> Iterator[Row]:
    """Yield a sentence of another text: none of it is supported."""
    usable = [sentence for sentence in pick.choice(texts.cut) if _usable(sentence)]
    text = pick.choice(usable)
    if text not in shown:
        whole = Changed(text, (Span(0, len(text)),))
        yield _wrong(EDITS, group, (shown,), whole, "stranger", UNSUPPORTED)


def world_rows(count: int, name: str = WORLDS) -> Iterator[Row]:
    """Yield groups of claims about invented texts.

    Args:
        count: Groups.
        name: Of the draws: another name draws other groups.
    """
    for number in range(count):
        pick = draw(SEED, name, str(number))
        made = world(pick)
        for at, (right, wrong) in enumerate(made.pairs):
            group = f"{name}/{number}/{at}"
            others = [other for other, _ in made.pairs if other != right]
            before = pick.choice(others) if others and pick.random() < _FOLLOWING else ""
            for text in (Changed(right, ()), Changed(wrong, differing(right, wrong))):
                make = _wrong if text.spans else _right
                said = edited(text, pick, (0.2,))
                yield behind(before, make(WORLDS, group, made.passages, said, made.about))


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
    return Row(corpus, group, "", passages, made.text, outcome, marks, about=about)


def _around(own: Sequence[str], at: int, pick: random.Random) -> str:
    """Return some neighbouring sentences, that one among them."""
    size = pick.randint(*_UNITS)
    start = max(0, at - pick.randrange(size))
    return " ".join(own[start : max(at + 1, start + size)])


def _usable(sentence: str) -> bool:
    count = len(sentence.split())
    return _WORDS[0] <= count <= _WORDS[1] and sentence[-1:] in ".!" and sentence[0].isupper()
