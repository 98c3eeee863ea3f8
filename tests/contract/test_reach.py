"""Every registered class says of its fields what they reach, and is held to it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from part_arguments import ARGUMENTS

from groundgraph import UntrustedError, specs
from groundgraph.registry import DETECTORS, LEARNED, PART_KINDS, SPECIFIED
from groundgraph.specs.checks import KINDS, OUTWARD, is_outward
from groundgraph.specs.types import parameters_of

EVERY = [
    pytest.param(registry, name, id=f"{registry.kind}-{name}")
    for registry in (DETECTORS, LEARNED, *PART_KINDS)
    for name in registry
]


def outward(thing: type) -> list[str]:
    """Return the fields that should say what they reach."""
    return [name for name, each in parameters_of(thing).items() if is_outward(each)]


def test_every_kind_that_a_spec_may_name_is_walked() -> None:
    assert [*SPECIFIED.values()] == [DETECTORS, LEARNED, *PART_KINDS]


@pytest.mark.parametrize(("registry", "name"), EVERY)
def test_a_field_that_is_called_like_one_that_reaches_out_says_what_it_reaches(
    registry: Any, name: str
) -> None:
    for parameter in parameters_of(registry.get(name)).values():
        metadata = parameter.field.metadata
        assert not is_outward(parameter) or "reach" in metadata, parameter.field.name
        if "reach" in metadata:
            assert metadata["reach"] in {*KINDS, None} - {"undeclared"}
        assert "" not in {metadata.get("reach"), metadata.get("harmless")}
        assert isinstance(re.compile(metadata.get("harmless", "")), re.Pattern)


@dataclass(frozen=True)
class Talkative:
    """A part as it would be written in a hurry."""

    base_url: str
    api_key_env: str | None = None
    model: str = "base"
    cache_folder: str = field(default="off", metadata={"spec": False})
    files: tuple[str, ...] = ()
    declared_path: str = field(default="", metadata={"reach": "read"})
    max_files: int = 3
    cache: bool = True
    text: str = ""


def test_the_contract_sees_fields_that_say_nothing() -> None:
    assert outward(Talkative) == [
        "base_url",
        "api_key_env",
        "model",
        "cache_folder",
        "files",
        "declared_path",
    ]
    assert {"url", "path", "key", "folder", "file", "env", "cache", "model"} <= OUTWARD


@pytest.mark.parametrize(("registry", "name"), EVERY)
def test_a_class_is_built_from_its_spec_without_trust_when_it_reaches_nothing(
    registry: Any, name: str
) -> None:
    thing = registry.get(name)
    if registry is LEARNED:
        assert not any(p.field.metadata.get("reach") for p in parameters_of(thing).values())
        return
    made = thing(**ARGUMENTS.get(name, dict)())
    spec = json.loads(json.dumps(specs.describe(made), allow_nan=False))
    asks = name in REACHING

    if asks:
        with pytest.raises(UntrustedError, match="you trust it"):
            specs.build(spec)
    assert specs.build(spec, trust=asks) == made


REACHING = {
    "sentence-transformers",
    "transformers",
    "hhem",
    "llm",
    "cross-encoder",
    "mxbai",
    "chat",
    "wikidata",
    "store",
    "attention",
}
"""Whose specs, as the contract tests make them, name an address, a model or a folder."""
