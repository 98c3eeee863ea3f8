"""Parts and parameters chosen by text."""

from __future__ import annotations

from typing import Any

import pytest

from groundgraph import InputError, load
from groundgraph.errors import UntrustedError
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.kea.detector import KEA
from groundgraph.methods.logic.detector import Logic
from groundgraph.parts.claim_filters.all import EverySentence
from groundgraph.parts.extractors.llm import LLMExtractor
from groundgraph.parts.verifiers.llm import LLMVerifier
from groundgraph.registry import DETECTORS
from groundgraph.specs import reference
from groundgraph.specs.choices import choices_for, flattened, main_field, with_choices
from groundgraph.specs.types import parameters_of

SERVER = {"llm.base_url": "http://127.0.0.1:9/v1", "llm.model": "small"}


def chosen(thing: Any, **choices: str) -> Any:
    return with_choices(thing, {key.replace("__", "."): v for key, v in choices.items()}).thing


def test_plain_fields_are_read_as_their_types() -> None:
    logic = chosen(Logic(), alpha="2", group_tokens="256", segmentation="off", grouping="none")
    assert (logic.alpha, logic.group_tokens) == (2.0, 256)
    assert (logic.segmentation, logic.grouping) == (False, "none")
    assert chosen(EGC(), decision="null").decision is None


def test_a_part_is_named_and_its_fields_are_set_below_it() -> None:
    assert chosen(Logic(), claim_filter="all").claim_filter == EverySentence()
    found = chosen(
        EGC(), encoder="minilm", encoder__max_tokens="64", segmenter__abbreviations="Cir"
    )
    assert found.encoder.max_tokens == 64
    assert found.segmenter.abbreviations == ("Cir",)


def test_what_stands_behind_the_colon_is_the_field_that_a_part_needs() -> None:
    verifiers = choices_for(parameters_of(Logic)["verifier"])
    assert {"minilm", "llm"} <= set(verifiers)
    assert main_field(verifiers["minilm"]) == "folder"
    assert chosen(Logic(), verifier="minilm:FOLDER").verifier.folder == "FOLDER"


def test_a_chat_model_serves_every_part_that_asks_one() -> None:
    made = with_choices(KEA(), {"extractor": "llm", **SERVER})
    assert isinstance(made.thing.extractor, LLMExtractor)
    assert made.thing.extractor.client.model == "small"
    assert [reach.value for reach in made.reaches] == ["http://127.0.0.1:9/v1"]
    logic = with_choices(Logic(), {"verifier": "llm", **SERVER}).thing
    assert isinstance(logic.verifier, LLMVerifier)


def test_a_star_sets_a_field_wherever_a_part_has_it() -> None:
    assert with_choices(EGC(), {"*.max_tokens": "32"}).thing.encoder.max_tokens == 32


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"taw": "1"}, "taw is no field that can be set; did you mean 'tau'?"),
        ({"tau": "much"}, "tau is 'much'; expected a finite number"),
        ({"encoder": "bert"}, "encoder is 'bert'; expected one of minilm"),
        ({"encoder.max_token": "3"}, "did you mean 'max_tokens'"),
        ({"tau.x": "3"}, "tau holds no part"),
        ({"*.colour": "red"}, "no part has a field 'colour'"),
        ({"claimless": "maybe"}, "expected 'unverifiable' or 'isolated'"),
        ({"a..b": "1"}, "no path of fields"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(
    choices: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        with_choices(EGC(), choices)
    assert message in str(caught.value)


def test_a_part_without_what_it_needs_says_so() -> None:
    with pytest.raises(InputError, match="--llm-url and --llm-model"):
        with_choices(Logic(), {"verifier": "llm"})


def test_a_reference_keeps_the_choices_and_rebuilds_the_detector() -> None:
    choices = {"tau": "0.7", "encoder.max_tokens": "64"}
    found = load(reference("egc", choices=choices))
    assert found == with_choices(EGC(), choices).thing
    fitted = reference("lexical", choices={"segmenter.abbreviations": "Cir"})
    assert "parameters" not in fitted
    assert load(fitted).segmenter.abbreviations == ("Cir",)  # type: ignore[attr-defined]


def test_choices_of_a_record_reach_out_only_when_trusted() -> None:
    spec = reference("logic", choices={"verifier": "llm", **SERVER}, trust=True)
    with pytest.raises(UntrustedError):
        load(spec)
    assert isinstance(load(spec, trust=True).verifier, LLMVerifier)  # type: ignore[attr-defined]


def test_settings_of_a_file_are_choices() -> None:
    settings = {"tau": 0.5, "decision": None, "a": {"name": "x", "b": True, "c": [1, 2]}}
    expected = {"tau": "0.5", "decision": "null", "a": "x", "a.b": "true", "a.c": "1,2"}
    assert flattened(settings) == expected
    with pytest.raises(InputError, match="a plain value"):
        flattened({"a": object()})


@pytest.mark.parametrize("name", list(DETECTORS))
def test_every_field_of_every_detector_is_described(name: str) -> None:
    for parameter in parameters_of(DETECTORS.get(name)).values():
        assert parameter.options
        choices_for(parameter)
