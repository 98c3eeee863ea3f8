from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from groundgraph import InputError, ModelError, UnknownNameError, load, save, specs
from groundgraph.learn.boosted import BoostSettings, XGBoostHead
from groundgraph.learn.calibration import IsotonicCalibrator, SigmoidCalibrator
from groundgraph.learn.decision import Decision
from groundgraph.learn.elsewhere import Elsewhere
from groundgraph.learn.expectation import Expectation
from groundgraph.learn.heads import GroupedHead, LogisticHead, TreeHead
from groundgraph.learn.novelty import Novelty
from groundgraph.learn.operating import OperatingPoint
from groundgraph.learn.shift import Shift
from groundgraph.learn.two_level import TwoLevelHead
from groundgraph.methods.egc.detector import EGC, FEATURES
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.kea.comparison import ContradictionRule
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.protocols import TrainableDetector
from groundgraph.registry import DETECTORS, LEARNED

LOGISTIC = LogisticHead(("a", "b"), (0.1, 1 / 3), (1.0, 2.0), (-0.5, 1e-17), 0.25)
TREES = TreeHead(
    names=("a", "b"),
    feature=(1, -1, -1),
    threshold=(0.5, 0.0, 0.0),
    left=(1, 1, 2),
    right=(2, 1, 2),
    value=(0.0, -0.125, 0.7),
    roots=(0,),
    baseline=-1.5,
)
POINT = OperatingPoint("fpr=0.05", 0.7, "", (0.5, 0.4, 0.6), (0.05, 0.04, 0.06), ((0.1,) * 4,))
DECISION = Decision(SigmoidCalibrator(2.0, -1.0), 0.3, "best_f1")
SHIFT = Shift(("wrong", "derived"), (2.5, -1.0), 0.5)
NOVELTY = Novelty(("claims",), (1.5,), (0.25,), ((0.0,), (1.0,)), ((1.0,), (3.0,)), 4.75, 0.0098)
ELSEWHERE = Elsewhere(SHIFT, NOVELTY, 1.5, 2.75, (-1.25, 0.1))
EXPECTATION = Expectation("calibration", 50, 20, (0.75, 0.5, 0.9), None)
THINGS: dict[str, Any] = {
    "logistic": LOGISTIC,
    "trees": TREES,
    "grouped": GroupedHead({"gpt-4": LOGISTIC, "": LOGISTIC}, LOGISTIC),
    "sigmoid": DECISION.calibrator,
    "isotonic": IsotonicCalibrator((0.1, 0.9), (0.0, 1.0)),
    "rarity": Rarity({"bus": 1.25, "kind": 2.0, "name": 0.0}, 7.5),
    "two_level": TwoLevelHead(
        TREES,
        TREES,
        DECISION,
        DECISION,
        (POINT,),
        ((9.0, 0.5, 0.4, 0.3, 0.5),),
        SHIFT,
        NOVELTY,
        EXPECTATION,
        ELSEWHERE,
    ),
    "shift": SHIFT,
    "novelty": NOVELTY,
    "elsewhere": ELSEWHERE,
    "expectation": EXPECTATION,
    "operating_point": POINT,
    "contradiction_rule": ContradictionRule(),
    "decision": Decision(None, 0.5, "balanced_accuracy"),
}
FIVE = (0.1, 1 / 3, 0.5, 1e-17, 2.0)
HEAD = LogisticHead(FEATURES, FIVE, (1.0,) * 5, FIVE, -0.25)
FITTED = EGC(encoder=MiniLM(max_tokens=128), tau=0.35, head=HEAD, decision=DECISION)


def thing(name: str) -> Any:
    """Return a head of that name; one of XGBoost is fitted, where that is installed."""
    if name != "xgboost":
        return THINGS[name]
    pytest.importorskip("xgboost", reason="pip install 'groundgraph[gga]'")
    settings = BoostSettings(n_trees=2)
    rows, labels = [[0.0], [1.0], [2.0], [3.0]], [False, False, True, True]
    return XGBoostHead.fit(rows, labels, ["unseen"], settings=settings)


def through_json(spec: Any) -> Any:
    return json.loads(json.dumps(spec, allow_nan=False))


@pytest.mark.parametrize("name", list(LEARNED))
def test_every_head_comes_back_from_json_as_it_was(name: str) -> None:
    head = thing(name)
    spec = specs.describe(head)

    assert (spec["kind"], spec["name"]) == ("head", name)
    assert specs.build(through_json(spec)) == head


@pytest.mark.parametrize("detector", [EGC(), FITTED, Lexical(rarity=THINGS["rarity"])])
def test_a_detector_comes_back_from_json_as_it_was(detector: EGC | Lexical) -> None:
    assert specs.build(through_json(specs.describe(detector))) == detector


def test_how_a_part_works_is_not_what_it_is() -> None:
    spec = specs.describe(MiniLM(threads=3, cache="off"))

    assert spec["parameters"] == {"max_tokens": 256}


def test_arrays_and_tuples_become_lists_and_come_back_as_tuples() -> None:
    spec = specs.describe({"array": np.array([[1, 2]]), "tuple": (1, None, "x", True)})

    assert through_json(spec) == {"array": [[1, 2]], "tuple": [1, None, "x", True]}
    assert specs.build(spec) == {"array": ((1, 2),), "tuple": (1, None, "x", True)}


@dataclass(frozen=True)
class Stranger:
    size: int = 1


def test_what_is_not_registered_has_no_spec() -> None:
    with pytest.raises(TypeError, match="Stranger is not registered"):
        specs.describe({"part": Stranger()})


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ({"kind": "spell", "name": "egc", "parameters": {}}, "unknown kind 'spell'"),
        ({"kind": "detector", "name": "egc"}, "needs 'name', a text, and 'parameters'"),
        ({"kind": "detector", "parameters": {}}, "needs 'name', a text, and 'parameters'"),
        ({"kind": "detector", "name": "egc", "parameters": {"tua": 1}}, "tua"),
        ({"kind": "head", "name": "sigmoid", "parameters": {"a": -1.0, "b": 0.0}}, "slope"),
    ],
)
def test_a_spec_that_fits_nothing_is_a_model_error(spec: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        specs.build(spec)


def test_a_spec_of_an_unknown_name_suggests_a_near_one() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'egc'"):
        specs.build({"kind": "detector", "name": "ecg", "parameters": {}})


def test_a_saved_detector_is_loaded_as_it_was(tmp_path: Path) -> None:
    path = save(FITTED, tmp_path / "new" / "folder", {"rows": 12})

    assert path == tmp_path / "new" / "folder" / "detector.json"
    assert load(path.parent) == load(str(path.parent)) == FITTED
    assert specs.training(path.parent) == {"rows": 12}
    assert [p.name for p in path.parent.iterdir()] == ["detector.json"]


def test_saving_replaces_what_was_saved_before(tmp_path: Path) -> None:
    save(EGC(tau=0.1), tmp_path)
    save(EGC(tau=0.2), tmp_path)

    assert load(tmp_path) == EGC(tau=0.2)
    assert specs.training(tmp_path) == {}


def test_a_value_that_is_not_a_number_is_never_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        save(Lexical(rarity=Rarity({}, float("nan"))), tmp_path)
    assert not (tmp_path / "detector.json").exists()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "cannot be read as a saved detector"),
        ('{"format": 1, "spec": {"kind"', "cannot be read as a saved detector"),
        ("[]", "cannot be read as a saved detector"),
        ("{}", "cannot be read as a saved detector"),
        ('{"format": 1}', "cannot be read as a saved detector"),
        ('{"format": 1, "spec": []}', "cannot be read as a saved detector"),
        ('{"format": 99, "spec": {"name": "egc"}}', "has format 99; this version reads 1"),
        ('{"format": 1, "spec": {"kind": "detector", "name": "egc"}}', "needs 'name'"),
    ],
)
def test_a_damaged_file_is_a_model_error(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "detector.json").write_text(text)

    with pytest.raises(ModelError, match=complaint):
        load(tmp_path)


def test_bytes_that_are_no_text_are_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "detector.json").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ModelError, match="cannot be read"):
        load(tmp_path)


def test_a_folder_without_a_detector_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"holds no detector\.json; `groundgraph fit` writes one"):
        load(tmp_path)


def test_a_path_to_nothing_is_an_unknown_name(tmp_path: Path) -> None:
    for path in (tmp_path / "absent", "./absent"):
        with pytest.raises(UnknownNameError, match=r"unknown detector .*: there is no such folder"):
            load(path)


def test_a_name_is_the_detector_with_its_defaults_where_none_is_shipped() -> None:
    assert load("egc") == EGC()
    assert specs.training("egc") == {}


def test_an_empty_folder_called_like_a_detector_does_not_hide_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "egc").mkdir()
    monkeypatch.chdir(tmp_path)

    assert load("egc") == EGC()


def test_a_registered_name_is_never_a_folder_and_a_path_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("egc", "lexical"):
        save(FITTED, tmp_path / name)
    shipped = load("lexical")
    monkeypatch.chdir(tmp_path)

    assert load("egc") == load(Path("egc")) == load(Path("./egc")) == EGC()
    assert load("lexical") == shipped
    assert specs.reference("lexical")["folder"] is None
    assert specs.training("lexical") != {}
    for path in ("./egc", "egc/", str(tmp_path / "egc"), tmp_path / "egc"):
        assert load(path) == FITTED


def test_a_folder_that_a_name_does_not_stand_for_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(FITTED, tmp_path / "egc")
    save(FITTED, tmp_path / "mine")
    (tmp_path / "lexical").mkdir()
    monkeypatch.chdir(tmp_path)

    assert specs.namesake("egc") == Path("egc")
    for other in ("lexical", "mine", "./egc", "fused", tmp_path / "egc"):
        assert specs.namesake(other) is None


def test_the_reference_of_a_name_rebuilds_the_detector() -> None:
    reference = through_json(specs.reference("egc"))

    assert reference["groundgraph"]
    assert load(reference) == EGC()


def test_the_reference_of_a_folder_is_short_and_rebuilds_the_detector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(FITTED, tmp_path / "mine")
    monkeypatch.chdir(tmp_path)

    reference = through_json(specs.reference("mine"))
    monkeypatch.chdir("/")

    assert set(reference) == {"kind", "name", "folder", "sha256", "groundgraph"}
    assert reference["name"] == "egc"
    assert load(reference) == FITTED


def test_a_shipped_detector_is_referred_to_by_name_and_found_wherever_it_is_installed() -> None:
    reference = through_json(specs.reference("lexical"))

    assert (reference["name"], reference["folder"]) == ("lexical", None)
    assert load("lexical") == load(reference)


@pytest.mark.parametrize("name", ["lexical", "fused"])
def test_a_shipped_detector_is_told_in_brief_by_its_reference(name: str) -> None:
    assert specs.brief(load(name)) == specs.reference(name)


@pytest.mark.parametrize("name", ["../../../etc", "", "minilm", None, 5])
def test_a_reference_without_folder_names_a_detector(name: Any) -> None:
    reference = {"kind": "detector", "name": name, "folder": None, "sha256": "0" * 64}

    with pytest.raises(UnknownNameError, match="names no folder and no detector"):
        load(reference)


@pytest.mark.parametrize("wrong", [{"folder": 5}, {"folder": ["a"]}, {"at": 0.05}])
def test_a_reference_holds_texts(wrong: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="'folder' and 'at' of a reference are texts or null"):
        load({**specs.reference("lexical"), **wrong})


def test_a_reference_to_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    save(FITTED, tmp_path)
    reference = specs.reference(tmp_path)
    save(EGC(), tmp_path)

    with pytest.raises(ModelError, match="not the file that the spec was written for"):
        load(reference)


def test_a_reference_to_a_file_that_is_gone_is_a_model_error(tmp_path: Path) -> None:
    path = save(FITTED, tmp_path)
    reference = specs.reference(tmp_path)
    path.unlink()

    with pytest.raises(ModelError, match=r"detector\.json cannot be read"):
        load(reference)


def test_an_operating_point_is_part_of_the_reference_and_decides(tmp_path: Path) -> None:
    detector = Lexical(rarity=THINGS["rarity"], head=THINGS["two_level"])
    save(detector, tmp_path)

    reference = through_json(specs.reference(tmp_path, "fpr=0.05"))

    assert reference["at"] == "fpr=0.05"
    assert load(reference) == detector.at("fpr=0.05")
    assert "at" not in specs.reference(tmp_path)


def test_a_detector_without_operating_points_says_who_has_them() -> None:
    with pytest.raises(InputError, match="'egc' has no operating points; lexical and fused have"):
        specs.reference("egc", "fpr=0.05")


def test_what_a_type_checker_may_fit_by_name_can_be_fitted() -> None:
    assert set(get_args(specs.Shipped)) == set(DETECTORS)
    assert all(isinstance(load(name), TrainableDetector) for name in get_args(specs.Shipped))
