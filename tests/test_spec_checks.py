"""A damaged spec is refused with the place of the damage, before anything is made."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import pytest

from groundgraph import InputError, ModelError, UnknownNameError, load, save, specs
from groundgraph.checksums import MODELS
from groundgraph.learn.calibration import SigmoidCalibrator
from groundgraph.learn.decision import Decision
from groundgraph.learn.heads import GroupedHead, LogisticHead
from groundgraph.methods.egc.detector import EGC, FEATURES
from groundgraph.methods.kea.detector import KEA
from groundgraph.methods.logic.detector import Logic
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.registry import ENCODERS
from groundgraph.specs.checks import MOST_NESTED, check_spec
from groundgraph.specs.types import all_plain, is_plain, parameters_of, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from groundgraph.protocols import Encoder

FIVE = (0.1, 0.2, 0.3, 0.4, 0.5)
HEAD = LogisticHead(FEATURES, FIVE, (1.0,) * 5, FIVE, -0.25)
FITTED = EGC(head=HEAD, decision=Decision(SigmoidCalibrator(2.0, -1.0), 0.3, "best_f1"))
SPEC = json.loads(json.dumps(specs.describe(FITTED)))
ENCODER = SPEC["parameters"]["encoder"]
VERIFIER = {"kind": "verifier", "name": "minilm", "parameters": {}}
SIGMOID = SPEC["parameters"]["decision"]["parameters"]["calibrator"]


def with_value(path: str, value: Any, spec: Any = SPEC) -> Any:
    """Return a copy with a parameter of a parameter replaced."""
    spec = copy.deepcopy(spec)
    there = spec
    *steps, last = path.split(".")
    for step in steps:
        there = there["parameters"][step]
    there["parameters"][last] = value
    return spec


def without(path: str) -> Any:
    spec = with_value(path, None)
    there = spec
    *steps, last = path.split(".")
    for step in steps:
        there = there["parameters"][step]
    del there["parameters"][last]
    return spec


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (with_value("tau", "0.4"), r"spec\.tau is '0\.4'; expected a finite number"),
        (with_value("tau", None), r"spec\.tau is None; expected a finite number"),
        (with_value("tau", True), r"spec\.tau is True; expected a finite number"),
        (with_value("tau", float("nan")), r"spec\.tau is nan; expected a finite number"),
        (with_value("tau", float("inf")), r"spec\.tau is inf; expected a finite number"),
        (with_value("tau", 10**5000), r"spec\.tau is a huge number; expected a finite number"),
        (with_value("tau", [0.4]), r"spec\.tau is a list; expected a finite number"),
        (with_value("tau", {"a": 1}), r"spec\.tau is an object; expected a finite number"),
        (with_value("min_tokens", 1.5), r"spec\.min_tokens is 1\.5; expected a whole number"),
        (with_value("min_tokens", 2**63), r"spec\.min_tokens is 9\d+; expected a whole number"),
        (
            with_value("claimless", "alone"),
            r"spec\.claimless is 'alone'; expected 'unverifiable' or 'isolated'",
        ),
        (
            with_value("head.mean", [0.1, "x", 0.3, 0.4, 0.5]),
            r"spec\.head\.mean\[1\] is 'x'; expected a finite number",
        ),
        (
            with_value("head.mean", [0.1, 0.2, float("nan"), 0.4, 0.5]),
            r"spec\.head\.mean\[2\] is nan; expected a finite number",
        ),
        (with_value("head.names", "coverage"), r"spec\.head\.names is 'coverage'; expected a list"),
        (with_value("head.names", {"a": "b"}), r"spec\.head\.names is an object; expected a list"),
        (without("head.intercept"), r"spec\.head\.intercept is missing; head 'logistic' cannot"),
        (
            with_value("tua", 0.4),
            r"spec\.tua is no parameter of detector 'egc'; did you mean 'tau'",
        ),
        (with_value("head.c", 1.0), r"spec\.head\.c is no parameter of head 'logistic'; known: "),
        (with_value("encoder", None), r"spec\.encoder is None; expected an encoder"),
        (with_value("encoder", "minilm"), r"spec\.encoder is 'minilm'; expected an encoder"),
        (
            with_value("encoder", VERIFIER),
            r"spec\.encoder is the verifier 'minilm'; expected an encoder",
        ),
        (
            with_value("head", SIGMOID),
            r"spec\.head is the head 'sigmoid'; expected a logistic head or a grouped head or null",
        ),
        (
            with_value("decision.calibrator", ENCODER),
            r"spec\.decision\.calibrator is the encoder 'minilm'; expected a calibrator or null",
        ),
        (
            with_value("decision.calibrator", SPEC["parameters"]["head"]),
            r"spec\.decision: .* reads one score, found a head over features",
        ),
        (
            with_value("encoder.max_tokens", 3),
            r"spec\.encoder: encoder 'minilm' cannot be made: max_tokens is 3; expected 8 to 512",
        ),
        (with_value("head.scale", [0.0] * 5), r"spec\.head: head 'logistic' cannot be made: "),
        (with_value("head.names", list("abcde")), r"detector 'egc' cannot be made: the head was "),
        (with_value("head", None), r"cannot be made: a fitted detector has .* the head is missing"),
        (with_value("decision", None), r"cannot be made: .* the decision is missing"),
        ({**SPEC, "trust": True}, r"spec holds 'trust', which no spec has"),
        ({**SPEC, 5: True}, r"spec holds 5, which no spec has"),
        (with_value("encoder", {"kind": "encoder"}), r"spec\.encoder needs 'name', a text, and"),
        (with_value("encoder", {**ENCODER, "kind": "spell"}), r"spec\.encoder is of unknown kind"),
        ([1, [float("nan")]], r"spec\[1\]\[0\] is nan; expected a plain value"),
        ({"a": {5: 1}}, r"spec\['a'\] has the key 5; keys are texts"),
        ({"a": object()}, r"spec\['a'\] is <object object at .*; expected a plain value"),
    ],
)
def test_damage_is_named_with_its_place(spec: Any, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        specs.build(spec)


def test_the_specs_that_are_damaged_here_are_whole() -> None:
    assert specs.build(SPEC) == FITTED


def deep(levels: int) -> dict[str, Any]:
    spec: dict[str, Any] = {"kind": "detector", "name": "router", "parameters": {}}
    for _ in range(levels):
        spec = {"kind": "detector", "name": "router", "parameters": {"first": spec}}
    return spec


def listed(levels: int) -> Any:
    nested: Any = 0.4
    for _ in range(levels):
        nested = [nested]
    return with_value("tau", nested)


@pytest.mark.parametrize("levels", [MOST_NESTED + 1, 500, 5000, 100_000])
def test_a_spec_that_is_nested_without_end_is_refused(levels: int) -> None:
    with pytest.raises(ModelError, match="nested deeper than the 24 levels"):
        specs.build(deep(levels))
    with pytest.raises(ModelError, match=r"spec\.tau is a list"):
        specs.build(listed(levels))
    assert specs.build(deep(3))


def test_nothing_is_made_before_all_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(MiniLM, "__post_init__", made.append)

    with pytest.raises(ModelError, match=r"spec\.threshold"):
        specs.build(with_value("threshold", "x"))

    assert made == []


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_the_shipped_specs_pass_the_checks_that_saved_ones_must(name: str) -> None:
    spec = json.loads((MODELS / name / "detector.json").read_text())["spec"]

    assert check_spec(spec) == []
    assert specs.build(spec) == load(name)


@dataclass(frozen=True)
class Typed:
    """One field of each kind of annotation."""

    encoder: Encoder
    head: LogisticHead | None = None
    either: GroupedHead | str = ""
    kind_of: Literal["a", 1] = "a"
    pair: tuple[float, int] = (0.0, 0)
    rows: tuple[tuple[float, ...], ...] = ()
    words: Mapping[str, float] = field(default_factory=dict)
    heads: Mapping[str, LogisticHead] = field(default_factory=dict)
    texts: Sequence[str] = ()
    unheard: Unheard | None = None  # type: ignore[name-defined]  # noqa: F821
    inner: Any = field(default=None, metadata={"spec": False})

    def encode(self, texts: Any, /) -> Any:
        raise AssertionError

    windows = encode


def typed(**parameters: Any) -> dict[str, Any]:
    given = {"encoder": ENCODER, **parameters}
    return {"kind": "encoder", "name": "typed", "parameters": given}


@pytest.mark.parametrize(
    "parameters",
    [
        {"head": SPEC["parameters"]["head"]},
        {"either": "a"},
        {"kind_of": 1},
        {"pair": [0.5, 2]},
        {"rows": [[1, 2.5], []]},
        {"words": {"kind": 1, "a": 0.5}},
        {"heads": {"a": SPEC["parameters"]["head"]}},
        {"texts": ["a", "b"]},
        {"unheard": [1, {"a": None}]},
        {"encoder": typed()},
    ],
)
def test_values_of_the_right_type_pass(
    parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENCODERS._targets, "typed", f"{__name__}:Typed")

    assert isinstance(specs.build(typed(**parameters)), Typed)


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"either": 5}, "either is 5; expected a grouped head or a text"),
        ({"kind_of": True}, "kind_of is True; expected 'a' or 1"),
        ({"pair": [0.5]}, "pair has 1 items; expected 2"),
        ({"pair": [0.5, 2.5]}, r"pair\[1\] is 2\.5; expected a whole number"),
        ({"rows": [[1], 2]}, r"rows\[1\] is 2; expected a list"),
        ({"rows": [[1], ["a"]]}, r"rows\[1\]\[0\] is 'a'; expected a finite number"),
        ({"words": {"a": "b"}}, r"words\['a'\] is 'b'; expected a finite number"),
        ({"words": [1]}, "words is a list; expected an object"),
        ({"heads": {"a": 1}}, r"heads\['a'\] is 1; expected a logistic head"),
        ({"texts": ["a", 1]}, r"texts\[1\] is 1; expected a text"),
        ({"texts": "ab"}, "texts is 'ab'; expected a list"),
        ({"unheard": [float("inf")]}, r"unheard\[0\] is inf; expected a plain value"),
        ({"inner": 1}, "inner cannot be given in a spec; leave it out"),
    ],
)
def test_values_of_the_wrong_type_do_not(
    parameters: dict[str, Any], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENCODERS._targets, "typed", f"{__name__}:Typed")

    with pytest.raises(ModelError, match=f"spec.{complaint}"):
        specs.build(typed(**parameters))


def test_annotations_are_understood_though_only_type_checkers_import_their_names() -> None:
    options = {name: words(each.options) for name, each in parameters_of(KEA).items()}

    assert options["extractor"] == "a triple extractor"
    assert options["source"] == "a knowledge source or null"
    assert options["rule"] == "a contradiction rule"
    assert options["iterations"] == "a whole number"


def test_thousands_of_numbers_are_seen_at_once_as_one_by_one() -> None:
    for values in ([1, 2.5], [True], [1, float("nan")], [10**400], ["a"], [2**63], [-5], []):
        for kind in (int, float, str):
            assert all_plain(values, kind) <= all(is_plain(value, [kind]) for value in values)
    assert all_plain([1, 2.5], float)
    assert all_plain([1, -2], int)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: EGC(tau=2.0), "tau is 2.0; expected -1 to 1"),
        (lambda: EGC(min_tokens=-1), "min_tokens is -1"),
        (lambda: KEA(iterations=10**9), "iterations is 1000000000; expected 0 to 100"),
        (lambda: Logic(chunk_tokens=0), "chunk_tokens is 0"),
    ],
)
def test_numbers_that_would_fail_later_are_refused_at_once(make: Any, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        make()


def test_a_head_of_groups_holds_no_groups() -> None:
    groups: Any = GroupedHead({"a": HEAD}, HEAD)

    with pytest.raises(ModelError, match="not groups again"):
        GroupedHead({"a": groups}, HEAD)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"tau":0.4', '"tau":0.5'),
        lambda text: text.replace('"rows":12', '"rows":13'),
        lambda text: text.replace(",", ", "),
        lambda text: text + "\n",
        lambda text: text.rstrip("\n"),
        lambda text: text.replace('"format":1', '"format": 1'),
        lambda text: json.dumps(json.loads(text)),
        lambda text: text.replace('"sha256":"', '"sha256":"0'),
        lambda text: json.dumps({**json.loads(text), "sha256": None}, separators=(",", ":")),
    ],
)
def test_a_saved_detector_that_is_not_as_it_was_saved_is_refused(
    tmp_path: Path, damage: Any
) -> None:
    path = save(FITTED, tmp_path, {"rows": 12})
    path.write_text(damage(path.read_text()))

    with pytest.raises(ModelError, match=r"not as it was saved: .* take its entry \"sha256\" out"):
        load(tmp_path)


def test_every_byte_of_a_saved_detector_is_held(tmp_path: Path) -> None:
    path = save(EGC(), tmp_path)
    content = path.read_bytes()

    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        with pytest.raises((ModelError, UnknownNameError)):
            load(tmp_path)
        path.write_bytes(content[:place])
        with pytest.raises(ModelError, match=r"cannot be read as a saved|not as it was"):
            load(tmp_path)


def test_a_file_that_was_written_by_hand_has_no_sum_and_is_read(tmp_path: Path) -> None:
    path = save(FITTED, tmp_path)
    content = json.loads(path.read_text())
    del content["sha256"]

    path.write_text(json.dumps(content, indent=2).replace('"tau": 0.4', '"tau": 0.5'))

    assert load(tmp_path) == EGC(tau=0.5, head=HEAD, decision=FITTED.decision)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"format": 1, "spec": SPEC, "more": 1}, "expected an object with format, groundgraph"),
        ({"format": True, "spec": SPEC}, "it has format True"),
        ({"format": 1, "spec": "egc"}, "spec is no object"),
        ({"format": 1, "spec": SPEC, "training": []}, "training is no object"),
        ({"format": 1, "spec": SPEC["parameters"]["head"]}, "is of no detector"),
        ({"format": 1, "spec": with_value("tau", "x")}, r"detector\.json: spec\.tau is 'x'"),
    ],
)
def test_a_file_that_says_something_else_is_refused_with_its_path(
    tmp_path: Path, content: Any, complaint: str
) -> None:
    (tmp_path / "detector.json").write_text(json.dumps(content))

    with pytest.raises(ModelError, match=complaint) as raised:
        load(tmp_path)

    assert str(tmp_path / "detector.json") in str(raised.value)


@pytest.mark.parametrize(
    "content",
    [b'{"a":' * 100_000, b"[" * 100_000, b'{"format": ' + b"9" * 5000, '{"a": 1}'.encode("utf-16")],
)
def test_json_that_no_reader_likes_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "detector.json").write_bytes(content)

    with pytest.raises(ModelError, match="cannot be read as a saved detector"):
        load(tmp_path)


def test_a_file_of_any_size_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "detector.json").open("wb") as file:
        file.truncate(2**28 + 1)

    with pytest.raises(ModelError, match="has 268435457 bytes; a saved detector has at most"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "", "\ud800"])
def test_a_name_that_no_folder_can_have_is_unknown(name: str) -> None:
    with pytest.raises((UnknownNameError, ModelError)):
        load(name)
