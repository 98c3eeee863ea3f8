"""A fit on what was labelled: the command ``groundgraph fit``, run beside the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from groundgraph.errors import GroundgraphError, InputError
from groundgraph.registry import DETECTORS
from groundgraph.serve.errors import BusyError
from groundgraph.serve.logs import LOG
from groundgraph.specs import reference
from groundgraph.specs.files import read_saved

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundgraph.io import Limits
    from groundgraph.serve.judging import Judges
    from groundgraph.serve.labelling.label_file import LabelFile


@dataclass(frozen=True)
class FitState:
    """How far a fit is.

    Attributes:
        state: "none", "running", "done" or "failed".
        detector: What is fitted.
        name: By which requests name what was fitted.
        message: Why it failed.
        training: What it was fitted on and how well it does, with its learning curve.
    """

    state: str = "none"
    detector: str = ""
    name: str = ""
    message: str = ""
    training: Mapping[str, Any] | None = None


class Fitting:
    """Fits one detector at a time in a process of its own, and has the server judge with it.

    The server goes on judging meanwhile; only the last step, loading what was fitted, waits for its
    turn there.

    Args:
        labels: The rows and their verdicts.
        judges: Of this process.
        limits: Of a row.
    """

    def __init__(self, labels: LabelFile, judges: Judges, limits: Limits) -> None:
        self._labels = labels
        self._judges = judges
        self._limits = limits
        self._process: subprocess.Popen[str] | None = None
        self._task: asyncio.Task[None] | None = None
        self.state = FitState()

    @property
    def folder(self) -> Path:
        """Where the fitted detector is kept."""
        return self._labels.beside(".fitted")

    def begin(self, name: str) -> None:
        """Begin to fit a detector of the kind of one that is served.

        Raises:
            BusyError: While another fit is going on.
            InputError: When it cannot be fitted.
            MachineError: When the labelled rows cannot be written.
        """
        if self._task is not None and not self._task.done():
            raise BusyError
        kind = self._fittable(name)
        command = [*_FIT, kind, str(self._labels.write_labelled()), "--output", str(self.folder)]
        if hasattr(DETECTORS.get(kind), "expectation"):
            command.append("--curve")
        for limit in fields(self._limits):
            command += ["--limit", f"{limit.name}={getattr(self._limits, limit.name)}"]
        self.state = FitState("running", kind)
        self._process = subprocess.Popen(  # noqa: S603 - this Python, and paths as they are
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self._task = asyncio.create_task(self._follow(self._process, kind))

    def _fittable(self, name: str) -> str:
        spec = self._judges.specs[name]
        kind = str(spec["name"])
        if "set" in spec:
            raise InputError(
                f"{name!r} is served with --set or --config, which a fit from here would lose; "
                f"run `groundgraph fit` on {self._labels.beside('.labelled.jsonl').name}"
            )
        if not hasattr(DETECTORS.get(kind), "fit"):
            raise InputError(f"detector {kind!r} has nothing to fit; tick another one")
        return kind

    async def _follow(self, process: subprocess.Popen[str], kind: str) -> None:
        _, complaints = await asyncio.to_thread(process.communicate)
        if process.returncode:
            said = complaints.strip() or f"the fit ended with status {process.returncode}"
            self.state = FitState("failed", kind, message=said)
            return
        try:
            training = await asyncio.to_thread(lambda: read_saved(self.folder).training)
            spec = await asyncio.to_thread(lambda: reference(str(self.folder)))
            await self._judges.add(self.folder.name, spec)
        except GroundgraphError as error:
            LOG.error("what was fitted cannot be served: %s", error)
            self.state = FitState("failed", kind, message=str(error))
        else:
            self.state = FitState("done", kind, self.folder.name, training=training)

    async def close(self) -> None:
        """End a fit that is going on; nothing of it is kept."""
        if self._process is not None:
            self._process.terminate()
        if self._task is not None:
            await self._task


_FIT = [sys.executable, "-m", "groundgraph", "fit", "--quiet"]
