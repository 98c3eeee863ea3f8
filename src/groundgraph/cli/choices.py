"""What a detector or bench is made of, as chosen on the command line or in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class PartOptions(NamedTuple):
    """The options that choose parts, by the names of the command line."""

    set: Sequence[str] | None = None
    config: Path | None = None
    llm_url: str | None = None
    llm_model: str | None = None
    llm_key_env: str | None = None
    device: str | None = None
    batch_size: int | None = None


class Choices(NamedTuple):
    """What was chosen.

    Attributes:
        detector: From the configuration file, where it names one.
        fields: Texts by the path of the field.
    """

    detector: str | None
    fields: dict[str, str]

    @property
    def values(self) -> tuple[str, ...]:
        """Every value, and what stands behind a colon: given here, so meant."""
        return tuple(v for text in self.fields.values() for v in (text, text.partition(":")[2]))


def choices_of(options: PartOptions) -> Choices:
    """Read the file, then what the command line says over it.

    Raises:
        InputError: When the file cannot be read, or an option is no FIELD=VALUE.
    """
    from groundgraph.specs.choices import CHAT, EVERYWHERE, flattened

    settings = {} if options.config is None else _read(options.config)
    detector = settings.pop("detector", None)
    if detector is not None and not isinstance(detector, str):
        raise InputError(f"{options.config}: 'detector' must be a name or folder", field="detector")
    fields = flattened(settings)
    named = {
        f"{CHAT}.base_url": options.llm_url,
        f"{CHAT}.model": options.llm_model,
        f"{CHAT}.api_key_env": options.llm_key_env,
        f"{EVERYWHERE}.device": options.device,
        f"{EVERYWHERE}.batch_size": options.batch_size,
    }
    fields |= {key: str(value) for key, value in named.items() if value is not None}
    return Choices(detector, fields | dict(map(_pair, options.set or ())))


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise InputError(f"--set {text!r}: expected FIELD=VALUE, such as tau=0.5", field="set")
    return key.strip(), value.strip()


def _read(path: Path) -> dict[str, Any]:
    text = _text(path)
    if path.suffix in {".yaml", ".yml"}:
        return _yaml(path, text)
    if path.suffix != ".toml":
        raise InputError(f"--config {str(path)!r}: expected a file .yaml, .yml or .toml")
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"--config {str(path)!r} is no TOML: {error}") from error


def _text(path: Path) -> str:
    if path.exists() and not path.is_file():
        raise InputError(f"--config names {str(path)!r}, which is no regular file")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"--config {str(path)!r} cannot be read: {why}") from error


def _yaml(path: Path, text: str) -> dict[str, Any]:
    import yaml

    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        told = getattr(error, "problem", None) or "it cannot be read"
        raise InputError(f"--config {str(path)!r} is no YAML: {where}{told}") from error
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(key, str) for key in found):
        raise InputError(f"--config {str(path)!r}: expected fields with values")
    return found
