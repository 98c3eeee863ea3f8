"""Verb groups, read: canonical predicates, tense, voice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.inflection import past
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.vocabulary.irregular import SIMPLE

if TYPE_CHECKING:
    from groundgraph.text.english.phrases import Phrase, Sentence


class Verb(NamedTuple):
    """A verb group, read.

    Attributes:
        predicate: Canonical words: adverbs dropped, "has won" as "won", "n't" as "not".
        head: The last verb, lower case.
        finite: Whether it can carry a clause.
        passive: Whether the subject suffers the action.
        copula: Whether it is a form of "be" alone.
        infinitive: Whether it begins with "to".
        past_form: Whether it is a lone word such as "released", finite or not.
    """

    predicate: str
    head: str
    finite: bool
    passive: bool
    copula: bool
    infinitive: bool
    past_form: bool

    @property
    def turned(self) -> str:
        """The active predicate of "was founded by"."""
        negated = " not " in f" {self.predicate} "
        return f"did not {self.head}" if negated else self.head


def read_verb(sentence: Sentence, phrase: Phrase) -> Verb:
    """Read a verb group."""
    pairs = [
        (sentence.tokens[at].lower, sentence.tags[at])
        for at in range(phrase.first, phrase.last)
        if sentence.tags[at] != "RB"
    ]
    verbs = [(word, tag) for word, tag in pairs if tag in VERB_TAGS]
    head, tag = verbs[-1]
    infinitive = pairs[0][1] == "TO"
    first = verbs[0]
    finite = not infinitive and (
        first[1] in {"MD", "DO", "VBD", "VBZ", "VB"}
        or (first[1] in {"BE", "HAVE"} and first[0] not in {"be", "being", "been", "having"})
    )
    passive = tag == "VBN" and any(t == "BE" or w in _GET for w, t in verbs[:-1])
    return Verb(
        _predicate(pairs[1:] if infinitive else pairs),
        head,
        finite,
        passive,
        tag == "BE"
        and len([t for _, t in pairs if t != "BE"])
        <= (pairs[0][1] in {"MD", "HAVE"}) + any(t == "NEG" for _, t in pairs),
        infinitive,
        len(verbs) == 1 and tag in {"VBD", "VBN"},
    )


_GET = frozenset({"get", "gets", "got", "getting"})
_IF = frozenset({"if", "unless", "whether", "lest"})
_FAR = 12  # tokens


def is_conditional(sentence: Sentence, first: int) -> bool:
    """Say whether "if" or the like stands before a verb in its clause."""
    for at in range(first - 1, max(-1, first - _FAR), -1):
        if sentence.tokens[at].lower in _IF:
            return True
        if sentence.tags[at] in {",", ";", ":"}:
            return False
    return False


_SPELLED = {
    "n't": "not",
    "'s": "is",
    "'re": "are",
    "'m": "am",
    "'ll": "will",
    "'ve": "have",
    "wo": "will",
    "ca": "can",
    "'d": "would",
}
_COPULA = {"was": "is", "were": "are"}


def _predicate(pairs: list[tuple[str, str]]) -> str:
    words = [(_SPELLED.get(word, word), tag) for word, tag in pairs]
    if words[0][1] == "HAVE" and len(words) > 1:
        words = _without_have(words)
    if words[0][0] == "being" and len(words) > 1:
        words[0] = ("was", "BE")
    if words[0][1] == "VBG":
        words[0] = (past(lemma(words[0][0])), "VBD")
    if all(tag in {"BE", "NEG"} for _, tag in words):
        words = [(_COPULA.get(word, word), tag) for word, tag in words]
    return " ".join(word for word, _ in words)


def _without_have(words: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Put the perfect into the simple past: "has taken" as "took", "have been" as "were"."""
    have, rest = words[0][0], words[1:]
    if rest[0][1] == "NEG":
        return words
    if rest[0] == ("been", "BE"):
        return [("were" if have == "have" else "was", "BE"), *rest[1:]]
    if rest[0][1] in {"VBN", "VBD"}:
        return [(SIMPLE.get(rest[0][0], rest[0][0]), "VBD"), *rest[1:]]
    return words if rest[0][1] != "HAVE" else [("had", "HAVE"), *rest[1:]]
