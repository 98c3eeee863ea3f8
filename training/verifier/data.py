"""Makes the pairs that the embedded verifier is trained on, and those it is judged by.

Only corpora whose catalogue entry allows it train weights; the others, and a tenth of every source,
are held out. See the functions for what is drawn from each corpus. A fixed seed; most of the time
goes into vectors, which are kept.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.datasets.draws import draw
from groundgraph.datasets.nli import load_nli, stratified_holdout
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_verifier
from groundgraph.io.objects import read_objects
from groundgraph.methods.fused.reading import read
from groundgraph.parts.batching import encode_lists
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.types import Example, Span
from training.made.corruption import SUFFIX, corrupted
from training.rows import of_sources, read_lines

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from groundgraph.datasets.nli import NLIPair
    from groundgraph.methods.fused.reading import Reading
    from training.verifier.recipe import Amounts

SEED = 0
SHARE_HELD_OUT = 0.1
RENAMED = "-renamed"  # of the id of a copy with a name exchanged
HYPOTHESIS_SPLITS = {"wice_oracle_chunks": "dev", "wice_nonsupported_tokens": "dev"}
SKIPPED = {"wice_claim"}  # whole pages; the oracle chunks are about the same claims
PREMISE_WORDS = 120
LONGEST = 280  # words of a pair that trains; longer ones cost more than they teach
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*")
_FILMS = {
    "directed_by": ("{h} was directed by {t}.", "the director of", "the films directed by"),
    "written_by": ("{h} was written by {t}.", "the writer of", "the films written by"),
    "starred_actors": ("{t} acted in {h}.", "an actor in", "the films starring"),
    "release_year": ("{h} came out in {t}.", "the release year of", "the films released in"),
    "has_genre": ("{h} is a film of the genre {t}.", "the genre of", "films of the genre"),
    "in_language": ("{h} is in {t}.", "the language of", "films in the language"),
}

_BRIDGES = ("directed_by", "written_by", "starred_actors")


class Row(NamedTuple):
    """A pair; the label is entailment, neutral, contradiction or not_entailment."""

    premise: str
    hypothesis: str
    label: str
    source: str


def write_pairs(data: Path, work: Path, amounts: Amounts) -> list[Path]:
    """Write train.jsonl and held_out.jsonl, rows of `Row`."""
    train, held_out = entailment_rows(data, amounts.pairs)
    encoder = MiniLM(cache=str(work / "vectors.sqlite"))
    made = {
        "ragtruth": ragtruth_rows(data, encoder, amounts.sources),
        "2wiki": two_wiki_rows(data, amounts.questions),
        "metaqa": metaqa_rows(data, amounts.films),
    }
    for name, rows in made.items():
        for row, group in rows:
            kept = draw(SEED, "held out", name, group).random() >= SHARE_HELD_OUT
            (train if kept else held_out).append(row)
    train = [r for r in train if len(f"{r.premise} {r.hypothesis}".split()) <= LONGEST]
    return [write(work / "train.jsonl", train), write(work / "held_out.jsonl", held_out)]


def entailment_rows(data: Path, most: int = 0) -> tuple[list[Row], list[Row]]:
    """Return the NLI pairs to train on, and the tenth of every source that is held out.

    Of WiCE only the development rows train: its test rows are all held out.

    Args:
        data: The folder of the corpora.
        most: Read only so many rows of each source; 0 reads all.
    """
    pairs = [pair for pair in load_nli(data) if pair.source not in SKIPPED]
    if most:
        pairs = [pair for own in by_source(pairs).values() for pair in own[:most]]
    rest, held_out = stratified_holdout(pairs, SHARE_HELD_OUT, SEED)
    tested = {pair.document for pair in rest if not _trains(pair) and pair.document}
    chosen = [p for p in rest if p.may_train and _trains(p) and p.document not in tested]
    return [_row(pair) for pair in chosen], [
        _row(pair) for pair in [*held_out, *(p for p in rest if p.source.startswith("wice"))]
        if pair.source not in HYPOTHESIS_SPLITS or not _trains(pair) or pair in held_out
    ]  # fmt: skip


def by_source(pairs: Iterable[NLIPair]) -> dict[str, list[NLIPair]]:
    """Return the pairs of each source."""
    found: dict[str, list[NLIPair]] = {}
    for pair in pairs:
        found.setdefault(pair.source, []).append(pair)
    return found


def _trains(pair: NLIPair) -> bool:
    return HYPOTHESIS_SPLITS.get(pair.source, pair.split) == pair.split


def _row(pair: NLIPair) -> Row:
    return Row(pair.premise, pair.hypothesis, pair.label, pair.source)


def ragtruth_rows(data: Path, encoder: MiniLM, most: int = 0) -> Iterator[tuple[Row, str]]:
    """Yield claims of RAGTruth train answers beside the evidence nearest to them.

    A claim under a "conflict" span is a contradiction, under a "baseless" one neutral, else
    entailed; all of the former and a sample of the latter. The premise is the units of the
    evidence nearest to the claim, in the order of the document, or a run of them around the
    nearest. Further contradictions are grounded sentences with one number or name exchanged.
    With ``most``, so many sources are read.
    """
    examples = [e for e in load_ragtruth(data, split="train") if not unseen_by_verifier(e)]
    examples = of_sources(examples, most)
    examples += corrupted(examples, share=0.5, seed=SEED)
    examples += renamed(examples, share=0.5)
    readings = [r for r in read(examples, SentenceSegmenter()) if not r.obstacle]
    lists = [[c.text for c in r.claims] for r in readings]
    lists += [[u.text for u in r.evidence.units] for r in readings]
    vectors = encode_lists(encoder, lists)
    for number, reading in enumerate(readings):
        near = vectors[number] @ vectors[len(readings) + number].T
        yield from _claim_rows(reading, near)


def _claim_rows(reading: Reading, near: np.ndarray[Any, Any]) -> Iterator[tuple[Row, str]]:
    example = reading.example
    pick = draw(SEED, "claims", example.id)
    source = str(example.metadata["source_id"])
    copied = example.id.endswith((SUFFIX, RENAMED))
    for claim, cosines in zip(reading.claims, near, strict=True):
        marked = any(claim.span.overlaps(span) for span in example.spans or ())
        if copied and not marked:
            continue
        label = _span_label(example, claim.span, copied) if marked else "entailment"
        if label == "entailment" and pick.random() > 0.25:
            continue
        premise = _premise([u.text for u in reading.evidence.units], cosines, pick)
        yield Row(premise, claim.text, label, f"ragtruth{'_copies' if copied else ''}"), source


def _span_label(example: Example, span: Any, copied: bool) -> str:
    if copied:
        return "contradiction"
    kinds = {
        label["label_type"]
        for label in example.metadata["labels"]
        if label["start"] < span.end and span.start < label["end"]
    }
    return "contradiction" if any("Conflict" in kind for kind in kinds) else "neutral"


def _premise(units: Sequence[str], cosines: np.ndarray[Any, Any], pick: random.Random) -> str:
    """Return units of about `PREMISE_WORDS` words: the nearest ones, or a run with the nearest."""
    nearest = np.argsort(-cosines, kind="stable").tolist()
    if pick.random() < 0.5:
        best = nearest[0]
        order = sorted(range(len(units)), key=lambda i: (abs(i - best), i))
    else:
        order = nearest
    chosen: list[int] = []
    words = 0
    for index in order:
        words += len(units[index].split())
        if chosen and words > PREMISE_WORDS:
            break
        chosen.append(index)
    return " ".join(units[i] for i in sorted(chosen))


def renamed(examples: Iterable[Example], share: float) -> Iterator[Example]:
    """Yield copies of grounded answers in which one name is exchanged for another of the text."""
    for example in examples:
        pick = draw(SEED, "names", example.id)
        if example.label is not False or pick.random() > share:
            continue
        found = list(_NAME.finditer(example.answer))
        others = {m[0] for p in example.passages for m in _NAME.finditer(p.text)}
        others -= {m[0] for m in found}
        if found and others:
            match = pick.choice(found)
            other = pick.choice(sorted(others))
            answer = example.answer[: match.start()] + other + example.answer[match.end() :]
            yield replace(
                example,
                answer=answer,
                id=f"{example.id}{RENAMED}",
                label=True,
                spans=(Span(match.start(), match.start() + len(other)),),
            )


def two_wiki_rows(data: Path, most: int = 0) -> Iterator[tuple[Row, str]]:
    """Yield questions of 2WikiMultihopQA as "question answer" hypotheses.

    Over all supporting paragraphs (some with others beside them) the gold answer is entailed and
    another name of the paragraphs is not; where a supporting paragraph is missing, not even the
    gold answer is. The evidence triples are hypotheses of their own. With ``most``, so many
    questions are read.
    """
    for record in read_objects(data, "2wikimultihopqa/sample_500")[: most or None]:
        row = record.content
        texts = {title: f"{title}: {' '.join(sentences)}" for title, sentences in row["context"]}
        needed = [t for t in dict.fromkeys(t for t, _ in row["supporting_facts"]) if t in texts]
        page = _Page(texts, needed, draw(SEED, "2wiki", row["id"]))
        wrong = _wrong_answers(row, page)
        for hypothesis in (_asked, _said):
            for premise, text, label in hypothesis(row, page, wrong):
                yield Row(premise, text, label, "2wiki"), row["id"]


class _Page(NamedTuple):
    """The paragraphs of a question by title, the titles needed, and its random choices."""

    texts: dict[str, str]
    needed: list[str]
    pick: random.Random

    def premise(self, titles: list[str], more: int) -> str:
        spare = [title for title in self.texts if title not in self.needed]
        shown = titles + self.pick.sample(spare, min(more, len(spare)))
        return " ".join(self.texts[t] for t in self.pick.sample(shown, len(shown)))


def _wrong_answers(row: Mapping[str, Any], page: _Page) -> list[str]:
    if row["answer"] in {"yes", "no"}:
        return ["no" if row["answer"] == "yes" else "yes"]
    names = {end for subject, _, object_ in row["evidences"] for end in (subject, object_)}
    names |= set(page.texts)
    names |= {match[0] for title in page.needed for match in _NAME.finditer(page.texts[title])}
    return sorted(n for n in names if n not in row["answer"] and row["answer"] not in n)


def _asked(row: Mapping[str, Any], page: _Page, wrong: list[str]) -> Iterator[tuple[str, str, str]]:
    gold = f"{row['question']} {row['answer']}"
    for more in (0, 2):
        full = page.premise(page.needed, more)
        part = page.premise(page.pick.sample(page.needed, len(page.needed) - 1), more)
        yield full, gold, "entailment"
        if len(page.needed) > 1 and row["answer"].casefold() not in part.casefold():
            yield part, gold, "not_entailment"
        if wrong:
            yield full, f"{row['question']} {page.pick.choice(wrong)}", "not_entailment"


def _said(row: Mapping[str, Any], page: _Page, wrong: list[str]) -> Iterator[tuple[str, str, str]]:
    for subject, relation, object_ in row["evidences"]:
        true = f"The {relation} of {subject} is {object_}."
        yield page.premise(page.needed, 0), true, "entailment"
        false = f"The {relation} of {subject} is {page.pick.choice(wrong)}."
        if len(wrong) > 1:
            yield page.premise(page.needed, 0), false, "not_entailment"


def metaqa_rows(data: Path, count: int) -> Iterator[tuple[Row, str]]:
    """Yield two-hop claims over MetaQA's facts in words: whole, with a link missing, or wrong."""
    films: dict[str, list[tuple[str, str]]] = {}
    about: dict[tuple[str, str], list[str]] = {}
    for record in read_objects(data, "metaqa/kb"):
        h, r, t = (record.content[key] for key in "hrt")
        if r in _FILMS:
            films.setdefault(h, []).append((r, t))
            about.setdefault((r, t), []).append(h)
    titles = sorted(title for title, facts in films.items() if len({r for r, _ in facts}) > 3)
    pick = draw(SEED, "metaqa")
    made = 0
    while made < count:
        title = pick.choice(titles)
        (r, bridge), (asked, answer) = pick.sample(films[title], 2)
        if r == asked or r not in _BRIDGES or len(about[r, bridge]) > 20:
            continue
        made += 1
        yield _film_row((title, r, bridge, asked, answer), films, pick), title


def _film_row(
    path: tuple[str, str, str, str, str],
    films: dict[str, list[tuple[str, str]]],
    pick: random.Random,
) -> Row:
    title, r, bridge, asked, answer = path
    facts = {fact: _fact(title, *fact) for fact in films[title]}
    others = pick.sample(sorted(films), 2)
    sentences = [_fact(o, *fact) for o in others for fact in films[o][:4]]
    wrong = [t for o in others for rel, t in films[o] if rel == asked and (asked, t) not in facts]
    kind = (
        pick.choice(["whole", "missing", "wrong"]) if wrong else pick.choice(["whole", "missing"])
    )
    said = pick.choice(wrong) if kind == "wrong" else answer
    gone = pick.choice([(r, bridge), (asked, answer)]) if kind == "missing" else None
    shown = [text for fact, text in facts.items() if fact != gone] + sentences
    pick.shuffle(shown)
    if gone == (asked, answer):  # other facts of the film must not give the answer away
        shown = [text for text in shown if answer not in text]
    hypothesis = pick.choice(
        [
            f"what is {_FILMS[asked][1]} {_FILMS[r][2]} {bridge}? {said}",
            f"{said} is {_FILMS[asked][1]} one of {_FILMS[r][2]} {bridge}.",
        ]
    )
    label = "entailment" if kind == "whole" else "not_entailment"
    return Row(" ".join(shown), hypothesis, label, "metaqa")


def _fact(title: str, relation: str, value: str) -> str:
    return _FILMS[relation][0].format(h=title, t=value)


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a file that `write` wrote."""
    return [Row(**row) for row in read_lines(path)]


def write(path: Path, rows: Sequence[Row]) -> Path:
    """Write rows, and print how many of each source and label."""
    counts: dict[tuple[str, str], int] = {}
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row._asdict(), ensure_ascii=False) + "\n")
            counts[row.source, row.label] = counts.get((row.source, row.label), 0) + 1
    print(f"    {path}: {len(rows):,} rows")
    for (source, label), count in sorted(counts.items()):
        print(f"        {source:28}{label:16}{count:7}")
    return path
