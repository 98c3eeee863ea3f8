"""``groundgraph serve``: judge answers over HTTP."""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.choices import PartOptions, choices_of
from groundgraph.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from groundgraph.specs.checks import Trust

DEFAULT = "fused"
_OPEN = (
    "--host {} lets other machines in, and no token is asked for; give --tokens FILE, "
    "set $GROUNDGRAPH_TOKENS, or say --no-tokens"
)
_APART = (
    "--label keeps what is labelled on this machine, by one process; leave --host and --workers out"
)
_SIZE = re.compile(r"([0-9]{1,12})([kMG]?)")


class Fail(str, Enum):
    """What clients hear when an answer could not be checked."""

    closed = "closed"
    open = "open"


Detectors = Annotated[
    list[str] | None,
    typer.Option(
        help="A name from `groundgraph detectors`, or a folder from `fit`; repeat it to serve "
        "several, of which the first is the default. fused where not given."
    ),
]
At = Annotated[str | None, typer.Option(help="Another threshold of the detector, as for `check`.")]
Host = Annotated[str, typer.Option(help="The address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 takes any.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that judge.")]
Tokens = Annotated[
    Path | None,
    typer.Option(help="A file of bearer tokens, one a line; $GROUNDGRAPH_TOKENS holds more."),
]
NoTokens = Annotated[
    bool, typer.Option("--no-tokens", help="Serve other machines without asking for a token.")
]
FailAs = Annotated[
    Fail,
    typer.Option(
        help="What clients hear that know only yes and no when an answer could not be "
        "checked, and all when it was not in time: closed, an error; open, nothing found."
    ),
]
Deadline = Annotated[float, typer.Option(help="Seconds a request may take.")]
Queue = Annotated[int, typer.Option(help="Answers that wait; beyond, requests get 429.")]
Wait = Annotated[
    float, typer.Option(help="Milliseconds an answer waits for others to be judged with.")
]
MaxBatch = Annotated[int, typer.Option(help="Answers that are judged together.")]
MaxBody = Annotated[str, typer.Option(help="Bytes of a body, such as 32M.")]
MaxItems = Annotated[int, typer.Option(help="Answers of one request.")]
Idle = Annotated[float, typer.Option(help="Seconds a client may send nothing.")]
Grace = Annotated[
    int, typer.Option(min=1, help="Seconds to finish what was accepted when stopped.")
]
LogTexts = Annotated[
    bool, typer.Option("--log-texts", help="Log questions, passages and answers too.")
]
Labels = Annotated[
    Path | None,
    typer.Option(
        help="A file of rows that the page takes labels for; they are kept beside it. Only on "
        "this machine, by one process."
    ),
]
Trusted = Annotated[
    bool, typer.Option("--trust", help="Let saved detectors reach what their specs name.")
]
Allow = Annotated[
    list[str] | None,
    typer.Option(metavar="VALUE", help="Let them reach this one value; repeat it."),
]


def serve(
    detector: Detectors = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    workers: Workers = 1,
    tokens: Tokens = None,
    no_tokens: NoTokens = False,
    fail: FailAs = Fail.closed,
    deadline: Deadline = 60.0,
    queue: Queue = 256,
    wait: Wait = 5.0,
    max_batch: MaxBatch = 32,
    max_body: MaxBody = "32M",
    max_items: MaxItems = 10_000,
    idle: Idle = 30.0,
    grace: Grace = 60,
    log_texts: LogTexts = False,
    label: Labels = None,
    at: At = None,
    set_: options.Set = None,
    config: options.Config = None,
    trust: Trusted = False,
    allow: Allow = None,
    limit: options.Limit = None,
) -> None:
    """Judge answers over HTTP until stopped; see docs/serve.md for the routes."""
    from groundgraph.io.limits import limits_from

    try:
        from groundgraph.serve.processes import Place
        from groundgraph.serve.processes import serve as run
        from groundgraph.serve.settings import Settings
        from groundgraph.serve.tokens import tokens_from
    except ModuleNotFoundError as error:
        if error.name not in {"fastapi", "uvicorn", "starlette"}:
            raise
        raise MissingExtraError("groundgraph serve", "serve") from error

    choices = choices_of(PartOptions(set=set_, config=config))
    trusted = trust or (*(allow or ()), *choices.values)
    names = detector or [choices.detector or DEFAULT]
    sums = tokens_from(tokens, os.environ)
    _check_reach(host, is_open=not (sums or no_tokens), label=label, workers=workers)
    settings = Settings(
        _references(names, at, choices.fields, trusted),
        trust=trusted,
        batch_size=max_batch,
        wait=wait / 1000,
        queue=queue,
        deadline=deadline,
        idle=idle,
        max_body=_bytes(max_body),
        max_items=max_items,
        limits=limits_from(limit or ()),
        fail=fail.value,
        tokens=sums,
        log_texts=log_texts,
        label=label,
    )
    run(settings, Place(host, port, workers, grace))


def _check_reach(host: str, *, is_open: bool, label: Path | None, workers: int) -> None:
    """Refuse to let others in without a token, and several processes to label one file.

    Raises:
        InputError: Says which option is missing or one too many, or why the file cannot be read.
        MachineError: When the permission to read the file is missing.
    """
    from groundgraph.io.scanning import opened
    from groundgraph.serve.settings import is_local

    if not is_local(host) and is_open:
        raise InputError(_OPEN.format(host))
    if label is None:
        return
    if workers > 1 or not is_local(host):
        raise InputError(_APART)
    with opened(label):
        pass


def _references(
    names: Sequence[str], at: str | None, choices: Mapping[str, str], trusted: Trust
) -> dict[str, dict[str, Any]]:
    """Return the detectors by the names that requests use: of a folder, its own."""
    from groundgraph.specs import reference

    if at is not None and len(names) > 1:
        raise InputError(f"--at is for one detector; {len(names)} are named", field="at")
    found: dict[str, dict[str, Any]] = {}
    for each in names:
        name = Path(each).name
        if name in found:
            raise InputError(f"two detectors are called {name!r}; rename one of the folders")
        found[name] = reference(each, at, choices=choices, trust=trusted)
    return found


def _bytes(text: str) -> int:
    from groundgraph.io.limits import FACTORS

    found = _SIZE.fullmatch(text)
    if found is None:
        raise InputError(f"--max-body {text!r}: expected a number of bytes, such as 32M")
    return int(found[1]) * FACTORS[found[2]]
