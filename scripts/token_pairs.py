"""Read pairs of other corpora for the second stage of the token model.

    python scripts/token_pairs.py --data ../shared/data     # after token_data.py

Premise and hypothesis of the entailment corpora, and questions over 2WikiMultihopQA's and MetaQA's
facts with right and wrong answers. Only corpora whose catalogue entry allows it, less the tenth
that `verifier_data.py` holds out, and without WiCE, by which transfer is measured. Nobody has said
which words are not supported, so only the answer's label is kept. Arrays as those of
`token_data.py` under --work/pairs; about five minutes on one core and 5 GB. The seed is fixed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.datasets.distractors import bare
from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Passage
from token_data import Lower, prepare, read_rarity
from verifier_data import entailment_rows, metaqa_rows
from verifier_questions import fact_rows, kept, two_wiki, wrong_answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.datasets.multihop import MultiHopQuestion
    from verifier_data import Row

SEED = 0
MOST = {"mnli": 6000, "conjnli": 4000}
FILM_QUESTIONS = 1800
LEFT_OUT = "wice"


def pairs(data: Path) -> Iterator[Example]:
    """Yield every example of the second stage."""
    questions = two_wiki(data)
    entailment = [r for r in entailment_rows(data)[0] if not r.source.startswith(LEFT_OUT)]
    films = [row for row, film in metaqa_rows(data, FILM_QUESTIONS) if kept("metaqa", film)]
    facts = [row for row, group in fact_rows(questions) if kept("2wiki", group)]
    for number, row in enumerate([*_capped(entailment), *films, *facts]):
        yield _example(row, number)
    for question in questions:
        if kept("2wiki", question.id):
            yield from _answered(question)


def _capped(rows: Sequence[Row]) -> Iterator[Row]:
    for source in sorted({row.source for row in rows}):
        own = [row for row in rows if row.source == source]
        most = MOST.get(source, len(own))
        yield from draw(SEED, "pairs", source).sample(own, min(most, len(own)))


def _example(row: Row, number: int) -> Example:
    asked, mark, answer = row.hypothesis.partition("? ")
    question = asked + "?" if mark and answer.strip() else ""
    return Example(
        answer if question else row.hypothesis,
        (Passage(row.premise),),
        question=question,
        id=f"{row.source}-{number}",
        label=row.label != "entailment",
        metadata={"task": row.source, "source_id": f"{row.source}-{number}"},
    )


def _answered(question: MultiHopQuestion) -> Iterator[Example]:
    """Yield a question with its answer and with two wrong ones, over all its paragraphs."""
    wrong = wrong_answers(question, draw(SEED, "answered", question.id))[:2]
    for number, text in enumerate([bare(question.answer), *wrong]):
        yield Example(
            text,
            question.passages("all"),
            question=question.question,
            id=f"{question.id}-{number}",
            label=number > 0,
            metadata={"task": "2wiki", "source_id": question.id},
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    (arguments.work / "pairs").mkdir(parents=True, exist_ok=True)
    rarity = read_rarity(arguments.work)
    examples = list(pairs(arguments.data))
    prepare(examples, arguments.work / "pairs", Lower(arguments.threads), rarity)


if __name__ == "__main__":
    main()
