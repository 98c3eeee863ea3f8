"""What every registered knowledge source holds to."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import pytest
from sparql_server import GRAPH, serving

from groundgraph.knowledge.building import build as build_store
from groundgraph.protocols import KnowledgeSource
from groundgraph.registry import KNOWLEDGE
from groundgraph.specs import build, describe
from groundgraph.types import Entity, Mention, Triple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MENTIONS = [
    Mention("John Keller", "John Keller scored twice on Saturday."),
    Mention("Nobody Known", "Nobody Known wrote it."),
    Mention("Aldmoor", "Aldmoor is a village."),
    Mention("", ""),
    Mention('\x00\ud800"}', "\ud800"),
]


@pytest.fixture(params=list(KNOWLEDGE))
def source(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[KnowledgeSource]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = KNOWLEDGE.get(request.param)
    if request.param == "store":
        build_store([GRAPH], tmp_path / "store")
        yield made(str(tmp_path / "store"))
        return
    with serving() as server:
        yield made("tests (mailto:tests@example.org)", server.endpoint, server.search_api)


def test_it_is_a_frozen_dataclass_that_offers_the_protocol(source: KnowledgeSource) -> None:
    fields = dataclasses.fields(source)  # type: ignore[arg-type]
    name = fields[0].name

    assert isinstance(source, KnowledgeSource)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(source, name, "other")


def test_its_spec_rebuilds_it(source: KnowledgeSource) -> None:
    again = build(json.loads(json.dumps(describe(source), allow_nan=False)), trust=True)

    assert again == source
    assert again.link(MENTIONS) == source.link(MENTIONS)


def test_a_batch_gives_what_its_items_give_alone(source: KnowledgeSource) -> None:
    together = source.link(MENTIONS)

    assert together == [source.link([mention])[0] for mention in MENTIONS]
    assert [entity is None for entity in together] == [False, True, False, True, True]


def test_facts_have_a_subject_a_predicate_and_an_object(source: KnowledgeSource) -> None:
    entities = [entity for entity in source.link(MENTIONS) if entity is not None]

    facts = source.facts(entities)

    assert len(facts) == len(entities)
    for entity, some in zip(entities, facts, strict=True):
        assert isinstance(entity, Entity)
        assert some
        assert len(set(some)) == len(some)
        assert all(isinstance(fact, Triple) and all(fact) for fact in some)
        assert all(entity.label in {fact.subject, fact.object} for fact in some)


def test_nothing_gives_nothing(source: KnowledgeSource) -> None:
    assert source.link([]) == []
    assert source.facts([]) == []
