"""How well `groundgraph.text.quantities` tells right amounts, dates and orders from wrong ones.

    python benchmarks/quantities.py
    python benchmarks/quantities.py --data ../shared/data [--answers 300]
    python benchmarks/quantities.py --probes 'FOLDER/*.jsonl' --split dev

On the pairs of tests/text/quantities/pairs.jsonl, or on probes, whose rows are pairs too: how often
the wrong answer scores higher than the right one (a tie counts half), with an interval by document;
how many right answers are contradicted, and how many wrong ones. Beside it the share of new words,
which needs no reading.

Then derivations that cannot be right: claims beside the evidence of other documents, and beside
their own with its numbers permuted; a claim that a derivation supports there counts, unless it
comes from the same numbers as with the true evidence, which permuting left where they count.

With --data, on RAGTruth train: claims without a marked span that are contradicted, false
derivations beside the evidence of another source, and milliseconds an answer of process time, for
answers to distinct sources ("cold") and for those to one source in turn ("shared").
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.passage_reading import read_passage
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.quantities import QuantityJudgement
    from groundgraph.types import Example

OWN = Path(__file__).resolve().parent.parent / "tests" / "text" / "quantities" / "pairs.jsonl"
SEED = 0
NUMBER = re.compile(r"(?<![\w.,:/#-])\d[\d,]*(?:\.\d+)?(?![\w:/-]|[.,]\d)")
YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


class Pair(NamedTuple):
    """A right and a wrong answer to the same evidence."""

    document: str
    phenomenon: str
    question: str
    passages: list[str]
    right: str
    wrong: str


def own_pairs() -> list[Pair]:
    found = []
    for line in OWN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for pair in row["pairs"]:
            told = (pair["phenomenon"], pair["question"], row["passages"])
            found.append(Pair(row["document"], *told, pair["right"], pair["wrong"]))
    return found


def probe_pairs(pattern: str, split: str) -> list[Pair]:
    found = []
    folder, _, name = pattern.rpartition("/")
    for path in sorted(Path(folder or ".").glob(name)):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["split"] == split:
                told = (row["phenomenon"], row["question"], row["passages"])
                found.append(Pair(row["document"], *told, row["right"], row["wrong"]))
    return found


def wins(wrong: float, right: float) -> float:
    return 1.0 if wrong > right else 0.5 if wrong == right else 0.0


def new_words(answer: str, pair: Pair) -> float:
    known = content_stems(" ".join((pair.question, *pair.passages)))
    own = content_stems(answer)
    return len(own - known) / max(1, len(own))


def show_pairs(pairs: Sequence[Pair]) -> None:
    print(f"{'phenomenon':18} {'pairs':>5} {'pairwise':>8} {'interval':>14} {'new words':>9}"
          f" {'right contradicted':>18} {'wrong contradicted':>18}")  # fmt: skip
    kinds = sorted({pair.phenomenon for pair in pairs})
    for kind in [*kinds, ""]:
        own = [pair for pair in pairs if kind in {"", pair.phenomenon}]
        judged = [judge_quantities(p.question, p.passages, [p.right, p.wrong]) for p in own]
        won = [wins(wrong.score, right.score) for right, wrong in judged]
        words = [wins(new_words(p.wrong, p), new_words(p.right, p)) for p in own]
        low, high = mean_interval(won, [pair.document for pair in own])
        false, true = (sum(pair[at].outcome == "contradicted" for pair in judged) for at in (0, 1))
        print(f"{kind or 'all':18} {len(own):5} {mean(won):8.3f} [{low:.3f}, {high:.3f}]"
              f" {mean(words):9.3f} {false:18} {true:18}")  # fmt: skip


def mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def mean_interval(values: Sequence[float], documents: Sequence[str]) -> tuple[float, float]:
    """Return the 95% interval of a mean, drawing documents."""
    by_document = defaultdict(list)
    for value, document in zip(values, documents, strict=True):
        by_document[document].append(value)
    groups, draw = list(by_document.values()), random.Random(SEED)
    means = []
    for _ in range(1000):
        drawn = [value for group in draw.choices(groups, k=len(groups)) for value in group]
        means.append(mean(drawn))
    means.sort()
    return means[24], means[974]


def formulas(one: QuantityJudgement) -> set[tuple[str, ...]]:
    """Return the numbers of each derivation that supports a claim."""
    told = [c.told for c in one.checks if c.kind == "derivation" and c.outcome == "supported"]
    return {tuple(sorted(re.findall(r"[\d.,]+", formula))) for formula in told}


def derived(judged: Iterable[QuantityJudgement]) -> int:
    """Count claims that a derivation supports."""
    return sum(bool(formulas(one)) for one in judged)


def permuted(passages: Sequence[str], draw: random.Random) -> list[str]:
    """Permute the numbers of some passages, years left out, all among each other."""
    found = [m[0] for text in passages for m in NUMBER.finditer(text) if not YEAR.fullmatch(m[0])]
    values = found[1:] + found[:1] if len(found) < 3 else draw.sample(found, len(found))
    following = iter(values)
    return [
        NUMBER.sub(lambda m: m[0] if YEAR.fullmatch(m[0]) else next(following), text)
        for text in passages
    ]


def show_shuffled(pairs: Sequence[Pair], rounds: int) -> None:
    draw = random.Random(SEED)
    evidence = {pair.document: pair.passages for pair in pairs}
    counts: dict[str, int] = defaultdict(int)
    for pair in pairs:
        own = judge_quantities(pair.question, pair.passages, [pair.right, pair.wrong])
        counts["own"] += derived(own[:1])
        counts["wrong"] += derived(own[1:])
        others = [name for name in evidence if name != pair.document]
        for name in draw.sample(others, rounds):
            counts["other"] += derived(
                judge_quantities(pair.question, evidence[name], [pair.right, pair.wrong])
            )
        for _ in range(rounds):
            mixed = permuted(pair.passages, draw)
            for one, before in zip(
                judge_quantities(pair.question, mixed, [pair.right, pair.wrong]), own, strict=True
            ):
                counts["permuted"] += bool(formulas(one) - formulas(before))
    claims = 2 * rounds * len(pairs)
    print(f"\nderivations that support: {counts['own']} of {len(pairs)} right answers,"
          f" {counts['wrong']} of {len(pairs)} wrong ones")  # fmt: skip
    for name, told in (("other", "other documents' evidence"), ("permuted", "permuted numbers")):
        print(
            f"false derivations, {told}: {counts[name]} of {claims} ({counts[name] / claims:.2%})"
        )


def show_ragtruth(data: Path, answers: int) -> None:
    examples = load_ragtruth(data, split="train")
    groups: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        groups[str(example.metadata["source_id"])].append(example)
    draw = random.Random(SEED)
    sources = draw.sample(sorted(groups), min(answers, len(groups)))
    segmenter = SentenceSegmenter()
    clean = false = marked = found = other = claims_ = 0
    for at, source in enumerate(sources):
        example = groups[source][0]
        spans = segmenter.segment([example.answer])[0]
        claims = [span.of(example.answer) for span in spans]
        texts = [passage.text for passage in example.passages]
        for span, one in zip(
            spans, judge_quantities(asked(example.question), texts, claims), strict=True
        ):
            bad = any(gold.overlaps(span) for gold in example.spans or ())
            clean, marked = clean + (not bad), marked + bad
            false += one.outcome == "contradicted" and not bad
            found += one.outcome == "contradicted" and bad
        elsewhere = groups[sources[at - 1]][0]
        shuffled = [passage.text for passage in elsewhere.passages]
        other += derived(judge_quantities(asked(example.question), shuffled, claims))
        claims_ += len(claims)
    print(f"\nRAGTruth train, {len(sources)} answers: contradicted {false} of {clean} claims"
          f" without a marked span ({false / clean:.2%}),"
          f" {found} of {marked} with one")  # fmt: skip
    print(f"false derivations, another source's evidence: {other} of {claims_}"
          f" ({other / claims_:.2%})")  # fmt: skip
    cold = [groups[source][0] for source in sources]
    shared = [example for source in sources[: len(sources) // 6] for example in groups[source]]
    for name, rows in (("cold", cold), ("shared", shared)):
        print(f"{name}: {milliseconds(rows, segmenter):.2f} ms an answer, {len(rows)} answers")


def milliseconds(rows: Sequence[Example], segmenter: SentenceSegmenter) -> float:
    """Return process time an answer, segmenting left out."""
    read_passage.forget()
    index_of.forget()
    inputs = []
    for row in rows:
        claims = [span.of(row.answer) for span in segmenter.segment([row.answer])[0]]
        inputs.append((asked(row.question), [passage.text for passage in row.passages], claims))
    start = time.process_time()
    for question, texts, claims in inputs:
        judge_quantities(question, texts, claims)
    return 1000 * (time.process_time() - start) / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--probes", help="pattern of files in the format of bench meaning")
    parser.add_argument("--split", default="dev", choices=["dev", "test"])
    parser.add_argument("--rounds", type=int, default=4, help="of shuffling")
    parser.add_argument("--data", type=Path, help="folder with RAGTruth")
    parser.add_argument("--answers", type=int, default=300)
    arguments = parser.parse_args()
    pairs = (
        own_pairs() if arguments.probes is None else probe_pairs(arguments.probes, arguments.split)
    )
    show_pairs(pairs)
    show_shuffled(pairs, arguments.rounds)
    if arguments.data is not None:
        show_ragtruth(arguments.data, arguments.answers)


if __name__ == "__main__":
    main()
