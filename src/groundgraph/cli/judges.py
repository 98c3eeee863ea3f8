"""``--detector``: one detector, or several that judge each answer side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.specs.checks import Trust

_EVERYWHERE = "*."
_CHAT = "llm."


def one_text(given: Sequence[str] | None) -> str | None:
    """Return what ``--detector`` says, ``None`` where it is not given.

    Raises:
        InputError: When it is given more than once.
    """
    if given and len(given) > 1:
        raise InputError(
            f"--detector is given {len(given)} times; name several in one: --detector "
            f"{','.join(given)}",
            field="detector",
        )
    return given[0] if given else None


def names_in(text: str) -> list[str]:
    """Return the detectors that ``--detector`` names: separated by commas, each once.

    What is itself a folder is one detector, commas and all. A folder here that is called like a
    registered name is pointed out, since it is not what is meant.

    Raises:
        InputError: When a name is empty or stands twice.
    """
    from pathlib import Path

    names = [text] if Path(text).is_dir() else [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(
            f"--detector {text!r} names nothing between two commas; expected NAME,NAME",
            field="detector",
        )
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(f"--detector names {min(twice)!r} twice", field="detector")
    for name in names:
        _point_out_namesake(name)
    return names


def judges_of(
    names: Sequence[str], at: str | None, choices: Mapping[str, str], trust: Trust
) -> list[dict[str, Any]]:
    """Return the reference of each detector.

    Args:
        names: From `names_in`.
        at: The operating point; of one detector alone.
        choices: Fields to set. ``egc.tau`` is that of one of them, and has to be said so where
            there are several; what begins with ``*.`` or ``llm.`` holds for all that have it.
        trust: As for `groundgraph.load`.

    Raises:
        InputError: When a choice does not say which detector it is for, or none has it.
    """
    from groundgraph.specs import reference

    if len(names) == 1:
        start = f"{names[0]}."
        plain = {key.removeprefix(start): value for key, value in choices.items()}
        return [reference(names[0], at, choices=plain, trust=trust)]
    if at is not None:
        raise InputError(f"--at is for one detector; {len(names)} are named", field="at")
    shared = {key: v for key, v in choices.items() if key.startswith((_EVERYWHERE, _CHAT))}
    own = {name: _own(name, choices) for name in names}
    taken = {f"{name}.{key}" for name in names for key in own[name]}
    if lost := next((key for key in choices if key not in taken | shared.keys()), None):
        raise InputError(
            f"{lost!r} does not say which of the detectors it is for; write {names[0]}.{lost}",
            field=lost,
        )
    refused: dict[str, InputError] = {}
    fitting = {name: _fitting(name, shared, trust, refused) for name in names}
    for key, error in refused.items():
        if not any(key in each for each in fitting.values()):
            raise error
    return [reference(n, choices={**fitting[n], **own[n]}, trust=trust) for n in names]


def _point_out_namesake(name: str) -> None:
    from groundgraph.specs import namesake

    if (folder := namesake(name)) is not None:
        typer.echo(
            f"groundgraph: {name!r} is the detector that comes with groundgraph; for the "
            f"folder here, say --detector ./{folder}",
            err=True,
        )


def _own(name: str, choices: Mapping[str, str]) -> dict[str, str]:
    """Return what is chosen for one detector, by the paths of its fields."""
    start = f"{name}."
    return {key[len(start) :]: v for key, v in choices.items() if key.startswith(start)}


def _fitting(
    name: str, shared: Mapping[str, str], trust: Trust, refused: dict[str, InputError]
) -> dict[str, str]:
    """Return what is chosen for all and can be set in one; note what cannot."""
    from groundgraph.specs import reference

    def takes(key: str, value: str) -> bool:
        try:
            given = {key: value} if key.startswith(_EVERYWHERE) else {}
            reference(name, choices=given, trust=trust)
        except InputError as error:
            if error.field != key:
                raise
            refused[key] = error
            return False
        return True

    return {key: value for key, value in shared.items() if takes(key, value)}
