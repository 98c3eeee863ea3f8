"""Each corpus judged by a detector that was fitted on the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.bench.judged import Judged, judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from groundgraph.protocols import Detector
    from groundgraph.types import Example


def leave_one_corpus_out(
    corpora: Mapping[str, Sequence[Example]], fit: Callable[[list[Example]], Detector]
) -> Iterator[tuple[str, Judged]]:
    """Fit on all corpora but one, judge that one; for each in turn.

    Rows of the others that share a passage or an answer with the corpus left out are not fitted
    on: corpora of fact verification repeat each other's claims.

    Args:
        corpora: Labelled rows by the name of the corpus, two corpora at least.
        fit: Takes the labelled rows to fit on, and returns a detector.

    Yields:
        The name of the corpus left out, and what was said of its rows.

    Raises:
        ValueError: When there are fewer than two corpora.
    """
    if len(corpora) < 2:
        raise ValueError(f"to leave one corpus out takes two or more, found {list(corpora)}")
    texts = {name: [_texts(e) for e in examples] for name, examples in corpora.items()}
    for left_out, held in corpora.items():
        known = frozenset().union(*texts[left_out])
        others = [
            example
            for name, examples in corpora.items()
            if name != left_out
            for example, own in zip(examples, texts[name], strict=True)
            if known.isdisjoint(own)
        ]
        yield left_out, judge(fit(others), held)


def _texts(example: Example) -> frozenset[str]:
    """Return the answer and the passages, regardless of case and spaces."""
    return frozenset(
        " ".join(text.casefold().split())
        for text in (example.answer, *(passage.text for passage in example.passages))
    )
