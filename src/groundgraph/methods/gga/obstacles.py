"""Why the names of an answer tell nothing of it: it is yes or no, a count, one of two, a denial."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.methods.gga.ends import ends_of, named_graph
from groundgraph.methods.gga.spoken import on_the_way, outside
from groundgraph.methods.gga.surface import unprefixed
from groundgraph.text.answers.refusals import declines
from groundgraph.text.asked.answer_fragments import says_yes_or_no
from groundgraph.text.asked.question_words import AUXILIARIES
from groundgraph.text.asked.questions import statement_form
from groundgraph.text.statements import judge_statements
from groundgraph.text.triples.entities import FUNCTION_WORDS
from groundgraph.text.triples.relations import type_of_value
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.gga.ends import Ends, NamedGraph
    from groundgraph.methods.gga.spoken import Words
    from groundgraph.text.triples.entities import Match
    from groundgraph.text.triples.relations import Type
    from groundgraph.types import Triple

NO_TOPIC = "the question names no entity of the triples, so they do not tell what is asked for"
NO_NAME = "the answer is yes or no, or declines to answer; what it names is all that is judged"
NAMELESS = "the answer names nothing; what it names is all that is judged"
COUNTED = "the answer is a number that the triples do not hold; what it names is all that is judged"
CHOSEN = "the question asks for yes or no, or for one of what it names; new names alone are judged"
AMBIGUOUS = "the answer names {} and {}, both on the way; which of them it gives is not judged"
_ROLES: tuple[Type, ...] = ("person", "work")
"""Types of which two stand in one sentence as different things; a town with its land does not."""
OTHER_ROLES = (
    "the answer has the names of “{}” in other roles, and its names are all that is judged"
)


def obstacle(question: str, answer: str, triples: Sequence[Triple]) -> str:
    """Say why the features of an answer tell nothing, "" where they do.

    Args:
        question: The question.
        answer: The answer.
        triples: The evidence.
    """
    ends, graph = ends_of(question, tuple(triples)), named_graph(tuple(triples))
    if not ends.topics:
        return NO_TOPIC
    said = unprefixed(answer).strip()
    [found] = graph.matcher.match([said])
    own, named = outside(said, found), frozenset(e for match in found for e in match.entities)
    if not named and says_yes_or_no(said):
        return NO_NAME
    if _is_polar(question):
        return CHOSEN
    if named <= ends.topics:
        return _without_names(question, said, found, own, ends, graph)
    return _of_roles(said, named, ends, graph, triples) if own.verb else ""


def _is_polar(question: str) -> bool:
    form, opening = statement_form(question), question.lower().split()[:2]
    if opening[1:] == ["you"]:  # "Can you name a film …"
        return False
    return opening[0] in AUXILIARIES if form is None else form.wanted == "yes or no"


def _without_names(
    question: str,
    said: str,
    found: Sequence[Match],
    own: Words,
    ends: Ends,
    graph: NamedGraph,
) -> str:
    """Say what an answer is that names no entity but its question's."""
    if declines(said):
        return NO_NAME
    if found and len(ends.topics) > 1 and " or " in question:
        return CHOSEN
    if own.names:
        return ""
    if own.numbers:
        return "" if _holds_such(question, ends, graph) else COUNTED
    described = own.verb or any(word in FUNCTION_WORDS for word in own.others[1:])
    return NAMELESS if described and not found else ""


def _holds_such(question: str, ends: Ends, graph: NamedGraph) -> bool:
    """Say whether the ways end at numbers, or dates where no count is asked for."""
    form = statement_form(question)
    kinds = {type_of_value(graph.relations.names[entity]) for entity in ends.asked()}
    return "number" in kinds or ("time" in kinds and (form is None or form.wanted != "number"))


def _of_roles(
    said: str,
    named: frozenset[int],
    ends: Ends,
    graph: NamedGraph,
    triples: Sequence[Triple],
) -> str:
    """Say what of a sentence lies in who is what in it, which its names do not tell."""
    names, types = graph.relations.names, graph.relations.types
    asked, through = ends.asked() & named, on_the_way(ends, graph, named) & named
    alike = (
        (a, b)
        for a in sorted(asked)
        for b in sorted(through)
        if types[a] == types[b] and types[a] in _ROLES
    )
    for one, other in alike:
        return AMBIGUOUS.format(names[one], names[other])
    walked = dict.fromkeys(n for entity in sorted(asked) for n in ends.walks[entity])
    for told in (as_sentence(triples[number]) for number in walked):
        [found] = judge_statements("", [Passage(told)], [said])
        if (found.outcome, found.certainty) == ("contradicted", "certain"):
            return OTHER_ROLES.format(told.rstrip("."))
    return ""
