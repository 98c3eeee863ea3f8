"""Questions over several pages and claims over several facts, with right and wrong answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.io.objects import read_objects
from training.entailment import LabelledPair
from training.made.renaming import NAME

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SEED = 0
_FILMS = {
    "directed_by": ("{h} was directed by {t}.", "the director of", "the films directed by"),
    "written_by": ("{h} was written by {t}.", "the writer of", "the films written by"),
    "starred_actors": ("{t} acted in {h}.", "an actor in", "the films starring"),
    "release_year": ("{h} came out in {t}.", "the release year of", "the films released in"),
    "has_genre": ("{h} is a film of the genre {t}.", "the genre of", "films of the genre"),
    "in_language": ("{h} is in {t}.", "the language of", "films in the language"),
}

_BRIDGES = ("directed_by", "written_by", "starred_actors")


def two_wiki_rows(data: Path, most: int = 0) -> Iterator[tuple[LabelledPair, str]]:
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
                yield LabelledPair(premise, text, label, "2wiki"), row["id"]


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
    names |= {match[0] for title in page.needed for match in NAME.finditer(page.texts[title])}
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


def metaqa_rows(data: Path, count: int) -> Iterator[tuple[LabelledPair, str]]:
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
) -> LabelledPair:
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
    return LabelledPair(" ".join(shown), hypothesis, label, "metaqa")


def _fact(title: str, relation: str, value: str) -> str:
    return _FILMS[relation][0].format(h=title, t=value)
