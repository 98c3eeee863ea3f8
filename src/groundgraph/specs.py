"""Detectors as data: write one down, rebuild it, save it to a folder, load it again.

A spec is JSON: ``{"kind": "detector", "name": "egc", "parameters": {…}}``, where a parameter
is a plain value, a list, or the spec of a part or head. A saved detector is a folder with
``detector.json``; nothing in it is executed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from groundgraph.errors import InputError, ModelError
from groundgraph.registry import DETECTORS, HEADS, PART_KINDS

if TYPE_CHECKING:
    from groundgraph.protocols import Detector
    from groundgraph.registry import Registry

FILE = "detector.json"
FORMAT = 1
_KINDS = {registry.kind: registry for registry in (DETECTORS, HEADS, *PART_KINDS)}


def describe(thing: Any) -> Any:
    """Return the spec of a detector, part or head, or the value itself if it is plain.

    Raises:
        TypeError: When a field holds something that JSON cannot carry.
    """
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, list | tuple):
        return [describe(item) for item in thing]
    if isinstance(thing, Mapping):
        return {str(key): describe(value) for key, value in thing.items()}
    if hasattr(thing, "tolist"):
        return thing.tolist()
    for kind, registry in _KINDS.items():
        name = registry.name_of(type(thing))
        if name is not None:
            parameters = {f.name: describe(getattr(thing, f.name)) for f in _fields(thing)}
            return {"kind": kind, "name": name, "parameters": parameters}
    raise TypeError(f"{type(thing).__qualname__} is not registered, so no spec can name it")


def build(spec: Any) -> Any:
    """Rebuild what `describe` wrote.

    Raises:
        UnknownNameError: When a name is not registered.
        ModelError: When the parameters do not fit what the name stands for.
    """
    if isinstance(spec, list):
        return tuple(build(item) for item in spec)
    if not isinstance(spec, Mapping):
        return spec
    if not isinstance(spec.get("kind"), str):  # a mapping of words to numbers may hold "kind"
        return {key: build(value) for key, value in spec.items()}
    registry, name, parameters = _parts(spec)
    thing = registry.get(name)
    try:
        return thing(**{key: build(value) for key, value in parameters.items()})
    except TypeError as error:
        raise ModelError(
            f"{registry.kind} {name!r} does not take these parameters: {error}"
        ) from error


def save(detector: Detector, folder: Path, training: Mapping[str, Any] | None = None) -> Path:
    """Write ``folder/detector.json``.

    Args:
        detector: What to save; see `describe`.
        folder: Made when absent; an older ``detector.json`` in it is replaced.
        training: What it was fitted on and how well it did, for readers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    content = {
        "format": FORMAT,
        "groundgraph": version("groundgraph"),
        "training": dict(training or {}),
        "spec": describe(detector),
    }
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(content, separators=(",", ":"), allow_nan=False) + "\n")
    partial.replace(path)
    return path


def load(what: str | Path | Mapping[str, Any]) -> Detector:
    """Return the detector that a name, a saved folder or a `reference` stands for.

    A name stands for the shipped, fitted detector where one is shipped, else for the
    detector with its default parts and parameters.

    Raises:
        UnknownNameError: When it is neither a folder nor a registered name.
        ModelError: When the saved file is damaged, or not the one that was referred to.
    """
    if isinstance(what, Mapping):
        return _load_reference(what)
    folder = _folder(what)
    if folder is not None:
        return cast("Detector", build(_read(folder)["spec"]))
    return cast("Detector", DETECTORS.get(str(what))())


def reference(what: str | Path, at: str | None = None) -> dict[str, Any]:
    """Return a short spec, from which `load` rebuilds the detector, for every verdict's row.

    Args:
        what: As for `load`.
        at: The operating point that decides, where it is not the detector's own threshold.

    Raises:
        InputError: When the detector has no such operating point.
    """
    made_by = version("groundgraph")
    folder = _folder(what)
    if folder is None:
        return {**describe(_at(load(what), at)), "groundgraph": made_by}
    if at is not None:
        _at(load(folder), at)
    shipped = folder.parent == _shipped()
    return {
        "kind": "detector",
        "name": str(_read(folder)["spec"]["name"]),
        "folder": None if shipped else str(folder.resolve()),
        "sha256": _digest(folder),
        **({} if at is None else {"at": at}),
        "groundgraph": made_by,
    }


def training(what: str | Path) -> dict[str, Any]:
    """Return what was recorded when the detector was fitted, ``{}`` where nothing was."""
    folder = _folder(what)
    return {} if folder is None else dict(_read(folder).get("training", {}))


def _parts(spec: Mapping[str, Any]) -> tuple[Registry, str, Mapping[str, Any]]:
    registry = _KINDS.get(spec["kind"])
    if registry is None:
        raise ModelError(f"spec of unknown kind {spec['kind']!r}; expected one of {list(_KINDS)}")
    name, parameters = spec.get("name"), spec.get("parameters")
    if not isinstance(name, str) or not isinstance(parameters, Mapping):
        raise ModelError(
            f"a spec needs 'name', a text, and 'parameters', an object; found {sorted(spec)}"
        )
    return registry, name, parameters


def _load_reference(spec: Mapping[str, Any]) -> Detector:
    if "sha256" not in spec:
        return cast("Detector", build(spec))
    folder = Path(spec["folder"]) if spec.get("folder") else _shipped() / spec["name"]
    if _digest(folder) != spec["sha256"]:
        raise ModelError(f"{folder / FILE} is not the file that the spec was written for")
    return _at(load(folder), spec.get("at"))


def _at(detector: Detector, wanted: str | None) -> Detector:
    """Let a detector decide by another of its operating points."""
    if wanted is None:
        return detector
    if not hasattr(detector, "at"):
        name = DETECTORS.name_of(type(detector))
        raise InputError(
            f"detector {name!r} has no operating points; lexical and fused have", field="at"
        )
    return cast("Detector", detector.at(wanted))


def _folder(what: str | Path) -> Path | None:
    """Find the saved folder that a path or a shipped name stands for."""
    path = Path(what)
    if (path / FILE).is_file():
        return path
    if path.is_dir() and str(what) not in DETECTORS:
        raise ModelError(f"{path} holds no {FILE}; `groundgraph fit` writes one")
    shipped = _shipped() / str(what)
    return shipped if (shipped / FILE).is_file() else None


@cache
def _shipped() -> Path:
    return Path(str(files("groundgraph") / "models"))


def _digest(folder: Path) -> str:
    try:
        return hashlib.sha256((folder / FILE).read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError(f"{folder / FILE} cannot be read: {error}") from error


def _read(folder: Path) -> dict[str, Any]:
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found, _ = content["format"], content["spec"]["name"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path} cannot be read as a saved detector: {error}") from error
    if found != FORMAT:
        raise ModelError(f"{path} has format {found!r}; this version reads {FORMAT}")
    return cast("dict[str, Any]", content)


def _fields(thing: Any) -> list[dataclasses.Field[Any]]:
    return [f for f in dataclasses.fields(thing) if f.init and f.metadata.get("spec", True)]
