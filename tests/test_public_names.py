from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

import groundgraph

NAMES = [
    "Claim",
    "Conflict",
    "Edge",
    "Evidence",
    "Example",
    "ExtractionError",
    "Finding",
    "FitOptions",
    "GroundgraphError",
    "InputError",
    "KnowledgeError",
    "Label",
    "MachineError",
    "MissingExtraError",
    "ModelError",
    "NameTakenError",
    "NotFittedError",
    "Outcome",
    "Passage",
    "Sentence",
    "Span",
    "StoreError",
    "Triple",
    "Turn",
    "UnknownNameError",
    "UntrustedError",
    "Verdict",
    "acheck",
    "check",
    "check_many",
    "guard",
    "load",
    "save",
]
HEAVY = (
    "httpx jinja2 numpy onnxruntime pandas pydantic rich scipy sentence_transformers sklearn "
    "spacy tokenizers torch transformers typer"
).split()


def modules_after(code: str) -> set[str]:
    """Return the top-level modules that a fresh process has imported after ``code``."""
    report = "import json, sys; print(json.dumps(sorted({m.split('.')[0] for m in sys.modules})))"
    run = [sys.executable, "-c", f"{code}\n{report}"]
    return set(json.loads(subprocess.run(run, capture_output=True, check=True, text=True).stdout))


@pytest.fixture(scope="module")
def bare() -> set[str]:
    """Return what Python itself, and the start-up files of this installation, import."""
    return modules_after("")


def test_the_public_names_are_these() -> None:
    assert groundgraph.__all__ == NAMES
    assert all(hasattr(groundgraph, name) for name in NAMES)


def test_the_package_says_that_it_is_typed() -> None:
    from importlib.resources import files

    assert (files("groundgraph") / "py.typed").is_file()


@pytest.mark.parametrize(
    "module",
    ["groundgraph", "groundgraph.protocols", "groundgraph.specs", "groundgraph.registry"],
)
def test_importing_the_core_imports_no_heavy_package(module: str, bare: set[str]) -> None:
    imported = modules_after(f"import {module}") - bare

    assert "groundgraph" in imported
    assert not imported & set(HEAVY)


def test_naming_the_detectors_imports_none(bare: set[str]) -> None:
    code = "from groundgraph.registry import DETECTORS; assert 'fused' in DETECTORS"

    assert not (modules_after(code) - bare) & set(HEAVY)


def test_importing_every_detector_leaves_torch_and_scikit_learn_alone(bare: set[str]) -> None:
    code = "from groundgraph.registry import DETECTORS; [DETECTORS.get(n) for n in DETECTORS]"

    assert not (modules_after(code) - bare) & {"torch", "sklearn", "onnxruntime", "rich"}


def test_importing_does_not_configure_logging() -> None:
    code = (
        "import logging; import groundgraph; from groundgraph.registry import DETECTORS; "
        "[DETECTORS.get(n) for n in DETECTORS]; assert not logging.getLogger().handlers; "
        "assert logging.getLogger().level == logging.WARNING"
    )

    assert "groundgraph" in modules_after(code)


def test_the_version_is_that_of_the_installed_package() -> None:
    assert groundgraph.__version__ == version("groundgraph")
    with pytest.raises(AttributeError, match="no attribute 'verison'"):
        groundgraph.verison  # type: ignore[attr-defined]  # noqa: B018
