"""Measure how well sentences of answers are told apart (`groundgraph.text.answers.kinds`).

    python -m experiments.evaluate_kinds [--data DATA]

On the sentences annotated in `tests/text/kinds.tsv`, half of which the rules were written by:
precision and recall of each kind, and how many claims are judged without marks and framing, word
for word, and with the right citations. Beside it a small head, a logistic regression over runs of
letters, fitted on the half that the rules were written by. On the wordings of
`tests/text/refusals.tsv` as whole answers: how many are unverifiable. With --data, of 2,000
sentences of RAGTruth's train answers, drawn by seed: how many are taken for a refusal, a greeting
or an offer, and which of these are not among those that were looked at one by one and found to be
one (`tests/text/looked_at.txt`). Intervals are Wilson's. Half a minute.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from groundgraph import Example, Passage, load
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.kinds import KINDS
from groundgraph.text.answers.pieces import Piece, judged_texts, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = Path(__file__).parents[1] / "tests" / "text"
NEXT = "The tram to the airport is red."
ASIDE = ("refusal", "greeting", "offer")
SAMPLE = 2000


class Row(NamedTuple):
    """An annotated sentence; ``judged`` is "" where a claim is judged as it stands."""

    split: str
    kind: str
    text: str
    question: str
    judged: str
    cited: str


def share(part: int, whole: int) -> str:
    """Return a share with Wilson's interval."""
    if not whole:
        return "none"
    z, p = 1.96, part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole**2))
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return f"{part}/{whole} = {p:.3f} [{low:.3f}, {high:.3f}]"


def rows(name: str) -> list[list[str]]:
    lines = (TEXTS / name).read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines]


def told(row: Row) -> tuple[str, bool, bool]:
    """Return the kind that a row is taken for, and whether its words and citations are right."""
    example = Example(f"{row.text}\n\n{NEXT}", question=row.question)
    (found,) = judged_texts([example], SentenceSegmenter().segment)
    if len(found.spans) < 2:
        return row.kind if row.kind in found.others else found.others[0], False, False
    exact = found.text == f"{row.judged or row.text} {NEXT}"
    return "claim", exact, " ".join(found.cited[0]) == row.cited


def by_kind(gold: list[str], said: list[str]) -> Iterator[str]:
    """Yield precision and recall of each kind."""
    pairs = Counter(zip(gold, said, strict=True))
    for kind in KINDS:
        right = pairs[kind, kind]
        yield (
            f"{kind:9} precision {share(right, said.count(kind))}, "
            f"recall {share(right, gold.count(kind))}"
        )


def kinds() -> None:
    """Print how sentences are told apart, by the rules and by a small head."""
    annotated = [Row(*row) for row in rows("kinds.tsv")]
    for split in ("dev", "test"):
        own = [row for row in annotated if row.split == split]
        found = [told(row) for row in own]
        print(f"{split}, {len(own)} sentences, by rules")
        for line in by_kind([row.kind for row in own], [kind for kind, *_ in found]):
            print(f"    {line}")
        claims = [(exact, cited) for row, (_, exact, cited) in zip(own, found, strict=True)
                  if row.kind == "claim"]  # fmt: skip
        print(f"    claims judged word for word {share(sum(e for e, _ in claims), len(claims))}")
        print(f"    claims with right citations {share(sum(c for _, c in claims), len(claims))}")
    dev, test = ([row for row in annotated if row.split == split] for split in ("dev", "test"))
    print("test, by a head over runs of 2 to 4 letters, fitted on dev")
    for line in by_kind([row.kind for row in test], head_says(dev, test)):
        print(f"    {line}")


def head_says(dev: list[Row], test: list[Row]) -> list[str]:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    head = make_pipeline(
        TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True),
        LogisticRegression(C=30.0, class_weight="balanced", max_iter=2000),
    )
    head.fit([row.text for row in dev], [row.kind for row in dev])
    return [str(kind) for kind in head.predict([row.text for row in test])]


def refusals() -> None:
    """Print how many wordings are unverifiable as answers."""
    passages = (Passage("The bridge of Aldor was built in 1904. About 1,200 people live there."),)
    for name in ("fused", "lexical"):
        detector = load(name)
        for split in ("dev", "test"):
            for kind in ("refusal", "claim"):
                texts = [text for where, what, text in rows("refusals.tsv")
                         if (where, what) == (split, kind)]  # fmt: skip
                answers = [
                    Example(text, passages, question="When was the bridge built?") for text in texts
                ]
                verdicts = detector.detect(answers)
                aside = sum(v.reason.startswith("declines to answer") for v in verdicts)
                print(f"{name}, {split}, {kind}: declines {share(aside, len(texts))}")


def ragtruth(data: Path) -> None:
    """Print what is taken for a refusal, a greeting or an offer in a sample of RAGTruth."""
    train = load_ragtruth(data, split="train")
    draw(24, "kinds").shuffle(train)
    sample: list[Piece] = []
    for example in train:
        sample += pieces(example, SentenceSegmenter().segment)
        if len(sample) >= SAMPLE:
            break
    aside = [piece for piece in sample[:SAMPLE] if piece.kind in ASIDE]
    seen = set((TEXTS / "looked_at.txt").read_text(encoding="utf-8").splitlines())
    wrong = [piece.text for piece in aside if piece.text not in seen]
    print(f"RAGTruth, {SAMPLE} sentences: taken for {Counter(piece.kind for piece in aside)}")
    print(f"    not known to be one: {share(len(wrong), SAMPLE)}")
    for text in wrong:
        print(f"    ? {text}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder of RAGTruth")
    arguments = parser.parse_args()
    kinds()
    refusals()
    if arguments.data is not None:
        ragtruth(arguments.data)


if __name__ == "__main__":
    main()
