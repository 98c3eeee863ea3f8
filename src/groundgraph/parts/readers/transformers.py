"""Any Hugging Face token classifier of LettuceDetect's labels as a reader; needs ``hf``.

Its prompt is the one of LettuceDetect (arXiv:2502.17125; RAGTruth's of question answering, or of
summaries where nothing was asked), so that weights trained there see what they were trained on. The
passages are given as their sentences, and where not all fit the nearest to the claims are, as for
the embedded reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import ModelError
from groundgraph.parts.huggingface import (
    Loaded,
    load_pretrained,
    token_limit,
    token_starts,
    without_marks,
)
from groundgraph.parts.readers.outcomes import softmax
from groundgraph.parts.readers.window import chunks, first_chosen
from groundgraph.ranges import COUNT, in_ranges
from groundgraph.types.readings import OutcomeScores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.types.readings import CutAnswer

    Floats = NDArray[np.float64]

_ASKED = (
    "Briefly answer the following question:\n{question}\nBear in mind that your response should be "
    "strictly based on the following {count} passages:\n{passages}\nIn case the passages do not "
    "contain the necessary information to answer the question, please reply with: "
    '"Unable to answer based on given passages."\noutput:'
)
_NOT_ASKED = "Summarize the following text:\n{passages}\noutput:"
_FOREWORD = 8
"""Tokens that a passage takes beside its text: "passage 12: " and a line break."""
_QUESTION_SHARE = 6
"""A question takes up to a sixth of what is read at once; what follows is not read."""
_LEAST = 64
_HALLUCINATED = re.compile(r"label1|(hallucinat|unsupport|unfaithful|notsupport|ungrounded).*")
_SUPPORTED = re.compile(r"label0|o|(support|faithful|grounded|consistent|nothallucinat).*")


class Piece(NamedTuple):
    """What is read at once.

    Attributes:
        prompt: Question and evidence.
        said: Neighbouring claims of the answer.
        start: Where they begin in the answer.
        claims: Their numbers.
    """

    prompt: str
    said: str
    start: int
    claims: Sequence[int]


@dataclass(frozen=True)
class TransformersReader:
    """A token classifier with the labels of LettuceDetect, by its name on the hub or its folder.

    Of its two labels one says that a token is hallucinated: by its name in the model's
    configuration, or the second of ``LABEL_0`` and ``LABEL_1``. A claim is as well supported as
    its worst token; "contradicted" is never said, since such a model does not tell it from
    "unsupported". Code that comes with a model is never run, and its weights must be safetensors.
    The model is loaded on first use and shared by all instances of the process.

    Attributes:
        model: "KRLabsOrg/lettucedect-base-modernbert-en-v1", or a folder.
        max_tokens: Read at once, special ones among them; never more than the model's own limit.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Texts computed at once.

    Raises:
        InputError: When a number is out of range.
    """

    model: str = field(metadata={"reach": "model"})
    max_tokens: int = 4096
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=8, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_ranges(self, max_tokens=(_LEAST, 2**20), batch_size=COUNT)

    def read(self, answers: Sequence[CutAnswer], /) -> list[OutcomeScores]:
        """Read each answer; see `groundgraph.protocols.Reader`.

        A claim that takes more than half of what is read at once is read to there.

        Raises:
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded or has no fitted token classifier, when its
                labels have no known meaning, when its tokenizer knows no offsets, or when it gives
                numbers that are not finite.
        """
        loaded = _load(self.model, self.device)
        column = self._hallucinated(loaded.model.config)
        most = min(filter(None, (self.max_tokens, token_limit(loaded))))
        most -= loaded.tokenizer.num_special_tokens_to_add(pair=True)
        cutter = _Cutter(token_starts(loaded.tokenizer, self.model), most)
        plain = without_marks(loaded.tokenizer)
        shown = [_without_marks(answer, plain) for answer in answers]
        pieces = [[*cutter.pieces(answer)] for answer in shown]
        said = iter(self._probabilities(loaded, [p for own in pieces for p in own], column))
        return [
            _joined(answer, own, [next(said) for _ in own])
            for answer, own in zip(shown, pieces, strict=True)
        ]

    def _hallucinated(self, config: Any) -> int:
        """Return which output says that a token is hallucinated."""
        names = [str(config.id2label[index]) for index in range(int(config.num_labels))]
        letters = [re.sub(r"[^a-z0-9]", "", name.lower()) for name in names]
        found = [n for n, name in enumerate(letters) if _HALLUCINATED.fullmatch(name)]
        if len(names) != 2 or len(found) != 1 or not _SUPPORTED.fullmatch(letters[1 - found[0]]):
            raise ModelError(
                f"{self.model} has {len(names)} labels, called {', '.join(names)}; a reader needs "
                "two, such as 'supported' and 'hallucinated'"
            )
        return found[0]

    def _probabilities(
        self, loaded: Loaded, pieces: Sequence[Piece], column: int
    ) -> list[tuple[NDArray[np.int64], Floats]]:
        """Return where the tokens of each piece's claims stand in them, and how sure each is wrong.

        Shapes ``(n_tokens, 2)`` and ``(n_tokens,)``; probabilities in [0, 1].
        """
        import torch

        order = sorted(range(len(pieces)), key=lambda n: -len(pieces[n].prompt))
        found: dict[int, tuple[NDArray[np.int64], Floats]] = {}
        for first in range(0, len(order), self.batch_size):
            rows = order[first : first + self.batch_size]
            read = loaded.tokenizer(
                [pieces[row].prompt for row in rows],
                [pieces[row].said for row in rows],
                padding=True,
                truncation=False,
                verbose=False,
                return_offsets_mapping=True,
                return_tensors="pt",
            )
            offsets = read.pop("offset_mapping").numpy()
            with torch.inference_mode():
                logits = loaded.model(**read.to(loaded.model.device)).logits
            logits = np.asarray(logits.float().cpu().numpy(), np.float64)
            for place, row in enumerate(rows):
                own = [n for n, side in enumerate(read.sequence_ids(place)) if side == 1]
                wrong = softmax(logits[place, own])[:, column]
                found[row] = offsets[place, own].astype(np.int64), wrong
        if not all(np.isfinite(wrong).all() for _, wrong in found.values()):
            raise ModelError(f"{self.model} gave numbers that are not finite")
        return [found[row] for row in range(len(pieces))]


class _Cutter(NamedTuple):
    """Cuts answers and their evidence into what is read at once.

    Attributes:
        starts: Where the tokens of a text begin.
        most: Tokens of prompt and claims together.
    """

    starts: Callable[[str], list[int]]
    most: int

    def pieces(self, answer: CutAnswer) -> Iterator[Piece]:
        """Yield the claims of an answer, as many at once as fit, each with the evidence nearest."""
        half = self.most // 2
        question = self._upto(answer.question.strip(), self.most // _QUESTION_SHARE)
        lengths = [len(self.starts(unit)) + _FOREWORD for unit in answer.units]
        claims = [self._upto(claim.of(answer.answer), half) for claim in answer.claims]
        sizes = [len(self.starts(claim)) for claim in claims]
        for numbers in chunks(sizes, half):
            start = min(answer.claims[n].start for n in numbers)
            end = max(answer.claims[n].start + len(claims[n]) for n in numbers)
            said = self._upto(answer.answer[start:end], half)
            frame = len(self.starts(_prompt(question, [])))
            room = self.most - frame - len(self.starts(said))
            texts = [claim.of(answer.answer) for claim in answer.claims]
            kept = first_chosen(answer.units, [texts[n] for n in numbers], lengths, room)
            shown = [self._upto(answer.units[n], room - _FOREWORD) for n in kept]
            yield Piece(_prompt(question, _passages(answer, kept, shown)), said, start, numbers)

    def _upto(self, text: str, most: int) -> str:
        """Return the first tokens of a text."""
        starts = self.starts(text)
        return text if len(starts) <= max(most, 0) else text[: starts[max(most, 0)]]


def _prompt(question: str, passages: Sequence[str]) -> str:
    if not question:
        return _NOT_ASKED.format(passages="\n".join(passages))
    listed = "\n".join(f"passage {n}: {text}" for n, text in enumerate(passages, start=1))
    return _ASKED.format(question=question, count=len(passages), passages=listed)


def _passages(answer: CutAnswer, kept: Sequence[int], shown: Sequence[str]) -> list[str]:
    """Return the units that are shown, those of one passage as one text."""
    of = [(answer.passage_of(unit), text) for unit, text in zip(kept, shown, strict=True)]
    return [" ".join(text for _, text in own) for _, own in groupby(of, lambda pair: pair[0])]


def _without_marks(answer: CutAnswer, plain: Callable[[str], str]) -> CutAnswer:
    return answer._replace(
        question=plain(answer.question),
        units=tuple(map(plain, answer.units)),
        answer=plain(answer.answer),
    )


def _joined(
    answer: CutAnswer,
    pieces: Sequence[Piece],
    said: Sequence[tuple[NDArray[np.int64], Floats]],
) -> OutcomeScores:
    """Put the pieces of an answer together; tokens between claims are left out."""
    claims = np.full((len(answer.claims), 3), np.nan)
    found: list[tuple[int, int, float]] = []
    for piece, (offsets, wrong) in zip(pieces, said, strict=True):
        places = [_word_start(piece, *offset) for offset in offsets.tolist()]
        for number in piece.claims:
            span = answer.claims[number]
            own = [n for n, place in enumerate(places) if span.start <= place < span.end]
            found += [(places[n], number, float(wrong[n])) for n in own]
            if own:
                worst = float(wrong[own].max())
                claims[number] = 1.0 - worst, worst, 0.0
    wrongs = np.array([wrong for *_, wrong in found], np.float64)
    return OutcomeScores(
        np.array([place for place, *_ in found], np.int32),
        np.array([number for _, number, _ in found], np.int16),
        np.stack([1.0 - wrongs, wrongs, np.zeros_like(wrongs)], axis=1),
        claims,
    )


def _word_start(piece: Piece, start: int, end: int) -> int:
    """Return where a token's word begins in the answer, -1 of white space alone.

    Some tokenizers count the space before a word to it.
    """
    text = piece.said[start:end]
    bare = text.lstrip()
    return piece.start + end - len(bare) if bare else -1


@lru_cache(maxsize=2)
def _load(model: str, device: str | None) -> Loaded:
    loaded = load_pretrained(
        model, device, "AutoModelForTokenClassification", "reader 'transformers'"
    )
    if loaded.tokenizer.pad_token_id is None:
        raise ModelError(
            f"the tokenizer of {model} has no padding token, which batches need; set pad_token in "
            "its tokenizer_config.json"
        )
    return loaded
