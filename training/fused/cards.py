"""Writes MODEL_CARD.md of the shipped `lexical` and `fused` detectors.

    groundgraph bench fused --data DATA --output fused
    groundgraph bench support --data DATA --output support
    python -m training fused --only cards --results fused/results.json,support/results.json

The train figures are those that `training.fused.trees` recorded in detector.json; the test figures
are taken from the bench's results.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from groundgraph.bench.before import BEFORE
from groundgraph.bench.support.corpora import TRAINED
from groundgraph.datasets.ragtruth import TEST_RATES
from groundgraph.learn.reliability import diagram
from groundgraph.methods.fused.sentence_level import SentenceLevel
from groundgraph.specs import load, training
from training.figures import UNDEFINED
from training.fused.steps import COMMAND
from training.onnx_graph import sha256

Tables = dict[str, list[dict[str, Any]]]
WHAT = {
    "lexical": "words, numbers, names and fields of data; no neural part",
    "fused": "what the embedded reader (`models/reader`) says of claims and words that it reads\n"
    "together with the evidence, and at what `lexical` looks at",
}
BESIDE = {
    "fused": """
What can be told by rule shifts the log-odds of a sentence and, as far as that is the worst one, of
the answer: amounts, dates, cells of tables and orders, reckoned and looked up; who did what to
whom; small words such as "all", "may" and "not"; what the evidence has in the place of a short
answer, and whether a walk over passages that name each other leads to it
(`groundgraph.methods.fused.rules`). The trees are those of `lexical`; what they say, what the
reader says and what rules find is added up, with weights (`detector.json`, under `shift`) that are
not negative and were fitted on RAGTruth's answers that reader and trees had not seen and on
thirteen other sets, the dev half of bench `answers` among them; the former count half. Answers of
another form than RAGTruth's are judged by a second sum (under `elsewhere`), of which each of these
sets counts alike, and in which the reader is asked about each claim by itself too.

The train figures below are of the whole sum, with trees fitted on the other folds; its weights,
the calibration and the threshold were chosen on the same answers.""",
    "lexical": """
Short answers are looked up by rule, as in `fused`: what the evidence has in their place, and
whether a walk over passages that name each other leads to them, shift the log-odds
(`groundgraph.methods.fused.rules`, weights in `detector.json` under `shift`).""",
}
KEPT = """ Those weights were
fitted before the reader learnt on; calibration, thresholds and the figures are of the reader that
is shipped."""
METRICS = {
    "f1": "F1",
    "precision": "precision",
    "recall": "recall",
    "auroc": "AUROC",
    "within_generator_auroc": "AUROC within generator",
    "expected_calibration_error": "ECE",
}
CARD = """# {name}

Scores answers, and each sentence of them, for hallucination against given passages. English only.

It looks at {what}.
Boosted trees score the sentences and, over them, the answer; sigmoid calibration on log-odds,
out-of-fold.{beside}

| | |
|---|---|
| file | `detector.json`, {size} bytes, JSON; nothing in it is executed |
| sha256 | `{sha256}` |
| licence | Apache-2.0 |
| trained on | {data} |
| calibration, threshold and figures by | {judged} |
| licences of the data | RAGTruth: MIT (texts: MS MARCO, CNN/Daily Mail, Yelp); MNLI: OANC |
| command | `{command}` |
| threshold | {policy} |

## Train, out-of-fold

Five folds by source; 95% bootstrap interval by source. Each cell is of the hallucinated class.

{train}
Weighted so that as many answers of a task are hallucinated as in the official test split
({shares}):

{rates}
AUROC of each generator's answers (n of them, so many hallucinated):

{generators}
Reliability out-of-fold, ten bins of equal size:

{reliability}

Operating points that `groundgraph check --detector {name} --at NAME` takes. `fpr=`: split
conformal; `recall=`, `precision=`: the lower bound of the 95% interval reaches it;
`precision=0.9@0.1` is for a share of 10% hallucinated answers, without `@` for that of the train
rows. Estimates with 95% intervals by source:

{points}

Sentences: AUROC {claim_auroc:.3f}, F1 {claim_f1:.3f} beside {claim_all:.3f} for flagging all
(n = {claim_n:,}; {claim_positives:,} overlap a gold span).

## Test

`groundgraph bench fused --data DATA --output out`, official test rows that were present, all
qualities, judged with the shipped file.

{test}
## Elsewhere

`groundgraph bench support --data DATA --output out`: corpora that it was not trained on, nothing
refitted. An interval that holds 0.5 says nothing about the corpus. "Novel" is the share of answers
whose form is unlike that of the train answers, so that their score is no probability and
`calibrated` is false: {novelty}.

{transfer}
## Limits

- Base rates differ: 44.5% of the train answers are hallucinated. A score is a probability for
  answers like these (question answering on MS MARCO, news summaries, Yelp data-to-text; six models
  of 2023); elsewhere it ranks. Fit on your own rows to trust it: `groundgraph fit {name}`.
- `calibrated` looks at form alone: lengths, question, turns, evidence, data. Answers of the same
  form with other errors, such as summaries edited by a model (SummEdits), are called calibrated,
  and their scores are no probabilities.
- Part of the pooled AUROC is knowing who writes badly: compare the AUROC within generator.
- Summaries are the weak spot: subtle changes of meaning keep their words.
- Elsewhere it is near chance on answers that join several passages (HotpotQA-derived) and on
  Climate-FEVER, and little better on rephrased summaries (QAGS). HaluEval's general questions come
  without passages: there is nothing to check them against.
- A wrong number or a name that the passages hold elsewhere, and negation, are caught in part only.
- Passages that have next to nothing in common with question and answer are set aside before
  anything is measured (`groundgraph.methods.fused.relevance`); the trees were fitted with all
  passages.
- Copies with one number exchanged, sentences of the evidence and pairs of MNLI train the trees too,
  so that a wrong number in a faithful sentence and short claims in other words are seen; no figure
  of RAGTruth above counts them.
- `fused` beside `lexical`, out-of-fold AUROC: answers {answers[fused]:.3f} and
  {answers[lexical]:.3f}, sentences {sentences[fused]:.3f} and {sentences[lexical]:.3f}.
"""


def write_cards(models: Path, results: str) -> list[Path]:
    """Write the cards of both detectors.

    Args:
        models: The folder with a folder for each detector.
        results: What the benches wrote, with commas between the paths; with "", figures of the
            train rows stand in for it.
    """
    paths = [Path(path) for path in results.split(",") if path]
    tables = {
        name: cells
        for path in paths
        for name, cells in json.loads(path.read_text(encoding="utf-8"))["tables"].items()
    }
    made = []
    for name in WHAT:
        path = models / name / "MODEL_CARD.md"
        path.write_text(card(models, name, tables or train_tables(models, name)), encoding="utf-8")
        print(f"    {path}", flush=True)
        made.append(path)
    return made


def train_tables(models: Path, name: str) -> Tables:
    """Return what a detector's record says of train rows, as the bench names its tables."""
    return {"groundedness_test": training(models / name)["by_task"], "corpora": []}


def card(models: Path, name: str, tables: Tables) -> str:
    """Return the card of a detector."""
    content = (models / name / "detector.json").read_bytes()
    record, every = training(models / name), {n: training(models / n) for n in WHAT}
    claims, command = record["claims"], record.get("command", COMMAND)
    return CARD.format(
        name=name,
        what=WHAT[name],
        beside=BESIDE[name] + (KEPT if "weights=kept" in command else ""),
        size=f"{len(content):,}",
        sha256=sha256(content),
        data=record["data"],
        judged=record.get("judged", "all answers of the split"),
        command=command,
        policy=policy(models / name),
        train=table(name, record["by_task"]),
        rates=table(name, record["at_test_rates"]),
        shares=", ".join(f"{task} {rate:.1%}" for task, rate in TEST_RATES.items()),
        generators=generators(name, record["by_generator"]),
        test=table(name, tables["groundedness_test"]),
        transfer=transfer(name, tables["corpora"]),
        reliability=diagram(record["reliability"]),
        points=points(models / name),
        novelty=novelty(models / name),
        answers={n: _auroc(own["by_task"], n) for n, own in every.items()},
        sentences={n: own["claims"]["auroc"] for n, own in every.items()},
        claim_auroc=claims["auroc"],
        claim_f1=claims["f1"],
        claim_all=claims["f1_of_flagging_all"],
        claim_n=claims["n"],
        claim_positives=claims["positives"],
    )


def table(name: str, cells: list[dict[str, Any]]) -> str:
    """Lay the cells of one detector out as Markdown, a task to a row."""
    rows = list(dict.fromkeys(c["row"] for c in cells if c["row"].startswith(f"{name}, ")))
    found = {(cell["row"], cell["metric"]): cell for cell in cells}
    measured = {key: said for key, said in METRICS.items() if (rows[0], key) in found}
    lines = [
        f"| task | n (hallucinated) | {' | '.join(measured.values())} | F1 of flagging all |",
        "|---" * (len(measured) + 3) + "|",
    ]
    for row in rows:
        task = row.partition(", ")[2]
        first = found[row, "f1"]
        always = found[f"always hallucinated, {task}", "f1"]
        shown = [_cell(found[row, metric]) for metric in measured]
        counts = f"{first['n']:,} ({first['positives']:,})"
        lines.append(f"| {task} | {counts} | {' | '.join(shown)} | {always['value']:.3f} |")
    return "\n".join(lines) + "\n"


def generators(name: str, cells: list[dict[str, Any]]) -> str:
    """Lay the AUROC of each generator's answers out as Markdown, a generator to a row."""
    found = {
        tuple(cell["row"].split(", ")[1:]): cell
        for cell in cells
        if cell["row"].startswith(f"{name}, ") and cell["metric"] == "auroc"
    }
    tasks = sorted(set(TEST_RATES))
    lines = [f"| generator | all | {' | '.join(tasks)} |", "|---" * (len(tasks) + 2) + "|"]
    for (generator,) in (row for row in found if len(row) == 1):
        own = [found[generator,], *(found[generator, task] for task in tasks)]
        shown = (f"{_cell(cell)} (n = {cell['n']:,}, {cell['positives']:,})" for cell in own)
        lines.append(f"| {generator} | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


def points(folder: Path) -> str:
    """Lay the operating points of a detector out as Markdown."""
    detector = load(folder)
    if not isinstance(detector, SentenceLevel):
        raise TypeError(f"{folder} has no operating points")
    lines = ["| name | threshold | recall | false-positive rate |", "|---|---|---|---|"]
    for point in detector.operating_points:
        shown = [
            f"{value:.3f} [{low:.3f}, {high:.3f}]"
            for value, low, high in (point.recall, point.false_positive_rate)
        ]
        lines.append(f"| `{point.name}` | {point.threshold:.3f} | {' | '.join(shown)} |")
    return "\n".join(lines)


def transfer(name: str, cells: list[dict[str, Any]]) -> str:
    """Lay out the AUROC on corpora that it was not trained on, one to a row."""
    lines = ["| corpus | n (hallucinated) | AUROC | novel | unverifiable |", "|---" * 5 + "|"]
    found = {(cell["row"], cell["metric"]): cell for cell in cells}
    for row, metric in found:
        corpus = row.removeprefix(f"{name}, ")
        if metric == "unverifiable" and corpus not in {row, *TRAINED} and BEFORE not in row:
            area = found.get((row, "auroc"))
            shown = _cell(area) if area else UNDEFINED
            counts = f"{area['n']:,} ({area['positives']:,})" if area else "0"
            missing = int(found[row, "unverifiable"]["value"])
            novel = _novel(found.get((row, "calibrated")))
            lines.append(f"| {corpus} | {counts} | {shown} | {novel} | {missing:,} |")
    return "\n".join(lines) + "\n"


def _novel(calibrated: dict[str, Any] | None) -> str:
    """Return the share of answers whose scores are no probabilities."""
    if calibrated is None or calibrated["value"] is None:
        return UNDEFINED
    return f"{1 - calibrated['value']:.0%}"


def novelty(folder: Path) -> str:
    """Say from which distance on an answer is novel."""
    detector = load(folder)
    assert isinstance(detector, SentenceLevel)
    found = detector.head.novelty if detector.head else None
    if found is None:
        return "not learned"
    return (
        f"distance {found.limit:.2f} to the nearest of {len(found.centres)} centres, which "
        f"{found.exceeded:.1%} of the train answers exceed beside those of other sources"
    )


def policy(folder: Path) -> str:
    """Say how the threshold was chosen."""
    detector = load(folder)
    assert isinstance(detector, SentenceLevel)
    assert detector.head is not None
    chosen = detector.head.answer_decision.policy
    if chosen == "best_f1_at=0.35":
        return "best F1 at a base rate of 35% hallucinated answers, chosen out-of-fold on train"
    return f"{chosen}, chosen on answers that nothing was trained on"


def _auroc(cells: list[dict[str, Any]], name: str) -> float:
    [cell] = [c for c in cells if (c["row"], c["metric"]) == (f"{name}, all", "auroc")]
    return float(cell["value"])


def _cell(cell: dict[str, Any]) -> str:
    if cell["value"] is None:
        return UNDEFINED
    low_high = cell["ci95"]
    interval = f" [{low_high[0]:.3f}, {low_high[1]:.3f}]" if low_high else ""
    return f"{cell['value']:.3f}{interval}"
