"""Where what is said begins in a clause that leaves out the verb, or noun, of the one before.

"The Ember stove burns gas, the Calor stove petrol"; "the red bike weighs 9 kg, the blue one 12".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES
from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.statements.nouns import noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.english.tokens import Token

STANDING = frozenset({"one", "that", "those"})
"""Words that stand for the noun of the clause before."""
_LINKS = frozenset({"IN", "TO"})
_NOUNS = frozenset({"NN", "NNS", "NNP"})
_BEFORE_NOUN = frozenset({"DT", "JJ", "PRP$", "POS", "IN", "RB", "''", "CD", *_NOUNS})
_MARKED = frozenset({"(", ")"})
_CALENDAR = frozenset({*DAY_NAMES, *MONTH_NAMES})
"""Words that begin a time: "on Wednesday at Orvik and Friday at home"."""
_POINTING = frozenset({"that", "those"})


def gap_in(
    words: Sequence[Token],
    tags: Sequence[str],
    piece: range,
    model: tuple[Sequence[int], Sequence[int]] | None,
    joint: str,
) -> int:
    """Return the token at which what is said begins in a piece without a verb, or 0.

    Args:
        words: The tokens of the sentence.
        tags: Their tags.
        piece: The tokens of the piece.
        model: Tokens of the topic of the clause before, and of what it says.
        joint: What stands before the piece.
    """
    told = model[1] if model else ()
    if not _MARKED.isdisjoint(joint.split()) or words[piece.start].lower in _CALENDAR:
        return 0
    if words[piece.start].lower in _POINTING:
        return _behind_place(words, tags, piece, told)
    passed = [words[at].lower for at in (model[0] if model else ()) if tags[at] in _LINKS]
    for at in piece[1:]:
        tag, lower = tags[at], words[at].lower
        if passed and tag in _LINKS and lower == passed[0]:
            passed.pop(0)  # of its topic, as in the clause before
            continue
        behind_noun = tags[at - 1] in _NOUNS or words[at - 1].lower in STANDING
        number = tag == "CD" and behind_noun
        place = tag in _LINKS and _repeats(words, lower, told)
        second = tag == "DT" and behind_noun and "and" in joint
        if number or place or second:
            return at
        if tag not in _BEFORE_NOUN and lower not in STANDING:
            return 0
    return _like_model(words, tags, piece, model) if model and joint else 0


def _behind_place(
    words: Sequence[Token], tags: Sequence[str], piece: range, told: Iterable[int]
) -> int:
    """Return where what is said stands: "that in Porto under Beck", "those on placebo nine"."""
    places = [at for at in piece if tags[at] == "IN"]
    told = list(told)
    if not places or places[0] != piece.start + 1:
        return 0
    if len(places) == 1 and tags[piece[-1]] == "CD" and piece[-1] > places[0] + 1:
        return piece[-1]
    return next((at for at in places[1:] if _repeats(words, words[at].lower, told)), 0)


def _repeats(words: Sequence[Token], preposition: str, told: Iterable[int]) -> bool:
    return preposition != "of" and any(words[at].lower == preposition for at in told)


def _like_model(
    words: Sequence[Token],
    tags: Sequence[str],
    piece: range,
    model: tuple[Sequence[int], Sequence[int]],
) -> int:
    """Return where the object of a clause begins that is built as the one before it is.

    "The Calor stove petrol" repeats a noun; "the Plover carbon ones" and "Ben Czech" begin with
    a name as "the Tern has aluminium poles" and "Ana speaks Polish" do.
    """
    topic, told = model
    objects = [at for at in told if tags[at] not in VERB_TAGS]
    if not objects or tags[told[0]] not in VERB_TAGS or len(objects) == len(told):
        return 0
    heads = {noun(words[at].lower) for at in model_head(tags, topic)}
    again = [at for at in piece[:-1] if tags[at] in _NOUNS and noun(words[at].lower) in heads]
    if again and not any(tags[at] in {"IN", "NNP"} for at in range(again[-1] + 1, piece.stop)):
        return again[-1] + 1
    return _named_alike(tags, piece, topic, objects)


def _named_alike(
    tags: Sequence[str], piece: range, topic: Sequence[int], objects: Sequence[int]
) -> int:
    """Return where the object stands behind a name, where both clauses lead with one alone."""
    own = [tags[at] for at in topic]
    cut = piece.start + len(own)
    if "NNP" not in own or set(own) - {"NNP", "DT"} or cut >= piece.stop:
        return 0
    if [tags[at] for at in piece[: len(own)]] != own:
        return 0
    rest, before = [tags[at] for at in range(cut, piece.stop)], [tags[at] for at in objects]
    plain = rest[0] in {"NN", "NNS", "JJ", "CD"} and "NNP" not in before and "DT" not in rest
    names = rest == ["NNP"] and set(before) <= {"NNP", "CC"}
    return cut if plain or names else 0


def is_short(words: Sequence[Token], topic: Sequence[int]) -> bool:
    """Say whether a topic leaves out its noun: "the blue one", "the Plover's", "that in Porto"."""
    if not topic:
        return False
    last, first = words[topic[-1]], words[topic[0]]
    return last.lower in {"one", "ones"} or last.text in {"'s", "’s"} or first.lower in _POINTING


def model_head(tags: Sequence[str], topic: Sequence[int]) -> list[int]:
    """Return the token of the noun of a topic, that of "plant in Brno" before the preposition."""
    behind = next((n for n, at in enumerate(topic) if n and tags[at] == "IN"), len(topic))
    found = [at for at in topic[:behind] if tags[at] in {"NN", "NNS"}]
    return found[-1:]
