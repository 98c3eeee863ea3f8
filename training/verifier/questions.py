"""Makes the pairs of the verifier's second stage: questions with answers, and exchanged names.

Beside a replay of the first stage's pairs they are made from 2WikiMultihopQA, MetaQA and the
RAGTruth train sources that may train; what the first stage holds out stays held out. In every set a
right answer stands beside wrong ones of its kind out of the same premise, so that neither the
premise nor the look of the answer tells which is which.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.dates import dates
from groundgraph.datasets.distractors import bare, distractor
from groundgraph.datasets.draws import draw
from groundgraph.datasets.multihop import Paragraph
from groundgraph.datasets.names import alike, names
from groundgraph.datasets.numerals import numerals
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_verifier
from groundgraph.datasets.twowiki import load_twowiki
from groundgraph.io.objects import read_objects
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.wordpieces import wordpieces
from training.rows import of_sources
from training.verifier.data import SEED, SHARE_HELD_OUT, Row, metaqa_rows, read_rows, write

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from groundgraph.datasets.multihop import MultiHopQuestion
    from training.verifier.recipe import Made

MOST_TOKENS = 310  # of a pair; the verifier reads 320 with its special tokens
REPLAY_WORDS = 190
_ASKED = {
    "person": "who", "place": "which place", "country": "which country", "state": "which state",
    "organisation": "which organisation", "work": "which work", "date": "when",
    "number": "how many", "people": "which people", "continent": "which continent",
}  # fmt: skip
_NAME = r"((?:[A-Z][\w’'.-]+)(?: (?:(?:de|von|van|of|la) )?[A-Z][\w’'.-]+)*)"
_ABOUT = re.compile(r"(?:He|She|It|They|The film|The song|The album)\b")


class Fact(NamedTuple):
    """A phrase that says something of a page's subject, and how that is asked for.

    Attributes:
        phrase: Its first group is what is said.
        question: About a subject ``{s}``.
        bridge: What to call the thing said, "" where it is no page of its own.
    """

    phrase: re.Pattern[str]
    question: str
    bridge: str


_DATE = r"(?:[^.()]{0,12} )?(\d{1,2} \w+ \d{4}|\w+ \d{1,2}, ?\d{4})"
FACTS = tuple(
    Fact(re.compile(phrase), question, bridge)
    for phrase, question, bridge in (
        (rf"directed (?:and \w+ )?by {_NAME}", "Who directed {s}?", "the director of {s}"),
        (rf"(?:and )?written by {_NAME}", "Who wrote {s}?", "the writer of {s}"),
        (rf"produced by {_NAME}", "Who produced {s}?", "the producer of {s}"),
        (rf"(?:starring|[Ii]t stars) {_NAME}", "Who starred in {s}?", "the star of {s}"),
        (rf"(?:composed|music) by {_NAME}", "Who composed the music of {s}?",
         "the composer of {s}"),
        (rf"(?:song|album) by [a-z ]*{_NAME}", "Who performed {s}?", "the performer of {s}"),
        (rf"(?:son|daughter|child) of [a-z ]*{_NAME}", "Who is a parent of {s}?",
         "a parent of {s}"),
        (rf"(?:married to|married|wife of|husband of) {_NAME}", "Who is the spouse of {s}?",
         "the spouse of {s}"),
        (rf"\b(?:educated at|attended|graduated from)(?: the)? {_NAME}", "Where did {s} study?",
         ""),
        (rf"\bborn {_DATE}", "When was {s} born?", ""),
        (rf"\bborn (?:[^.()]{{0,25}} )?in {_NAME}", "Where was {s} born?", ""),
        (rf"\bdied {_DATE}", "When did {s} die?", ""),
        (r"\b(?:is|was) an? ([A-Z]\w+(?:-[A-Z]\w+)?) [a-z]", "What nationality is {s}?", ""),
        (r"\b(?:is|was) an? (\d{4}) ", "In which year did {s} come out?", ""),
        (rf"\b(?:located|situated|village|town|city) in [a-z ]*{_NAME}", "Where is {s}?", ""),
    )
)  # fmt: skip


def write_questions(data: Path, first: Path, work: Path, amounts: Made) -> list[Path]:
    """Write train.jsonl and held_out.jsonl.

    Args:
        data: The folder of the corpora.
        first: The first stage's folder.
        work: Where to write.
        amounts: How much to make.
    """
    questions = two_wiki(data)[: amounts.questions or None]
    made = {
        "2wiki": [*asked_rows(questions), *fact_rows(questions), *page_clozes(questions)],
        "ragtruth": ragtruth_clozes(data, amounts.sources),
        "metaqa": metaqa_rows(data, amounts.films),
    }
    train = replay(read_rows(first / "train.jsonl"), amounts.replay)
    held_out = read_rows(first / "held_out.jsonl")
    for name, rows in made.items():
        for row, group in rows:
            if kept(name, group):
                train.append(row)
            elif name != "metaqa":  # its rows are the first stage's, and held out there
                held_out.append(row)
    fitting = [row for row in train if _fits(row)]
    return [write(work / "train.jsonl", fitting), write(work / "held_out.jsonl", held_out)]


def two_wiki(data: Path) -> list[MultiHopQuestion]:
    """Return the questions under the ids by which the first stage holds some out."""
    records = read_objects(data, "2wikimultihopqa/sample_500")
    return [
        replace(question, id=record.content["id"])
        for question, record in zip(load_twowiki(data), records, strict=True)
    ]


def kept(corpus: str, group: str) -> bool:
    """Say whether a question, a source or a film trains; as in the first stage."""
    return draw(SEED, "held out", corpus, group).random() >= SHARE_HELD_OUT


def replay(rows: Sequence[Row], most: int) -> list[Row]:
    """Return a draw of the short pairs of the first stage."""
    short = [r for r in rows if len(f"{r.premise} {r.hypothesis}".split()) <= REPLAY_WORDS]
    return draw(SEED, "replay").sample(short, min(most, len(short)))


def _fits(row: Row) -> bool:
    return len(wordpieces(f"{row.premise} {row.hypothesis}").starts) <= MOST_TOKENS


def asked_rows(questions: Iterable[MultiHopQuestion]) -> Iterator[tuple[Row, str]]:
    """Yield each question of 2WikiMultihopQA beside its answer and several wrong ones.

    Each answer is read with the paragraphs that it needs, alone and among others; the right one
    also with one of those missing, where no other paragraph says it.
    """
    for question in questions:
        pick = draw(SEED, "asked", question.id)
        needed = list(question.within("supporting"))
        gold = bare(question.answer)
        wrong = _wrong_answers(question, pick)
        for number in range(len(wrong)):
            premise = _shown(question, needed, number % 3, pick)
            yield _row(premise, f"{question.question} {gold}", True, question)
        for number, text in enumerate(wrong):
            premise = _shown(question, needed, number % 3, pick)
            yield _row(premise, f"{question.question} {text}", False, question)
        for gone in needed if len(needed) > 1 else ():
            premise = _shown(question, [p for p in needed if p != gone], 1, pick)
            if gold.casefold() not in premise.casefold():
                yield _row(premise, f"{question.question} {gold}", False, question)


def _wrong_answers(question: MultiHopQuestion, pick: random.Random) -> list[str]:
    """Return up to five answers of the kind and two names of the needed paragraphs."""
    drawn = (distractor(question, "supporting", pick) for _ in range(16))
    found = list(dict.fromkeys(each.text for each in drawn if each))[:5]
    gold = bare(question.answer)
    if gold.lower() not in {"yes", "no"}:
        near = names(question.within("supporting"))
        other = sorted({n.text for n in near if not alike(n.text, gold)} - set(found))
        found += pick.sample(other, min(len(other), 2))
    return found


def _shown(
    question: MultiHopQuestion, pages: list[Paragraph], more: int, pick: random.Random
) -> str:
    needed = question.within("supporting")
    spare = [page for page in question.paragraphs if page not in needed]
    shown = pages + pick.sample(spare, min(more, len(spare)))
    return " ".join(page.text for page in pick.sample(shown, len(shown)))


def _row(
    premise: str, hypothesis: str, entailed: bool, question: MultiHopQuestion
) -> tuple[Row, str]:
    label = "entailment" if entailed else "not_entailment"
    return Row(premise, hypothesis, label, "2wiki_questions"), question.id


def fact_rows(questions: Sequence[MultiHopQuestion]) -> Iterator[tuple[Row, str]]:
    """Yield questions about what pages say of their subject, and about its subject's subject.

    Pages that a held-out question shows are left to it.
    """
    pages = _pages(questions)
    said = {name: _said(page) for name, (page, _) in pages.items()}
    for name, (page, group) in pages.items():
        pick = draw(SEED, "facts", name)
        for fact, value in pick.sample(said[name], min(2, len(said[name]))):
            spare = pages[pick.choice(list(pages))][0]
            for row in _answered([page, spare], fact.question.format(s=name), value, pick):
                yield row, group
        for fact, value in said[name]:
            if fact.bridge and value in said and value != name:
                subject = fact.bridge.format(s=name)
                for second, end in said[value]:
                    asked = second.question.format(s=subject)
                    other, other_group = pages[value]
                    both = [page, other]
                    if kept("2wiki", group) != kept("2wiki", other_group):
                        continue
                    for row in _answered(both, asked, end, pick, needs=both):
                        yield row, group


def _pages(questions: Iterable[MultiHopQuestion]) -> dict[str, tuple[Paragraph, str]]:
    """Return every page by the name of its subject, and a question that shows it."""
    found: dict[str, tuple[Paragraph, str]] = {}
    for question in sorted(questions, key=lambda q: kept("2wiki", q.id)):
        for page in question.paragraphs:
            found.setdefault(page.name, (page, question.id))
    return found


def _said(page: Paragraph) -> list[tuple[Fact, str]]:
    """Return what the page says of its subject: in its first sentence or by a pronoun."""
    found: dict[str, tuple[Fact, str]] = {}
    for number, sentence in enumerate(page.sentences):
        about = number == 0 or _ABOUT.match(sentence) or sentence.startswith(page.name)
        for fact in FACTS if about else ():
            match = fact.phrase.search(sentence)
            if match and match[1] not in page.name:
                found.setdefault(fact.question, (fact, match[1].rstrip(".")))
    return list(found.values())


def _answered(
    shown: list[Paragraph],
    asked: str,
    right: str,
    pick: random.Random,
    needs: Sequence[Paragraph] = (),
) -> Iterator[Row]:
    """Yield a question with its answer, with wrong ones, and with a page missing."""
    others = [text for text in _alternatives(shown, right) if text not in asked]
    if not others:
        return
    premise = " ".join(page.text for page in pick.sample(shown, len(shown)))
    for wrong in pick.sample(others, min(1 + bool(needs), len(others))):
        yield Row(premise, f"{asked} {wrong}", "not_entailment", "2wiki_facts")
    for _ in range(1 + bool(needs)):
        premise = " ".join(page.text for page in pick.sample(shown, len(shown)))
        yield Row(premise, f"{asked} {right}", "entailment", "2wiki_facts")
    for page in needs[:1]:
        rest = " ".join(other.text for other in shown if other != page)
        yield Row(rest, f"{asked} {right}", "not_entailment", "2wiki_facts")


def _alternatives(pages: Sequence[Paragraph], right: str) -> list[str]:
    """Return what else of the kind the pages name, surely another thing."""
    if dates(right) or numerals(right):
        texts = [page.text for page in pages]
        same = re.compile(re.sub(r"[A-Za-z]+", "[A-Z][a-z]+", re.sub(r"\d+", r"\\d+", right)))
        found = {match[0] for text in texts for match in same.finditer(text)}
        return sorted(found - {right})
    named = names(tuple(pages))
    kind = next((name.kind for name in named if name.text == right), "")
    every = [name for name in named if not alike(name.text, right)]
    alike_in_kind = sorted({name.text for name in every if name.kind == kind})
    return alike_in_kind or sorted({name.text for name in every})


def page_clozes(questions: Sequence[MultiHopQuestion]) -> Iterator[tuple[Row, str]]:
    """Yield sentences of 2WikiMultihopQA's pages with a name asked for or exchanged."""
    pages = _pages(questions)
    for name, (page, group) in pages.items():
        pick = draw(SEED, "clozes", name)
        if pick.random() < 0.3:
            others = [pages[other][0] for other in pick.sample(list(pages), pick.randint(1, 2))]
            for row in _cloze(page, others, pick, "2wiki_clozes"):
                yield row, group


def ragtruth_clozes(data: Path, most: int = 0) -> Iterator[tuple[Row, str]]:
    """Yield sentences of the RAGTruth sources that may train, likewise; JSON is left out.

    With ``most``, so many sources are read.
    """
    seen = set()
    own = [e for e in load_ragtruth(data, split="train") if not unseen_by_verifier(e)]
    for example in of_sources(own, most):
        source = str(example.metadata["source_id"])
        if source in seen or example.metadata["task"] == "Data2txt":
            continue
        seen.add(source)
        pick = draw(SEED, "clozes", source)
        texts = [passage.text for passage in example.passages]
        spans = SentenceSegmenter().segment(texts)
        runs = [
            Paragraph("", tuple(span.of(text) for span in own[start : start + 6]))
            for text, own in zip(texts, spans, strict=True)
            for start in range(0, len(own), 6)
        ]
        for run in pick.sample(runs, min(3, len(runs))):
            for row in _cloze(run, [], pick, "ragtruth_clozes"):
                yield row, source


def _cloze(
    page: Paragraph, others: list[Paragraph], pick: random.Random, source: str
) -> Iterator[Row]:
    """Yield one thing of a sentence asked for, or said, rightly and wrongly."""
    shown = pick.sample([page, *others], 1 + len(others))
    premise = " ".join(paragraph.text for paragraph in shown)
    kinds: dict[str, str] = {name.text: name.kind for name in names(tuple(shown))}
    sentences = [s for s in page.sentences if 5 < len(s.split()) < 35]
    for sentence in pick.sample(sentences, min(2, len(sentences))):
        spans = [(m.start(), m.end(), kinds[t]) for t in kinds for m in _found(t, sentence)]
        spans += [(d.start, d.end, "date") for d in dates(sentence)]
        spans += [(n.start, n.end, "number") for n in numerals(sentence) if n.style == "digits"]
        if not spans:
            continue
        start, end, kind = pick.choice(sorted(spans))
        right = sentence[start:end]
        possible = [t for t in _alternatives(shown, right) if t not in sentence]
        if possible:
            wrong = pick.choice(possible)
            before, behind = _bare(page, sentence[:start], start), sentence[end:].rstrip(" .")
            for text, label in ((right, "entailment"), (wrong, "not_entailment")):
                yield Row(premise, f"{before}{text}{behind}.", label, source)
            word = _ASKED.get(kind, "what")
            question = f"{before}{word}{behind}?"
            question = question[0].upper() + question[1:]
            for text, label in ((right, "entailment"), (wrong, "not_entailment")):
                yield Row(premise, f"{question} {text}", label, source)


def _found(name: str, sentence: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", sentence)


def _bare(page: Paragraph, before: str, start: int) -> str:
    """Say the page's subject in place of a pronoun at the start of a sentence."""
    match = re.match(r"(?:He|She|It) ", before) if page.title and start else None
    return f"{page.name} {before[match.end() :]}" if match else before
