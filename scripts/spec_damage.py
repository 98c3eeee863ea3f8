"""Specs that load, and ways to damage them; `fuzz_specs` and its tests draw from them."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from groundgraph import specs
from groundgraph.checksums import MODELS
from groundgraph.learn.calibration import IsotonicCalibrator, SigmoidCalibrator
from groundgraph.learn.decision import Decision
from groundgraph.learn.heads import GroupedHead, LogisticHead
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.gga.detector import GGA
from groundgraph.methods.kea.detector import KEA
from groundgraph.methods.logic.detector import Logic
from groundgraph.methods.router.detector import Router
from groundgraph.parts.verifiers.llm import LLMVerifier
from groundgraph.services.chat import ChatClient

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**6, 2**31, 2**63, -(2**63), 10**400, 0.0, -0.0, 0.5,
    1e-320, 1e308, -1e308, 1e999, -1e999, float("nan"), "", "a", "\0", "\ud800", "nan", "1e5",
    "a" * 5000, "http://127.0.0.1:9/v1", "http://me:secret@127.0.0.1/", "/etc/passwd", "../..",
    "./fused", "egc", "sentences", [], [[]], {}, {"kind": 1}, {"kind": "detector"},
    {"kind": "head", "name": "x"},
)  # fmt: skip
TREE = {"split_type": [0, 0, 0], "left_children": [1, -1, -1], "right_children": [2, -1, -1],
        "split_indices": [0, 0, 0], "split_conditions": [0.5, -0.1, 0.2]}  # fmt: skip
BOOSTER = {"learner": {"objective": {"name": "binary:logistic"},
                       "learner_model_param": {"num_feature": "5", "base_score": "5E-1"},
                       "gradient_booster": {"model": {"trees": [TREE]}}}}  # fmt: skip


def small(spec: Any) -> Any:
    """Return a shipped detector's spec with one tree a head and few words, so that it is quick."""
    if isinstance(spec, list):
        return [small(item) for item in spec[:400]]
    if not isinstance(spec, dict):
        return spec
    if spec.get("name") == "trees":
        grown = spec["parameters"]
        nodes = grown["roots"][1]
        columns = ("feature", "threshold", "left", "right", "value")
        return spec | {
            "parameters": grown | {k: grown[k][:nodes] for k in columns} | {"roots": [0]}
        }
    if spec.get("name") == "rarity":
        words = dict(list(spec["parameters"]["frequencies"].items())[:20])
        return spec | {"parameters": spec["parameters"] | {"frequencies": words}}
    return {key: small(value) for key, value in spec.items()}


@cache
def whole_specs() -> list[dict[str, Any]]:
    """Return specs that load, of every detector and of most parts and heads."""
    names = ("coverage", "support", "agreement", "connectivity", "isolation")
    five = (0.1,) * 5
    logistic = LogisticHead(names, five, (1.0,) * 5, five, -0.2)
    grouped = GroupedHead({"gpt-4": logistic}, logistic)
    decision = Decision(SigmoidCalibrator(2.0, -1.0), 0.3, "best_f1")
    knots = Decision(IsotonicCalibrator((0.1, 0.9), (0.0, 1.0)), 0.4, "fpr=0.05")
    boosted = {"names": list(names), "booster": json.dumps(BOOSTER)}
    asking = LLMVerifier(ChatClient("http://127.0.0.1:9/v1", "m", "KEY", cache="x.sqlite"))
    kinds = [
        EGC(head=logistic, decision=decision),
        EGC(head=grouped, decision=knots),
        KEA(decision=decision),
        Logic(),
        Logic(verifier=asking),
        GGA(features="paper"),
        Router(EGC(), "lexical"),
    ]
    made = [specs.describe(each) for each in kinds]
    fitted = [small(json.loads((MODELS / n / "detector.json").read_text())["spec"])
              for n in ("lexical", "fused")]  # fmt: skip
    head = {"kind": "head", "name": "xgboost", "parameters": boosted}
    return [*map(through_json, made), *fitted, head]


def through_json(spec: Any) -> Any:
    return json.loads(json.dumps(spec))


def places(spec: Any, deepest: int = 20) -> Iterator[tuple[Any, Any]]:
    """Yield container and key of what stands in a spec; of a long list its ends."""
    keys = list(spec) if isinstance(spec, dict) else []
    if isinstance(spec, list):
        keys = sorted({*range(len(spec))[:10], *range(len(spec))[-2:]})
    for key in keys[:40] if deepest else ():
        yield spec, key
        yield from places(spec[key], deepest - 1)


def odd(draw: random.Random) -> Any:
    return copy.deepcopy(draw.choice(ODD))


def nested(value: Any, depth: int, draw: random.Random) -> Any:
    for _ in range(depth):
        value = [value] if draw.random() < 0.5 else {draw.choice(["a", "kind", "heads"]): value}
    return value


def damage(spec: Any, draw: random.Random) -> str:
    """Do one thing to a spec, in place, and say what."""
    container, key = draw.choice(list(places(spec)))
    there = container[key]
    how = draw.choice(["replace", "kin", "kin", "drop", "add", "rename", "swap", "nest", "list"])
    if key == "booster" and isinstance(there, str):  # JSON within JSON
        inner = through_json(BOOSTER)
        how = damage(inner, draw)
        container[key] = as_json(inner)
    elif how == "drop":
        del container[key]
    elif how == "add" and isinstance(there, dict):
        there[draw.choice(["x", "kind", "name", "trust", "cache", "__class__"])] = odd(draw)
    elif how == "rename" and isinstance(container, dict):
        container[f"{key}s"] = container.pop(key)
    elif how == "swap":
        other, at = draw.choice(list(places(draw.choice(whole_specs()))))
        container[key] = copy.deepcopy(other[at])
    elif how == "nest":
        container[key] = nested(there, draw.choice([1, 2, 30, 400, 3000]), draw)
    elif how == "list" and isinstance(there, list):
        container[key] = draw.choice([there[:-1], there * 2, there[::-1], [*there, odd(draw)]])
    else:
        container[key] = kin(there, draw) if how == "kin" else odd(draw)
    return f"{how} {key!r:.40}"


def kin(value: Any, draw: random.Random) -> Any:
    """Return another value of the same type: only its range or meaning can be wrong."""
    if isinstance(value, int | float) and not isinstance(value, bool) and draw.random() < 0.5:
        return value * draw.choice([-1, 0, 1.5, 2, 1e3, 1e6, 1e60, 1e300, 10**30])
    alike = [each for each in ODD if type(each) is type(value)]
    return copy.deepcopy(draw.choice(alike or list(ODD)))


def as_json(value: Any) -> str:
    """Return JSON, also of what is nested deeper than can be written down."""
    try:
        return json.dumps(value)
    except RecursionError:
        return '{"format":' * 100_000


def rewritten(content: bytearray, how: str, draw: random.Random) -> bytes:
    """Return a file that says something else and carries no sum of its own."""
    found = json.loads(content)
    if draw.random() < 0.9:
        found.pop("sha256")
    if how == "entry":
        damage(found, draw)
    text = as_json(found)
    number = {
        "huge": "9" * draw.choice([400, 5000]),
        "nan": draw.choice(["NaN", "-Infinity", "1e999"]),
        "deep": "[" * 100_000 + "]" * 100_000,
    }.get(how, "1")
    return text.replace("0.4", number, 1).replace("12", number, 1).encode()
