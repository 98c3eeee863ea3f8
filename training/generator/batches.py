"""Lessons as tokens, and which of them a step learns."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from training.generator.data import END, STAGES, Sizes, World, ask, lesson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.datasets.metaqa import MetaQuestion
    from training.generator.data import Lesson
    from training.generator.recipe import Recipe

_DRAWN = 64  # lessons of a step, of which those of like length are used


class Encoded(NamedTuple):
    """A lesson as tokens; a token with a weight is to be predicted from those before it.

    ``first`` is where the answer to the first question begins, which is ``hops`` away.
    """

    ids: list[int]
    weights: list[float]
    first: int
    hops: int = 1


Turn = tuple[list[int], list[int]]
"""A question and its answer, as tokens."""


def encoded(lessons: Sequence[Lesson], tokenizer: Any, recipe: Recipe) -> list[Encoded]:
    """Tokenise lessons."""
    own = tokenizer.backend_tokenizer
    end = tokenizer.convert_tokens_to_ids(END)
    lay_out = _apart if recipe.architecture == "t5" else _in_a_row
    found = []
    for each in lessons:
        pieces = [piece for q in each.asked for piece in (ask(q.question), " " + q.answer)]
        read = own.encode_batch([each.text, *pieces], add_special_tokens=False)
        text, *others = ([*piece.ids] for piece in read)
        turns = list(zip(others[::2], ([*answer, end] for answer in others[1::2]), strict=True))
        made = lay_out([tokenizer.bos_token_id, *text], turns, tokenizer, recipe)
        if len(made.ids) <= recipe.window:
            found.append(made._replace(hops=each.asked[0].hops))
    return found


def _in_a_row(text: list[int], turns: Sequence[Turn], _: Any, recipe: Recipe) -> Encoded:
    """Lay out for a decoder: question, answer, question, answer."""
    ids, weights = list(text), [0.0] * len(text)
    for question, answer in turns:
        ids += [*question, *answer]
        weights += [recipe.prompt_weight] * len(question) + [1.0] * len(answer)
    return Encoded(ids, weights, len(text) + len(turns[0][0]))


def _apart(text: list[int], turns: Sequence[Turn], tokenizer: Any, recipe: Recipe) -> Encoded:
    """Lay out for an encoder-decoder: all questions, then all answers.

    Those after the first have a number, by which the decoder is told to repeat the question and
    to answer it.
    """
    ids, answers = [*text, *turns[0][0]], list(turns[0][1])
    weights = [1.0] * len(answers)
    for number, (question, answer) in enumerate(turns[1:], 2):
        marker = tokenizer.convert_tokens_to_ids(str(number))
        ids += [marker, *question]
        answers += [marker, *question, *answer]
        weights += [0.0] + [recipe.prompt_weight] * len(question) + [1.0] * len(answer)
    return Encoded([*ids, *answers], [0.0] * len(ids) + weights, len(ids))


def batch(
    world: World,
    pools: Mapping[int, Sequence[MetaQuestion]],
    tokenizer: Any,
    recipe: Recipe,
    step: int,
) -> list[Encoded]:
    """Return the lessons of a step, which depend on its number and the seed alone."""
    chance = Random(recipe.seed * 1_000_003 + step)
    stage = next(s for s in STAGES if step < s.until * recipe.steps or s is STAGES[-1])
    sizes = Sizes(chance.randint(*stage.sizes), stage.hops)
    questions = [chance.choice(pools[chance.choice(stage.hops)]) for _ in range(_DRAWN)]
    more = recipe.more_questions
    if recipe.architecture == "t5" and chance.random() < recipe.alone:
        more = 0
    made = [lesson(world, q, sizes, more, chance) for q in questions]
    found = sorted(encoded(made, tokenizer, recipe), key=lambda each: len(each.ids))
    start = chance.randrange(len(found))
    found = found[start:] + found[:start][::-1]  # neighbours are alike: little is padded
    longest = 0
    for count, each in enumerate(found, 1):
        longest = max(longest, len(each.ids))
        if longest * count >= recipe.batch_tokens:
            return found[:count]
    return found
