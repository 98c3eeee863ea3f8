"""What a knowledge source says of the things that an answer names."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.errors import KnowledgeError, StoreError
from groundgraph.methods.checkable import NO_PASSAGES
from groundgraph.methods.kea.graphs import (
    NO_EVIDENCE,
    Graphs,
    SourcedTriple,
    closed_domain,
    extracted,
)
from groundgraph.methods.kea.literals import is_literal
from groundgraph.methods.kea.paraphrases import phrasings
from groundgraph.text.triples.descriptions import description_sentences
from groundgraph.types import Mention, Triple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.protocols import KnowledgeSource, Segmenter, TripleExtractor
    from groundgraph.types import Entity, Example, Span

HUMAN = ("instance of", "human")
_ONE_NAME = re.compile(r"[^\W\d_][\w’'.-]*(?: [\w’'.-]+)*")
_STAND_IN = "Zorin"


class World(NamedTuple):
    """What a source says of the things that the answers of a batch name.

    Attributes:
        entity_of: What each mention means.
        facts_of: By the id of an entity.
        descriptions: The facts of its description, by the same.
        unread: Why its description could not be read, by the same.
    """

    entity_of: Mapping[Mention, Entity]
    facts_of: Mapping[str, list[Triple]]
    descriptions: Mapping[str, list[SourcedTriple]]
    unread: Mapping[str, str]


def open_domain(
    examples: Sequence[Example],
    extractor: TripleExtractor,
    segmenter: Segmenter,
    source: KnowledgeSource,
) -> list[Graphs]:
    """Read both graphs, and ask the source about the entities that the answers name."""
    read = closed_domain(examples, extractor, segmenter)
    drafts = [g._replace(reason="") if g.reason in (NO_PASSAGES, NO_EVIDENCE) else g for g in read]
    return _with_source_facts(drafts, [e.answer for e in examples], source, extractor)


def _with_source_facts(
    drafts: list[Graphs], answers: list[str], source: KnowledgeSource, extractor: TripleExtractor
) -> list[Graphs]:
    """Ask about the whole batch; where the source fails, about each answer alone.

    Raises:
        StoreError: When there is no source to ask.
    """
    try:
        return _linked(drafts, answers, source, extractor)
    except StoreError:
        raise
    except KnowledgeError as error:
        if len(drafts) > 1:
            pairs = zip(drafts, answers, strict=True)
            return [_with_source_facts([d], [answer], source, extractor)[0] for d, answer in pairs]
        [draft] = drafts
        return [draft._replace(reason=draft.reason or f"the knowledge source failed: {error}")]


def _linked(
    drafts: list[Graphs], answers: list[str], source: KnowledgeSource, extractor: TripleExtractor
) -> list[Graphs]:
    mentions = [
        [] if draft.reason else _mentions(draft, answer)
        for draft, answer in zip(drafts, answers, strict=True)
    ]
    distinct = list(dict.fromkeys(chain.from_iterable(mentions)))
    linked = source.link(distinct)
    entity_of = {m: e for m, e in zip(distinct, linked, strict=True) if e is not None}
    entities = list({entity.id: entity for entity in entity_of.values()}.values())
    about = source.facts(entities) if entities else []
    facts_of = {e.id: facts for e, facts in zip(entities, about, strict=True)}
    known = World(entity_of, facts_of, *_described(entities, facts_of, extractor))
    return [
        draft if draft.reason else _with_knowledge(draft, own, known)
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


def _described(
    entities: Sequence[Entity], facts_of: Mapping[str, list[Triple]], extractor: TripleExtractor
) -> tuple[dict[str, list[SourcedTriple]], dict[str, str]]:
    """Read the entities' descriptions; return their facts, and why some could not be read, by id.

    What something is says nothing against what else it is, so that a description rules out no
    claim, but for a number or date.
    """
    told = {
        entity.id: description_sentences(
            _plain_name(entity.label),
            entity.description,
            person=any(fact[1:] == HUMAN for fact in facts_of[entity.id]),
        )
        for entity in entities
    }
    statements, failures = extracted(list(told.values()), extractor)
    facts = {
        entity.id: [
            _description_fact(entity, triple)
            for statement in statements.get(told[entity.id], ())
            if (triple := _about(entity, statement.triple, told[entity.id])) is not None
        ]
        for entity in entities
    }
    return facts, {id_: failures[text] for id_, text in told.items() if text in failures}


def _plain_name(label: str) -> str:
    """Return a name that no extractor takes apart: the label, unless it is more than one name."""
    return label if _ONE_NAME.fullmatch(label) and " and " not in label else _STAND_IN


def _about(entity: Entity, triple: Triple, told: str) -> Triple | None:
    """Return a fact of a description with the entity's label in its place; ``None`` of another.

    Of "Titanic is a film directed by James Cameron" the film is Titanic.
    """
    name = _plain_name(entity.label)
    if triple.subject == name:
        return triple._replace(subject=entity.label)
    if told.startswith((f"{name} is a {triple.object}", f"{name} is an {triple.object}")):
        return triple._replace(object=entity.label)
    return None


def _description_fact(entity: Entity, triple: Triple) -> SourcedTriple:
    text = f"{entity.label}: {entity.description}"
    told = SourcedTriple(triple, triple, None, entity.id, text, of_world=True)
    is_what = triple.predicate.split()[0] in {"is", "are", "was", "were"}
    return told._replace(telling=not is_what, rival=is_literal(triple.object))


def _with_knowledge(draft: Graphs, mentions: Sequence[Mention], known: World) -> Graphs:
    """Give linked entities the source's names, and add its facts about them as evidence."""
    names: dict[str, Entity] = {}
    for mention in mentions:
        if mention in known.entity_of:
            names.setdefault(mention.name, known.entity_of[mention])
    unknown = list(dict.fromkeys(m.name for m in mentions if m.name not in names))
    if not names and draft.evidence:
        return draft
    if not names:
        listed = ", ".join(f"“{name}”" for name in unknown[:5]) or "anything that the answer names"
        return draft._replace(reason=f"the knowledge source does not know {listed}")
    failed = [(e.label, why) for e in names.values() if (why := known.unread.get(e.id))]
    if failed:
        reason = f"the description of “{failed[0][0]}” could not be read: {failed[0][1]}"
        return draft._replace(reason=reason)
    claims = [
        _relabelled(fact, names)._replace(known=fact.triple.subject in names)
        for fact in draft.claims
    ]
    subjects = {names[f.triple.subject].id for f in draft.claims if f.triple.subject in names}
    told = [_relabelled(fact, names) for fact in draft.evidence]
    evidence = told + _known_facts(names, subjects, known)
    silent = "" if evidence else "the knowledge source holds no fact about what the answer names"
    return draft._replace(claims=claims, evidence=evidence, reason=silent)


def _relabelled(fact: SourcedTriple, names: Mapping[str, Entity]) -> SourcedTriple:
    """Return a fact whose ends bear the source's names, where the answer names them."""
    subject, predicate, object_ = fact.triple
    ends = [names[end].label if end in names else end for end in (subject, object_)]
    return fact._replace(triple=Triple(ends[0], predicate, ends[1]))


def _known_facts(
    names: Mapping[str, Entity], subjects: set[str], known: World
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
        for fact in known.facts_of.get(entity.id, ()):
            between = {fact.subject, fact.object} <= labels
            if not between and fact.subject != entity.label:
                continue
            for phrased, telling, rival in phrasings(fact):
                if between or entity.id in subjects or phrased.subject != fact.subject:
                    said = SourcedTriple(
                        phrased, fact, None, entity.id, " ".join(fact), True, telling, rival, True
                    )
                    found.setdefault(phrased, said)
        for told in known.descriptions.get(entity.id, ()):
            if entity.id in subjects or {told.triple.subject, told.triple.object} <= labels:
                found.setdefault(told.triple, told)
    return list(found.values())
