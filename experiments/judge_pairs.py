"""What `fused`, or its rules alone, see of minimal pairs that were written before the rules.

    python -m experiments.judge_pairs [--split dev|test] [--set NAME] [--rules]

A right and a wrong answer to the same passages, over the phenomena of `judge_pairs.jsonl`: the set
"statements" holds 140 pairs over ten phenomena, "clauses" 60 over the six of them that the rules
saw least of, "quantities" 134 over amounts, tables, orders and durations, "bounds" 40 over limits,
hedges, values of one of two things, and denials beside opposites. Each was written by one
person who had not read the rules; the halves were drawn by coin, those of one passage together
where it has several pairs. "fresh" holds 904 pairs by language models that had seen nothing of
this: over all phenomena, over orders of events, and answers as an assistant gives them; batches
are whole in a half. "reworded" holds 264 pairs by another, twelve of each phenomenon of the
bench, in which right answers share fewer words with the passages than wrong ones (51% and 65%), so
that words mislead. Rules were mended by the dev half. "retold" holds 132 of that kind by one more,
six of each phenomenon; of them too the dev half alone was shown. "asked" holds 480 as people ask a
help desk or a colleague, by three more: 240 over amounts, 90 over orders, 150 over the rest.
"met" holds 938 by seven more, who were asked for mistakes that an assistant really makes: 588 over
amounts, 160 over orders, 130 comparisons, and short answers and tables. "told" holds 960 by six
more, 160 each: reckoning, orders and comparisons, who did what, small words and causes, tables and
lists, and help desks, where both answers are alike in length and in words of the passages.
"machine" holds 360 by three more, over evidence as programs write it: data of services, results of
queries, logs, settings, graphs, calendars, talks; here kinds of evidence stand for phenomena.
"graphs" holds 110 over graphs as GraphRAG systems put them into a prompt; "work" 220 over logs,
mails, tickets and talks, and as assistants answer over a company's documents; "anew" 154 over the
phenomena of the bench: by four more. "answered" holds 180 answers of one to four sentences over two
to five passages, some of them about neighbours of what is asked for; "afresh" 264 over the bench's
phenomena, orders without dates, conditions and pronouns among them: by eight more.
The dev halves of all sets but those from "met" on are among what the reader is shown
(`training.reader.strangers`): of these two alone, and of test halves, it says something new.
"meaning" takes the bench's own pairs; "written" those that the reader learns from, of which "test"
are the tenth that it does not.
Prints, by phenomenon: how often the wrong answer has the higher score (a tie counts 1/2), with an
interval by pairs, how many of either are flagged, contradicted by a rule, and supported by one.
With --rules the score is the sum of what the rules add to log-odds, the highest of the answer's
claims, and an answer is flagged where it is above 0; some seconds, else a minute.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph import Example, Passage, load
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.rules import RULES
from training.reader.written import Item, items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Pair = tuple[str, Example, Example]

PAIRS = Path(__file__).with_name("judge_pairs.jsonl")
SETS = (
    "statements",
    "clauses",
    "quantities",
    "bounds",
    "fresh",
    "reworded",
    "retold",
    "asked",
    "met",
    "told",
    "machine",
    "graphs",
    "work",
    "anew",
    "answered",
    "afresh",
    "meaning",
    "written",
)
_DENYING = tuple(n for n in RULES.names if n.endswith(("_wrong", "_doubtful", "_denied")))
_HOLDING = ("quantities_derived", "statements_held", "scope_supported")


class Seen(NamedTuple):
    """One answer: its score, whether it is flagged, whether a rule contradicts or supports it."""

    score: float
    flagged: bool
    contradicted: bool
    supported: bool


def pairs(of: str, split: str) -> list[Pair]:
    """Return the phenomenon, the right and the wrong answer of each pair of a half of a set."""
    if of == "meaning":
        return [(p.phenomenon, p.right, p.wrong) for p in load_pairs() if p.split == split]
    if of == "written":
        return [pair for item in items(held=split == "test") for pair in both(item)]
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return [
        (row["phenomenon"], _example(row, "right"), _example(row, "wrong"))
        for row in rows
        if (row["split"], row["set"]) == (split, of)
    ]


def both(item: Item) -> Iterator[Pair]:
    """Yield the pair beside the passage, and the one beside its twin."""
    for text, claims in ((item.passage, item.claims), (item.twin, item.claims[::-1])):
        right, wrong = (
            Example(claim, (Passage(text, "1"),), question=item.question, label=label)
            for claim, label in zip(claims, (False, True), strict=True)
        )
        yield item.about, right, wrong


def _example(row: dict[str, Any], side: str) -> Example:
    passages = tuple(Passage(text, str(n)) for n, text in enumerate(row["passages"], 1))
    return Example(str(row[side]), passages, question=str(row["question"]))


def seen(answers: Sequence[Example], *, by_rules: bool) -> list[Seen]:
    """Judge some answers."""
    detector = load("fused")
    assert isinstance(detector, Fused)
    found = [_by_rules(detector, each) for each in answers]
    if by_rules:
        return found
    verdicts = detector.detect(answers)
    return [
        each._replace(score=told.hallucination_score or 0.0, flagged=told.label == "hallucinated")
        for each, told in zip(found, verdicts, strict=True)
    ]


def _by_rules(detector: Fused, answer: Example) -> Seen:
    assert detector.rarity is not None
    [reading] = read([answer], detector.segmenter, detector.rarity)
    rows = RULES.measure(RULES.judge(reading, detector.rarity))
    score = float(RULES.shift.of_claims(rows, RULES.names).max(initial=-np.inf))
    return Seen(score, score > 0, _any(rows, _DENYING), _any(rows, _HOLDING))


def _any(rows: NDArray[np.float64], names: Sequence[str]) -> bool:
    return bool(rows[:, [RULES.names.index(name) for name in names]].any())


def main() -> None:
    parser = arguments.parser(__doc__, data=False)
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--set", choices=SETS, default="statements")
    parser.add_argument("--rules", action="store_true", help="by the rules alone")
    parser.add_argument("--misses", action="store_true", help="name the pairs told the wrong way")
    options = parser.parse_args()
    rows = pairs(options.set, options.split)
    right = seen([row[1] for row in rows], by_rules=options.rules)
    wrong = seen([row[2] for row in rows], by_rules=options.rules)
    table: defaultdict[str, list[tuple[Seen, Seen]]] = defaultdict(list)
    for (phenomenon, *answers), one, other in zip(rows, right, wrong, strict=True):
        table[phenomenon].append((one, other))
        table["all"].append((one, other))
        if options.misses and (other.score <= one.score or one.contradicted):
            print(f"{phenomenon}\n  {_shown(answers[0], one)}\n  {_shown(answers[1], other)}")
    print(HEADER)
    for phenomenon, told in table.items():
        print(_line(phenomenon, told))


HEADER = """\
| | pairs | pairwise, 95% interval | flagged: right, wrong | contradicted | supported |
|---|---|---|---|---|---|"""
_DRAWS, _SEED = 2000, 0


def _line(phenomenon: str, told: Sequence[tuple[Seen, Seen]]) -> str:
    won = np.array([(b.score > a.score) + (b.score == a.score) / 2 for a, b in told])
    drawn = np.random.default_rng(_SEED).choice(won, (_DRAWS, len(won))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    pairwise = f"{won.mean():.3f} [{low:.3f}, {high:.3f}]"
    counts = [
        ", ".join(str(sum(getattr(pair[side], name) for pair in told)) for side in (0, 1))
        for name in ("flagged", "contradicted", "supported")
    ]
    return f"| {phenomenon} | {len(told)} | {pairwise} | {' | '.join(counts)} |"


def _shown(answer: Example, found: Seen) -> str:
    passages = " / ".join(passage.text for passage in answer.passages)
    mark = "-" if found.contradicted else "+" if found.supported else " "
    return f"{found.score:6.2f} {mark} {answer.answer}  <<  {passages if not answer.label else ''}"


if __name__ == "__main__":
    main()
