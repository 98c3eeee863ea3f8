"""Detectors as data: write one down, rebuild it, save it to a folder, load it again.

A spec is JSON: ``{"kind": "detector", "name": "egc", "parameters": {…}}``, where a parameter
is a plain value, a list, or the spec of a part or head. A saved detector is a folder with
``detector.json``. Nothing in it is executed, and what would reach out of the process (an address,
an environment variable, a file, a model by name) is refused until it is trusted.
"""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast, overload

from groundgraph.checksums import MODELS
from groundgraph.errors import InputError, ModelError, UnknownNameError
from groundgraph.registry import DETECTORS, LEARNED, SPECIFIED
from groundgraph.specs.files import FILE, Saved, read_saved, write_saved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.protocols import Detector, TrainableDetector
    from groundgraph.specs.checks import Trust


Shipped: TypeAlias = Literal["egc", "fused", "gga", "kea", "lexical", "logic", "router"]
"""Names of detectors that can be fitted."""
_PLAIN = frozenset({bool, int, float, str, type(None)})


class _Found(NamedTuple):
    """What a name, folder or reference stands for.

    Attributes:
        spec: ``None`` for the defaults of ``name``.
        name: Of the detector, where a name or a file says it.
        saved: The file that holds the spec, where one does.
        at: The operating point that decides.
        choices: Fields that were set by text; see `groundgraph.specs.choices`.
    """

    spec: Mapping[str, Any] | None
    name: str = ""
    saved: Saved | None = None
    at: str | None = None
    choices: Mapping[str, str] = MappingProxyType({})

    @property
    def place(self) -> str:
        """Where the spec stands, for messages."""
        return "spec" if self.saved is None else f"{self.saved.folder / FILE}: spec"


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
    for kind, registry in SPECIFIED.items():
        name = registry.name_of(type(thing))
        if name is not None:
            told = (each for each in _fields(thing) if not _is_unsaid(thing, each))
            parameters = {each.name: describe(getattr(thing, each.name)) for each in told}
            return {"kind": kind, "name": name, "parameters": parameters}
    raise TypeError(f"{type(thing).__qualname__} is not registered, so no spec can name it")


def _is_unsaid(thing: Any, each: dataclasses.Field[Any]) -> bool:
    """Say whether a field that came later holds its default: what was saved without it is equal."""
    return "later" in each.metadata and getattr(thing, each.name) == each.default


def build(spec: Any, *, trust: Trust = False) -> Any:
    """Rebuild what `describe` wrote; nothing is made before all of it was checked.

    Args:
        spec: What `describe` returned, perhaps by way of JSON.
        trust: As for `load`.

    Raises:
        UnknownNameError: When a name is not registered.
        UntrustedError: When it reaches out of the process and is not trusted to.
        ModelError: When a parameter is unknown, missing, or does not fit; says which.
    """
    _check(spec, trust, None)
    return _made(spec, "spec")


def save(detector: Detector, folder: str | Path, training: Mapping[str, Any] | None = None) -> Path:
    """Write ``folder/detector.json``.

    Args:
        detector: What to save; see `describe`.
        folder: Made when absent; an older ``detector.json`` in it is replaced.
        training: What it was fitted on and how well it did, for readers.
    """
    return write_saved(Path(folder), describe(detector), training or {})


@overload
def load(what: Shipped, *, trust: Trust = False) -> TrainableDetector: ...
@overload
def load(what: str | Path | Mapping[str, Any], *, trust: Trust = False) -> Detector: ...
def load(what: str | Path | Mapping[str, Any], *, trust: Trust = False) -> Detector:
    """Return the detector that a name, a saved folder or a `reference` stands for.

    A registered name stands for the shipped, fitted detector where one is shipped, else for the
    detector with its default parts and parameters, whatever the working folder holds. A folder
    that is called so needs its path: ``"./fused"``, or ``Path("fused").resolve()``, since
    ``Path("./fused")`` is the bare name again.

    Type checkers know that a registered name's detector can be fitted; of a folder's, ask
    ``isinstance(detector, groundgraph.protocols.TrainableDetector)``.

    Args:
        what: The name, folder or reference.
        trust: Whether a saved or written spec may reach out of the process: ``True``, or the
            values that it may name (addresses, environment variables, files, models).

    Raises:
        TypeError: When it is neither text, path nor mapping.
        UnknownNameError: When it is neither a registered name nor a folder.
        UntrustedError: When the spec reaches out and is not trusted to; its ``reaches`` say how.
        ModelError: When the saved file is damaged, or not the one that was referred to.
    """
    found = _admitted(what, trust)
    made = DETECTORS.get(found.name)() if found.spec is None else _made(found.spec, found.place)
    return deciding_at(_set(cast("Detector", made), found.choices, trust), found.at)


def admit(what: str | Path | Mapping[str, Any], *, trust: Trust = False) -> None:
    """Raise what `load` would, short of making the detector."""
    _admitted(what, trust)


def reference(
    what: str | Path,
    at: str | None = None,
    *,
    choices: Mapping[str, str] = MappingProxyType({}),
    trust: Trust = False,
) -> dict[str, Any]:
    """Return a short spec, from which `load` rebuilds the detector, for every verdict's row.

    Args:
        what: As for `load`.
        at: The operating point that decides, where it is not the detector's own threshold.
        choices: Fields to set by text; see `groundgraph.specs.choices.with_choices`.
        trust: As for `load`.

    Raises:
        InputError: When the detector has no such operating point, or no such field.
        UntrustedError: As `load` does.
        ModelError: As `load` does.
    """
    made_by = version("groundgraph")
    found = _admitted(what, trust)
    saved, chosen = found.saved, {"set": dict(choices)} if choices else {}
    if at is not None or choices:
        deciding_at(_set(load(what, trust=trust), choices, trust), at)
    if saved is None:
        return {**describe(deciding_at(load(what), at)), **chosen, "groundgraph": made_by}
    return {
        "kind": "detector",
        "name": found.name,
        "folder": None if saved.shipped else str(saved.folder.resolve()),
        "sha256": saved.sha256,
        **({} if at is None else {"at": at}),
        **chosen,
        "groundgraph": made_by,
    }


def deciding_at(detector: Detector, wanted: str | float | None) -> Detector:
    """Return a detector that decides by another of its operating points, or by a threshold.

    Args:
        detector: What judges.
        wanted: Such as "fpr=0.05", or a number; ``None`` for its own threshold.

    Raises:
        InputError: When it has no such operating point, or none at all.
    """
    if wanted is None or wanted == "":
        return detector
    if not hasattr(detector, "at"):
        name = DETECTORS.name_of(type(detector)) or type(detector).__name__
        raise InputError(
            f"detector {name!r} has no operating points; lexical and fused have, others a field "
            "for it: `groundgraph detectors NAME` says which",
            field="at",
        )
    return cast("Detector", detector.at(str(wanted)))


def brief(detector: Detector) -> dict[str, Any]:
    """Return what stands for a detector in its verdicts' rows: all of its spec but weights.

    A shipped one has the `reference` from which `load` rebuilds it. In any other what was
    learned is ``{"kind": "head", "name": …, "sha256": …}``, the sum of its spec as JSON; `save` the
    detector to keep it.

    Raises:
        TypeError: As `describe` does.
    """
    spec = describe(detector)
    name = spec["name"]
    shipped = MODELS / name
    if (shipped / FILE).is_file() and read_saved(shipped).spec == json.loads(json.dumps(spec)):
        return reference(name)
    return {**_without_weights(spec), "groundgraph": version("groundgraph")}


def _without_weights(spec: Any) -> Any:
    if isinstance(spec, list):
        return [_without_weights(item) for item in spec]
    if not isinstance(spec, Mapping):
        return spec
    if spec.get("kind") == LEARNED.kind:
        content = json.dumps(spec, sort_keys=True).encode("ascii")
        digest = hashlib.sha256(content).hexdigest()
        return {"kind": LEARNED.kind, "name": spec["name"], "sha256": digest}
    return {key: _without_weights(value) for key, value in spec.items()}


def training(what: str | Path) -> dict[str, Any]:
    """Return what was recorded when the detector was fitted, ``{}`` where nothing was."""
    folder = _folder(what)
    return {} if folder is None else dict(read_saved(folder).training)


def namesake(what: str | Path) -> Path | None:
    """Return the saved folder here that is called like a registered name, and is not meant by it.

    ``None`` where there is none, or ``what`` is no bare name.
    """
    try:
        there = str(what) in DETECTORS and (Path(str(what)) / FILE).is_file()
    except OSError:
        there = False
    return Path(str(what)) if there else None


def _admitted(what: str | Path | Mapping[str, Any], trust: Trust) -> _Found:
    """Find a detector's spec and check it; the shipped ones were, by their SHA-256."""
    if not isinstance(what, str | Path | Mapping):
        raise TypeError(
            "a detector is named by a text, a folder or a spec, such as load('fused'); found "
            f"{type(what).__name__}"
        )
    found = _referred(what) if isinstance(what, Mapping) else _named(what)
    if found.spec is None or (found.saved and found.saved.shipped):
        return found
    _check(found.spec, trust, found.saved)
    return found


def _check(spec: Any, trust: Trust, saved: Saved | None) -> None:
    # What comes with the package needs no check, and so not this module's import.
    from groundgraph.specs.checks import check_spec, refuse_reach

    whose = "the spec" if saved is None else str(saved.folder / FILE)
    try:
        reached = check_spec(spec)
    except ModelError as error:
        raise error if saved is None else ModelError(f"{whose}: {error}") from error
    refuse_reach(reached, trust, whose)


def _named(what: str | Path) -> _Found:
    folder = _folder(what)
    if folder is not None:
        return _saved(folder)
    try:
        DETECTORS.get(str(what))
    except UnknownNameError as error:
        if isinstance(what, Path) or len(Path(what).parts) > 1 or what.startswith("."):
            raise UnknownNameError(
                f"unknown detector {str(what)!r}: there is no such folder; `groundgraph fit` "
                "writes one"
            ) from error
        raise
    return _Found(None, str(what))


def _saved(folder: Path, at: str | None = None) -> _Found:
    saved = read_saved(folder)
    name = saved.spec.get("name")
    found = _Found(saved.spec, name if isinstance(name, str) else "", saved, at)
    if saved.spec.get("kind") != DETECTORS.kind:
        raise ModelError(f"{found.place} is of no detector; `groundgraph fit` writes one")
    return found


def _referred(spec: Mapping[str, Any]) -> _Found:
    """Read a reference, or the spec of a whole detector, as verdicts carry them."""
    choices = spec.get("set", {})
    if not isinstance(choices, Mapping) or not all(isinstance(v, str) for v in choices.values()):
        raise ModelError("'set' of a spec maps the paths of fields to texts")
    found = _without_choices({key: value for key, value in spec.items() if key != "set"})
    return found._replace(choices=choices)


def _without_choices(spec: Mapping[str, Any]) -> _Found:
    if "sha256" not in spec:
        if not _is_spec(spec) or spec["kind"] != DETECTORS.kind:
            raise ModelError("the spec is of no detector; expected 'kind': 'detector'")
        return _Found(spec)
    name, folder, at = spec.get("name"), spec.get("folder"), spec.get("at")
    if not isinstance(folder, str | None) or not isinstance(at, str | None):
        raise ModelError("'folder' and 'at' of a reference are texts or null")
    if not isinstance(name, str) or not (folder or name in DETECTORS):
        shown = repr(name)[:60] if isinstance(name, str) else "no text"
        raise UnknownNameError(f"the reference names no folder and no detector: {shown}")
    found = _saved(Path(folder) if folder else MODELS / str(name), at)
    if found.saved is not None and found.saved.sha256 != spec["sha256"]:
        raise ModelError(
            f"{found.saved.folder / FILE} is not the file that the spec was written for; put that "
            "one there, or name the folder"
        )
    return found


def _made(spec: Any, place: str) -> Any:
    """Make what a checked spec describes."""
    if isinstance(spec, list | tuple):
        if _all_plain(spec):
            return tuple(spec)
        return tuple(_made(item, f"{place}[{number}]") for number, item in enumerate(spec))
    if not isinstance(spec, Mapping):
        return spec
    if not _is_spec(spec):
        if _all_plain(spec.values()):
            return dict(spec)
        return {key: _made(value, f"{place}[{key!r}]") for key, value in spec.items()}
    registry, name = SPECIFIED[spec["kind"]], spec["name"]
    made = {key: _made(value, f"{place}.{key}") for key, value in spec["parameters"].items()}
    try:
        return registry.get(name)(**made)
    except (TypeError, ValueError, ArithmeticError, InputError, ModelError) as error:
        raise ModelError(f"{place}: {registry.kind} {name!r} cannot be made: {error}") from error


def _set(detector: Detector, choices: Mapping[str, str], trust: Trust) -> Detector:
    """Set fields by text; what that reaches must be trusted, as in a spec."""
    if not choices:
        return detector
    from groundgraph.specs.checks import refuse_reach
    from groundgraph.specs.choices import with_choices

    made, reaches = with_choices(detector, choices)
    refuse_reach(reaches, trust, "what is set")
    return cast("Detector", made)


def _folder(what: str | Path) -> Path | None:
    """Find the saved folder that a path or a shipped name stands for; ``None``: a bare name.

    Raises:
        ModelError: When it is a folder without a saved detector, or cannot be looked into.
    """
    if str(what) in DETECTORS:
        shipped = MODELS / str(what)
        return shipped if (shipped / FILE).is_file() else None
    path = Path(what)
    try:
        if (path / FILE).is_file():
            return path
        empty = path.is_dir()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return None
        raise ModelError(f"{path} cannot be looked into: {error.strerror}") from error
    if empty:
        raise ModelError(f"{path} holds no {FILE}; `groundgraph fit` writes one")
    return None


def _all_plain(values: Iterable[Any]) -> bool:
    return _PLAIN.issuperset(map(type, values))  # of trees, thousands are seen at once


def _is_spec(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("kind"), str)  # a mapping of words to numbers may hold "kind"


def _fields(thing: Any) -> list[dataclasses.Field[Any]]:
    return [f for f in dataclasses.fields(thing) if f.init and f.metadata.get("spec", True)]
