"""Clauses of a sentence as what they are about and what they say of it, by tags alone.

Coarser than events, and with fewer gaps: "Paks has 2 million rows, Tolna 300,000" is two clauses,
and so are "Petrel, which measures ice, and Gannet, which measures soil".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.bounds import without_limits
from groundgraph.text.english.phrases import NOUN_TAGS, VERB_TAGS
from groundgraph.text.english.tagged import tagged
from groundgraph.text.english.tagging import tags
from groundgraph.text.statements.gaps import STANDING, gap_in, is_short, model_head
from groundgraph.text.statements.nouns import content_nouns
from groundgraph.text.vocabulary.small_words import CONTRASTS, DENIALS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.english.tokens import Token

_MARKS = frozenset({",", ";", ":", "(", ")", "–", "—", "-", "."})
_JOINTS = frozenset({"and", "but", "while", "whereas", "yet", "though", "although"})
OF_TWO = frozenset({"former", "latter"})
"""Topics that stand for one of the two things told before."""
_ASIDE = frozenset({"WP", "WDT"})
_OPEN = frozenset({"who", "which", "that", "what", "when", "where", "how", "why", "whose", "whom"})
_LONGEST_TOPIC = 10
_MOST_TOKENS = 80
_DEALING = "respectively"


class Clause(NamedTuple):
    """What is said of one thing.

    Attributes:
        topic: Content words of the thing, as nouns are compared.
        rest: Content words of what is said.
        telling: Those of ``rest`` that are names or numbers.
        named: Whether the thing is named.
        negated: Whether an odd number of denials stands in it.
        aside: Whether it says more of a name in passing: ", a judge,".
        implied: The verb of the clause before, where it has none of its own.
        contrasted: Whether "whereas" or "while" sets it against the clause before.
        leads: Whether it begins its sentence.
        span: From its first word to its last, within the sentence.
    """

    topic: frozenset[str]
    rest: frozenset[str]
    telling: frozenset[str]
    named: bool
    negated: bool
    aside: bool
    implied: frozenset[str]
    contrasted: bool
    leads: bool
    span: Span


class _Piece(NamedTuple):
    """Tokens between two marks or conjunctions, and what stands before them."""

    first: int
    last: int
    joint: str


@lru_cache(maxsize=2048)
def clauses(sentence: str) -> tuple[Clause, ...]:
    """Return the clauses of a sentence that say something of a thing, in order.

    >>> [(sorted(c.topic), sorted(c.rest)) for c in clauses("Tata has ten rows, Tolna 300.")]
    [(['tata'], ['row', 'ten']), (['tolna'], ['300'])]
    """
    found, kinds = tagged(sentence)
    if len(found) > _MOST_TOKENS:
        found = found[:_MOST_TOKENS]
        kinds = tuple(tags(found))
    reader = _Reader(found, kinds)
    reader.read()
    return tuple(reader.told())


class _Draft:
    """A clause while it is read: tokens of its topic and of what is said.

    Attributes:
        topic: Of its topic.
        rest: Of what is said.
        aside: See `Clause`.
        understood: Tokens of the clause before that it leaves out: the noun of its topic.
        implied: The verb of that clause, where it has none.
        joint: What stands before it.
    """

    def __init__(self, topic: Sequence[int], rest: Sequence[int], *, aside: bool = False) -> None:
        self.topic = list(topic)
        self.rest = list(rest)
        self.aside = aside
        self.understood: list[int] = []
        self.implied: list[int] = []
        self.joint = ""


class _Reader:
    """Reads one sentence from left to right."""

    def __init__(self, sentence: Sequence[Token], tagged: Sequence[str]) -> None:
        self._words = sentence
        self._tags = tagged
        self._drafts: list[_Draft] = []
        self._waiting: list[int] = []
        self._lists = False

    def read(self) -> None:
        """Put every piece where it belongs."""
        before: _Piece | None = None
        for piece in self._pieces():
            self._take(piece, before)
            before = piece

    def told(self) -> Iterator[Clause]:
        """Yield the clauses that name a thing and say something of it; none of a list of names."""
        if any(word.lower == _DEALING for word in self._words):
            self._deal()
        elif self._lists:
            return
        for draft in self._drafts:
            clause = self._clause(draft)
            if clause.topic and clause.rest:
                yield clause

    def _pieces(self) -> Iterator[_Piece]:
        first, joint = 0, ""
        for at, word in enumerate(self._words):
            if word.text in _MARKS or word.lower in _JOINTS:
                if at > first:
                    yield _Piece(first, at, joint)
                    joint = ""
                first, joint = at + 1, f"{joint} {word.lower}".strip()
        if len(self._words) > first:
            yield _Piece(first, len(self._words), joint)

    def _take(self, piece: _Piece, before: _Piece | None) -> None:
        verb, inside = self._verb(piece), range(piece.first, piece.last)
        lead = self._tags[piece.first]
        name = self._name_before(before) if before and "," in piece.joint else []
        if lead in _ASIDE or (verb < 0 and name and self._words[piece.first].lower in {"a", "an"}):
            self._pass(piece, name)
        elif verb > piece.first and self._is_noun(piece.first, verb):
            topic = [*self._waiting, *range(piece.first, verb)]
            model = self._model()
            self._begin(topic, range(verb, piece.last), piece.joint)
            self._understand(model)
        elif verb < 0 and (cut := self._gap(piece)):
            model = self._model()
            self._begin(range(piece.first, cut), range(cut, piece.last), piece.joint)
            self._understand(model)
            self._imply(model)
        elif verb < 0 and lead not in {"IN", "TO"} and self._is_noun(piece.first, piece.last):
            self._hold(piece, before)
        elif self._waiting and verb == piece.first:
            passed = bool(self._drafts) and self._drafts[-1].topic == self._waiting
            self._lists = self._lists or (not passed and "," in piece.joint)
            self._begin(self._waiting, inside)
        elif self._drafts and not self._waiting and not self._is_of_others(piece.first):
            self._drafts[-1].rest.extend(inside)

    def _is_of_others(self, at: int) -> bool:
        return self._tags[at] == "PRP" or self._words[at].lower == "both"

    def _begin(self, topic: Sequence[int], rest: Sequence[int], joint: str = "") -> None:
        self._drafts.append(_Draft(topic, rest))
        self._drafts[-1].joint = joint
        self._waiting = []

    def _model(self) -> _Draft | None:
        """Return the clause that a shorter one may leave words out after."""
        own = [draft for draft in self._drafts if not draft.aside]
        return own[-1] if own else None

    def _understand(self, model: _Draft | None) -> None:
        """Give "the blue one", "the Plover's" and "that in Porto" the noun of the clause before."""
        last = self._drafts[-1]
        if model is not None and is_short(self._words, last.topic):
            last.understood = model_head(self._tags, model.topic)

    def _imply(self, model: _Draft | None) -> None:
        """Give a clause without a verb that of the clause before."""
        if model is not None:
            verbs = [at for at in model.rest if self._tags[at] in VERB_TAGS]
            self._drafts[-1].implied = verbs or model.implied

    def _hold(self, piece: _Piece, before: _Piece | None) -> None:
        """Keep a noun phrase for the verb behind it, or add it to what is listed."""
        if before is None or not self._drafts or self._opens(piece):
            passed = bool(self._drafts) and self._drafts[-1].topic == self._waiting
            self._lists = self._lists or bool(self._waiting and not passed and "," in piece.joint)
            kept = self._waiting if "and" in piece.joint and not passed else []
            self._waiting = [*kept, *range(piece.first, piece.last)]
        elif self._drafts[-1].aside:
            self._begin(self._drafts[-1].topic, range(piece.first, piece.last))
        else:
            self._drafts[-1].rest.extend(range(piece.first, piece.last))

    def _pass(self, piece: _Piece, name: Sequence[int]) -> None:
        """Take an aside for what is said of the name before it, else of the last thing."""
        inside = range(piece.first, piece.last)
        if name:
            self._drafts.append(_Draft(name, inside, aside=True))
        elif self._waiting:
            self._drafts.append(_Draft(self._waiting, inside, aside=True))
        elif self._drafts:
            self._drafts[-1].rest.extend(inside)

    def _opens(self, piece: _Piece) -> bool:
        """Say whether a piece begins with a name, or behind more than a comma."""
        return self._tags[piece.first] == "NNP" or piece.joint[:1] in {";", ":", "–", "—"}

    def _name_before(self, before: _Piece) -> list[int]:
        first = before.last
        while first > before.first and self._tags[first - 1] == "NNP":
            first -= 1
        return list(range(first, before.last))

    def _verb(self, piece: _Piece) -> int:
        """Return the first verb of a piece, or -1; participles before a noun are none."""
        for at in range(piece.first, piece.last):
            if self._tags[at] in VERB_TAGS and not self._qualifies(at, piece):
                return at
        return -1

    def _qualifies(self, at: int, piece: _Piece) -> bool:
        if self._tags[at] not in {"VBN", "VBG"} or at + 1 >= piece.last:
            return False
        before = self._tags[at - 1] if at > piece.first else ""
        return before in {"DT", "JJ", "PRP$"} and self._tags[at + 1] in NOUN_TAGS

    def _is_noun(self, first: int, last: int) -> bool:
        """Say whether tokens are a noun phrase that names a thing: no pronoun, no clause."""
        found = self._tags[first:last]
        if not 0 < len(found) <= _LONGEST_TOPIC or found[0] in {"IN", "PRP", "SUB", "TO"}:
            return False
        opening = {word.lower for word in self._words[first:last]} & _OPEN
        named = any(tag in NOUN_TAGS for tag in found) or self._words[last - 1].lower in OF_TWO
        return not opening and named

    def _gap(self, piece: _Piece) -> int:
        """Return where what is said begins, or 0: "Tolna 300,000", "the other in wood"."""
        model = self._model()
        told = (model.topic, model.rest) if model is not None else None
        cut = gap_in(self._words, self._tags, range(piece.first, piece.last), told, piece.joint)
        topic = range(piece.first, cut)
        return cut if is_short(self._words, topic) or self._is_noun(piece.first, cut) else 0

    def _deal(self) -> None:
        """Give each thing of a list its own of the values that stand in the same order."""
        for draft in list(self._drafts):
            things, values = self._listed(draft.topic), self._last_list(draft.rest)
            if len(things) == len(values) > 1:
                shared = [at for at in draft.rest if not any(at in value for value in values)]
                self._drafts.remove(draft)
                self._drafts += [
                    _Draft(thing, [*shared, *value])
                    for thing, value in zip(things, values, strict=True)
                ]

    def _listed(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return tokens in runs that stand together."""
        runs: list[list[int]] = []
        for at in numbers:
            if runs and at == runs[-1][-1] + 1:
                runs[-1].append(at)
            else:
                runs.append([at])
        return runs

    def _last_list(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the items of the list that ends a clause, the first without what leads to it."""
        told = [at for at in numbers if self._words[at].lower != _DEALING]
        first, *others = self._listed(told) or [[]]
        if not others:
            return []
        length = len(others[0])
        return [first[-length:], *others]

    def _clause(self, draft: _Draft) -> Clause:
        at = [*draft.topic, *draft.rest]
        every = [self._words[number] for number in at]
        topic = self._stems([*draft.topic, *draft.understood]) - STANDING
        rest = self._stems(draft.rest) - STANDING
        telling = [n for n in draft.rest if self._tags[n] in {"NNP", "CD"}]
        spoken = without_limits(" ".join(word.lower for word in every)).split()
        denials = sum(word in DENIALS or word == "without" for word in spoken)
        return Clause(
            topic,
            rest,
            self._stems(telling) & rest,
            self._is_named(draft.topic),
            denials % 2 == 1,
            draft.aside,
            self._stems(draft.implied),
            not CONTRASTS.isdisjoint(draft.joint.split()),
            min(at) == 0,
            Span(min(w.start for w in every), max(w.end for w in every)),
        )

    def _is_named(self, topic: Sequence[int]) -> bool:
        """Say whether a topic holds a name; "Full-time staff", with a hyphen, does not."""
        return any(
            self._tags[at] == "NNP" and (at or "-" not in self._words[at].text) for at in topic
        )

    def _stems(self, numbers: Sequence[int]) -> frozenset[str]:
        """Return the content words among tokens, compared as those of `evidence.Sentence` are."""
        written = [self._words[number] for number in numbers]
        found = [
            _in_token(word.text)
            for word in written
            if word.kind in {"word", "number", "date"} and word.lower != _DEALING
        ]
        return frozenset().union(*found)


@lru_cache(maxsize=1 << 14)
def _in_token(token: str) -> frozenset[str]:
    """Return the content words of a token: two of "red-hot"."""
    return content_nouns(token)
