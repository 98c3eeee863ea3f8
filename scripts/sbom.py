"""Write what a wheel is made of and needs, as a software bill of materials (CycloneDX 1.6, JSON).

    python scripts/sbom.py WHEEL --output FILE [--validate]

Run it by the Python of an environment in which the wheel is installed, with packaging. In the file:

- the wheel, with its SHA-256; within it each model, with the sums of its files;
- every package that the core needs, in the versions of this environment, and who needs which.

The serial number follows from the wheel's bytes and ``SOURCE_DATE_EPOCH`` is the time, so equal
wheels in equal environments give equal files. ``--validate`` holds it against CycloneDX's schema
(needs `pip install 'cyclonedx-python-lib[json-validation]'`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import uuid
import zipfile
from datetime import datetime, timezone
from email import message_from_string
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from email.message import Message

Component = dict[str, Any]
_MODEL_SUMS = re.compile(r"groundgraph/models/(\w+)/SHA256SUMS")
_LONGEST_LICENCE = 60
"""Characters of a licence's name; what is longer is its text."""


class MissingError(Exception):
    """A package that the wheel needs is not in this environment."""


def bill(wheel: Path) -> dict[str, Any]:
    """Return the bill of a wheel.

    Raises:
        MissingError: When something that it needs is not installed.
    """
    with zipfile.ZipFile(wheel) as archive:
        metadata = metadata_of(archive)
        models = list(models_of(archive))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    needed = closure(metadata.get_all("Requires-Dist", []))
    own = {**component(metadata), "hashes": [sha256(digest)], "components": models}
    told: dict[str, Any] = {"lifecycles": [{"phase": "build"}], "component": own}
    if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
        told["timestamp"] = datetime.fromtimestamp(int(seconds), timezone.utc).isoformat()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'sha256:{digest}')}",
        "version": 1,
        "metadata": told,
        "components": [component(each.metadata) for each in needed.values()],
        "dependencies": list(edges(metadata, needed)),
    }


def metadata_of(archive: zipfile.ZipFile) -> Message:
    """Return the METADATA of a wheel."""
    [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_string(archive.read(name).decode("utf-8"))


def models_of(archive: zipfile.ZipFile) -> Iterator[Component]:
    """Yield a component for each model in a wheel, with its files."""
    for name in sorted(archive.namelist()):
        if model := _MODEL_SUMS.fullmatch(name):
            lines = archive.read(name).decode("ascii").splitlines()
            files = [(line[:64], f"{Path(name).parent.as_posix()}/{line[66:]}") for line in lines]
            yield {
                "type": "machine-learning-model",
                "bom-ref": f"model:{model[1]}",
                "name": model[1],
                "components": [
                    {"type": "file", "bom-ref": path, "name": path, "hashes": [sha256(digest)]}
                    for digest, path in files
                ],
            }


def sha256(digest: str) -> dict[str, str]:
    """Return what CycloneDX says of a sum."""
    return {"alg": "SHA-256", "content": digest}


def component(metadata: Any) -> Component:
    """Return what is said of a package."""
    name, version = canonicalize_name(metadata["Name"]), metadata["Version"]
    found: Component = {
        "type": "library",
        "bom-ref": reference(metadata),
        "name": name,
        "version": version,
        "purl": reference(metadata),
    }
    if metadata["Summary"]:
        found["description"] = metadata["Summary"]
    if licence := licence_of(metadata):
        found["licenses"] = [licence]
    return found


def reference(metadata: Any) -> str:
    """Return the address of a package (purl), by which the bill refers to it."""
    version = metadata["Version"].replace("+", "%2B")
    return f"pkg:pypi/{canonicalize_name(metadata['Name'])}@{version}"


def licence_of(metadata: Any) -> dict[str, Any] | None:
    """Return the licence that a package names: as an SPDX expression where it has one."""
    if expression := metadata["License-Expression"]:
        return {"expression": expression}
    classifiers = metadata.get_all("Classifier") or []
    named = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License ::")]
    text = " or ".join(named) or (metadata["License"] or "").strip()
    return {"license": {"name": text}} if 0 < len(text) <= _LONGEST_LICENCE else None


def closure(lines: list[str]) -> dict[str, Distribution]:
    """Return every distribution that requirements need, by its name, sorted."""
    found: dict[str, Distribution] = {}
    extras: dict[str, set[str]] = {}
    waiting = list(applying(lines, set()))
    while waiting:
        name, asked = waiting.pop()
        if name in found and asked <= extras[name]:
            continue
        found[name] = installed(name)
        extras.setdefault(name, set()).update(asked)
        waiting += applying(found[name].requires or [], extras[name])
    return dict(sorted(found.items()))


def installed(name: str) -> Distribution:
    """Return a distribution of this environment."""
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise MissingError(
            f"{name} is needed and not installed: install the wheel first"
        ) from error


def applying(lines: list[str], extras: set[str]) -> Iterator[tuple[str, set[str]]]:
    """Yield the name and the extras of each requirement that applies to this Python."""
    for line in lines:
        wanted = Requirement(line)
        asked = [{"extra": each} for each in ("", *sorted(extras))]
        if wanted.marker is None or any(map(wanted.marker.evaluate, asked)):
            yield canonicalize_name(wanted.name), set(wanted.extras)


def edges(metadata: Message, needed: Mapping[str, Distribution]) -> Iterator[dict[str, Any]]:
    """Yield what each package needs directly, without what it needs for its extras."""
    of_each: list[tuple[Any, list[str]]] = [(metadata, metadata.get_all("Requires-Dist", []))]
    of_each += [(each.metadata, each.requires or []) for each in needed.values()]
    for own, lines in of_each:
        names = {name for name, _ in applying(lines, set())} & needed.keys()
        refs = sorted(reference(needed[name].metadata) for name in names)
        yield {"ref": reference(own), "dependsOn": refs}


def complaint(text: str) -> str:
    """Say what is wrong with a bill by CycloneDX's schema; "" when nothing is."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    return str(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) or "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--validate", action="store_true")
    given = parser.parse_args()
    try:
        found = bill(given.wheel)
    except MissingError as error:
        print(error, file=sys.stderr)
        return 2
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    if given.validate and (said := complaint(text)):
        print(f"not what CycloneDX's schema expects: {said}", file=sys.stderr)
        return 1
    given.output.write_text(text, encoding="utf-8")
    print(f"{given.output}: {len(found['components'])} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
