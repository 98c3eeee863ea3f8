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
_CONTRADICT = frozenset(
    "negated affirmed opposed renumbered counted dated measured turned".split()
)
_WORDS = (5, 45)
_UNITS = (1, 10)
_TRIES = 12
_STRANGERS = 0.1


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
    passage = _around(own, at, pick)
    yield _right(EDITS, group, passage, edited(Changed(own[at], ()), pick))
    for way in pick.sample(sorted(CHANGES), _TRIES):
        found = CHANGES[way](own[at], pick)
        if found is None or found.text == own[at]:
            continue
        outcome = CONTRADICTED if way in _CONTRADICT else NOT_SUPPORTED
        yield _wrong(EDITS, group, passage, edited(found, pick), outcome, way)
        break
    else:
        yield from _stranger(texts, pick, group, passage)
        return
    if pick.random() < _STRANGERS:
        yield from _stranger(texts, pick, group, passage)


def _stranger(texts: Texts, pick: random.Random, group: str, passage: str) -> Iterator[Row]:
    """Yield a sentence of another text: none of it is supported."""
    usable = [sentence for sentence in pick.choice(texts.cut) if _usable(sentence)]
    text = pick.choice(usable)
    if text not in passage:
        whole = Changed(text, (Span(0, len(text)),))
        yield _wrong(EDITS, group, passage, whole, UNSUPPORTED, "stranger")


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
            bad = Changed(wrong, differing(right, wrong))
            yield _right(WORLDS, group, made.passages, edited(Changed(right, ()), pick, (0.2,)), made.about)
            yield _wrong(
                WORLDS, group, made.passages, edited(bad, pick, (0.2,)), NOT_SUPPORTED, made.about
            )


def _right(
    corpus: str, group: str, passages: str | tuple[str, ...], made: Changed, about: str = ""
) -> Row:
    texts = (passages,) if isinstance(passages, str) else passages
    return Row(corpus, group, "", texts, made.text, SUPPORTED, (), about=about)


def _wrong(
    corpus: str,
    group: str,
    passages: str | tuple[str, ...],
    made: Changed,
    outcome: int,
    about: str,
) -> Row:
    marks = tuple((span.start, span.end, outcome) for span in made.spans)
    texts = (passages,) if isinstance(passages, str) else passages
    return Row(corpus, group, "", texts, made.text, outcome, marks, about=about)


def _around(own: Sequence[str], at: int, pick: random.Random) -> str:
    """Return some neighbouring sentences, that one among them."""
    size = pick.randint(*_UNITS)
    start = max(0, at - pick.randrange(size))
    return " ".join(own[start : max(at + 1, start + size)])


def _usable(sentence: str) -> bool:
    count = len(sentence.split())
    return _WORDS[0] <= count <= _WORDS[1] and sentence[-1:] in ".!" and sentence[0].isupper()
