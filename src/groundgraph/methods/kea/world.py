"""What a knowledge source says of the things that an answer names."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from groundgraph.errors import KnowledgeError
from groundgraph.methods.checkable import NO_PASSAGES
from groundgraph.methods.kea.graphs import NO_EVIDENCE, Graphs, SourcedTriple, closed_domain
from groundgraph.methods.kea.literals import is_literal
from groundgraph.methods.kea.paraphrases import phrasings
from groundgraph.types import Mention, Triple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.protocols import KnowledgeSource, Segmenter, TripleExtractor
    from groundgraph.types import Entity, Example, Span


def open_domain(
    examples: Sequence[Example],
    extractor: TripleExtractor,
    segmenter: Segmenter,
    source: KnowledgeSource,
) -> list[Graphs]:
    """Read both graphs, and ask the source about the entities that the answers name."""
    read = closed_domain(examples, extractor, segmenter)
    drafts = [g._replace(reason="") if g.reason in (NO_PASSAGES, NO_EVIDENCE) else g for g in read]
    return _with_source_facts(drafts, [e.answer for e in examples], source)


def _with_source_facts(
    drafts: list[Graphs], answers: list[str], source: KnowledgeSource
) -> list[Graphs]:
    """Ask about the whole batch; where the source fails, about each answer alone."""
    try:
        return _linked(drafts, answers, source)
    except KnowledgeError as error:
        if len(drafts) > 1:
            pairs = zip(drafts, answers, strict=True)
            return [_with_source_facts([draft], [answer], source)[0] for draft, answer in pairs]
        [draft] = drafts
        return [draft._replace(reason=draft.reason or f"the knowledge source failed: {error}")]


def _linked(drafts: list[Graphs], answers: list[str], source: KnowledgeSource) -> list[Graphs]:
    mentions = [
        [] if draft.reason else _mentions(draft, answer)
        for draft, answer in zip(drafts, answers, strict=True)
    ]
    distinct = list(dict.fromkeys(chain.from_iterable(mentions)))
    linked = source.link(distinct) if distinct else []
    entity_of = {m: e for m, e in zip(distinct, linked, strict=True) if e is not None}
    entities = list({entity.id: entity for entity in entity_of.values()}.values())
    about = source.facts(entities) if entities else []
    facts_of = {e.id: facts for e, facts in zip(entities, about, strict=True)}
    return [
        draft if draft.reason else _with_knowledge(draft, own, entity_of, facts_of)
        for draft, own in zip(drafts, mentions, strict=True)
    ]


def _mentions(draft: Graphs, answer: str) -> list[Mention]:
    """Name the subjects and objects that are no literals, each with its sentence."""
    return [
        Mention(name, _context(draft.sentences, fact.span, answer))
        for fact in draft.claims
        for name in (fact.triple.subject, fact.triple.object)
        if not is_literal(name)
    ]


def _context(sentences: Sequence[Span], span: Span | None, answer: str) -> str:
    around = [s.of(answer) for s in sentences if span is not None and s.overlaps(span)]
    return " ".join(around) or answer


def _with_knowledge(
    draft: Graphs,
    mentions: Sequence[Mention],
    entity_of: Mapping[Mention, Entity],
    facts_of: Mapping[str, list[Triple]],
) -> Graphs:
    """Give linked entities the source's names, and add its facts about them as evidence."""
    names: dict[str, Entity] = {}
    for mention in mentions:
        if mention in entity_of:
            names.setdefault(mention.name, entity_of[mention])
    unknown = list(dict.fromkeys(m.name for m in mentions if m.name not in names))
    if not names and draft.evidence:
        return draft
    if not names:
        listed = ", ".join(f"“{name}”" for name in unknown[:5]) or "anything that the answer names"
        return draft._replace(reason=f"the knowledge source does not know {listed}")
    claims = [_renamed(fact, names) for fact in draft.claims]
    subjects = {names[f.triple.subject].id for f in draft.claims if f.triple.subject in names}
    told = [_relabelled(fact, names) for fact in draft.evidence]
    evidence = told + _known_facts(names, subjects, facts_of)
    silent = "" if evidence else "the knowledge source holds no fact about what the answer names"
    return draft._replace(claims=claims, evidence=evidence, reason=silent)


def _relabelled(fact: SourcedTriple, names: Mapping[str, Entity]) -> SourcedTriple:
    """Return a fact of a text whose ends bear the source's names, where they are the answer's."""
    subject, predicate, object_ = fact.triple
    ends = [names[end].label if end in names else end for end in (subject, object_)]
    return fact._replace(triple=Triple(ends[0], predicate, ends[1]))


def _renamed(fact: SourcedTriple, names: Mapping[str, Entity]) -> SourcedTriple:
    subject, predicate, object_ = fact.triple
    ends = [names[end].label if end in names else end for end in (subject, object_)]
    return fact._replace(triple=Triple(ends[0], predicate, ends[1]), known=subject in names)


def _known_facts(
    names: Mapping[str, Entity], subjects: set[str], facts_of: Mapping[str, list[Triple]]
) -> list[SourcedTriple]:
    """Return the facts about the subjects, and between any two entities, in every phrasing.

    Of an entity that is only an object, what it is the object of when turned ("is the capital
    of") is kept too.

    A fact that another answer of the batch brought in, about an entity that this one does not
    name, is left out, so that no verdict depends on its neighbours.
    """
    entities = {entity.id: entity for entity in names.values()}
    labels = {entity.label for entity in entities.values()}
    found: dict[Triple, SourcedTriple] = {}
    for entity in entities.values():
        for fact in facts_of.get(entity.id, ()):
            between = {fact.subject, fact.object} <= labels
            if not between and fact.subject != entity.label:
                continue
            for phrased, telling, rival in phrasings(fact):
                if between or entity.id in subjects or phrased.subject != fact.subject:
                    said = SourcedTriple(
                        phrased, fact, None, entity.id, " ".join(fact), True, telling, rival, True
                    )
                    found.setdefault(phrased, said)
    return list(found.values())
