"""What the generator reads: subgraphs of MetaQA's graph, questions, answers.

Both `training.generator.train` and `training.generator.read` build their prompts here. A question
asked in training never has a held-out topic; its subgraph may name one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

from groundgraph.datasets.metaqa import SENTENCES, load_metaqa_kb
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.linear import Lineariser
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from training.generator.questions import (
    PREDICATES,
    Relations,
    is_held_out,
    make_questions,
    question_types,
)
from training.generator.wordings import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from random import Random

    from groundgraph.datasets.metaqa import MetaQuestion
    from groundgraph.types import Triple

BEGIN, END, PAD, UNKNOWN = "<s>", "</s>", "<pad>", "<unk>"
_SPECIAL = (PAD, BEGIN, END, UNKNOWN)
STRATEGIES = {
    "path_first": Lineariser(),
    "shuffled": Lineariser("shuffled"),
    "adjacency": Lineariser("adjacency"),
    "sentences": Lineariser(sentences=SENTENCES),
}
_FORWARD = {predicate: kind for kind, predicate in PREDICATES.items() if kind != "tag"}
_BACKWARD = {PREDICATES[kind]: kind for kind in ("director", "writer", "actor", "tag")}
_TYPES = frozenset(each for hops in (1, 2, 3) for each in question_types(hops))
_MOST_ANSWERS = 40


class Asked(NamedTuple):
    """A question and one right answer."""

    question: str
    answer: str
    hops: int


class Lesson(NamedTuple):
    """A linearised subgraph and questions about it; the first is the one it was made for."""

    text: str
    asked: tuple[Asked, ...]


class World(NamedTuple):
    """MetaQA's graph, for searching and for asking."""

    graph: KnowledgeGraph
    relations: Relations

    @classmethod
    def load(cls, data: Path, films: int = 0) -> World:
        """Load it from the data folder; with ``films``, so many of its first films alone."""
        triples = load_metaqa_kb(data)
        if films:
            kept = {*list(dict.fromkeys(triple.subject for triple in triples))[:films]}
            triples = [triple for triple in triples if triple.subject in kept]
        return cls(KnowledgeGraph.from_triples(triples), Relations.of(triples))

    def questions(self, count: int, hops: int, *, held_out: bool, seed: int) -> list[MetaQuestion]:
        """Make so many questions of one length."""
        return make_questions(
            self.relations,
            count,
            hops=(hops,),
            part="held_out" if held_out else "train",
            most_answers=_MOST_ANSWERS,
            seed=seed,
        )

    def subgraph(
        self, topic: str, answers: Iterable[str], paths: Iterable[Triple], size: int
    ) -> list[Triple]:
        """Return the triples of the paths, then GGA's neighbours, ``size`` in all."""
        numbers = self.graph.numbers
        query = Query((numbers[topic],), tuple(numbers[answer] for answer in answers))
        [found] = subgraphs(self.graph, [query], Pruning(size=size, max_hops=min(3, size)))
        return list(dict.fromkeys([*paths, *found.triples]))[:size]


class Stage(NamedTuple):
    """What is asked in a part of the training: until which share of it, and how much."""

    until: float
    sizes: tuple[int, int]
    hops: tuple[int, ...]


class Sizes(NamedTuple):
    """How many triples a subgraph has, and of how many hops questions about it are."""

    triples: int
    hops: Sequence[int]


STAGES = (
    Stage(0.15, (3, 6), (1,)),
    Stage(0.35, (4, 12), (1, 1, 2)),
    Stage(0.6, (6, 20), (1, 2, 2, 3)),
    Stage(1.0, (8, 20), (1, 2, 3)),
)


def lesson(world: World, question: MetaQuestion, sizes: Sizes, more: int, chance: Random) -> Lesson:
    """Build a subgraph around a question, and ask ``more`` questions about it besides.

    In one of ten a triple of the path is missing, so that the reader learns to guess.
    """
    place = chance.randrange(len(question.answers))
    answer, path = question.answers[place], question.paths[place]
    triples = world.subgraph(question.topic, [answer], path, sizes.triples)
    if chance.random() < 0.5:
        triples = _without_others(triples, path, set(question.answers) - {answer})
    if chance.random() < 0.1 and len(triples) > 1:
        triples.remove(chance.choice(path))
    chance.shuffle(triples)
    others = _walks(triples, sizes.hops, more, chance)
    name = chance.choices(("path_first", "adjacency", "sentences"), (3, 1, 1))[0]
    [linear] = STRATEGIES[name].linearise([triples])
    return Lesson(linear.text, (Asked(question.text, answer, question.hops), *others))


def ask(question: str) -> str:
    """Return what follows the triples in a prompt."""
    return f"\nquestion: {question}\nanswer:"


def make_tokenizer(
    triples: Sequence[Triple], questions: Iterable[str], size: int
) -> PreTrainedTokenizerFast:
    """Learn pieces of words, cut so that a name is spelled alike wherever it stands.

    The same texts give the same pieces and numbers.
    """
    lines = [
        text for s, p, o in triples for text in (f"{s}: {p} {o};\n", f"question: {s}?\nanswer:")
    ]
    pieces = _pieces([*lines, *SENTENCES.values(), *questions], size)
    tokenizer = _tokenizer(models.WordPiece(pieces, unk_token=UNKNOWN))
    tokenizer.add_special_tokens([*_SPECIAL])
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{BEGIN} $A", special_tokens=[(BEGIN, tokenizer.token_to_id(BEGIN))]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=BEGIN,
        eos_token=END,
        pad_token=PAD,
        unk_token=UNKNOWN,
    )


def _tokenizer(model: models.WordPiece) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split("\n", "isolated"),
            pre_tokenizers.Split(Regex(r"[^\S\n]+"), "removed"),
            pre_tokenizers.Split(Regex(r"[:;,.?]+$"), "isolated"),
        ]
    )
    return tokenizer


def _pieces(texts: Sequence[str], size: int) -> dict[str, int]:
    """Learn pieces, numbered.

    Of pairs that are equally frequent, those with lower numbers are joined first. The trainer
    numbers the letters inside words by chance, so they are given their numbers before it begins.
    """
    words = {word for text in texts for word in text.split()}
    inner = sorted({f"##{letter}" for word in words for letter in word[1:]})
    tokenizer = _tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.train_from_iterator(
        texts,
        trainers.WordPieceTrainer(
            vocab_size=size, special_tokens=[*_SPECIAL, *inner], show_progress=False
        ),
    )
    return dict(tokenizer.get_vocab())


def _without_others(
    triples: Sequence[Triple], path: Sequence[Triple], others: set[str]
) -> list[Triple]:
    """Leave out what leads to other right answers."""
    return [t for t in triples if t in path or not {t.subject, t.object} & others]


def _walks(
    triples: Sequence[Triple], hops_drawn: Sequence[int], count: int, chance: Random
) -> Iterator[Asked]:
    """Ask about random walks over some triples."""
    at = defaultdict(list)
    for triple in triples:
        at[triple.subject].append((triple.predicate, True, triple.object))
        at[triple.object].append((triple.predicate, False, triple.subject))
    topics = [entity for entity in at if not is_held_out(entity)]
    for _ in range(count if topics else 0):
        topic = entity = chance.choice(topics)
        kinds, hops = [], chance.choice(hops_drawn)
        for _ in range(hops):
            predicate, forward, end = chance.choice(at[entity])
            before = "movie" if forward else _BACKWARD.get(predicate, "")
            kinds += [before, _FORWARD[predicate] if forward else "movie"]
            entity = end
        type_ = _joined(kinds)
        if type_ in _TYPES and entity != topic:
            question = wording(type_, chance.choice).replace("{x}", topic)
            yield Asked(question, entity, hops)


def _joined(kinds: Sequence[str]) -> str:
    """Return the type of a walk, "" where its steps do not fit each other."""
    inner = kinds[1:-1]
    if any(a != b for a, b in zip(inner[::2], inner[1::2], strict=True)):
        return ""
    return "_to_".join([kinds[0], *kinds[1::2]])
