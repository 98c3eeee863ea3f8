"""Ray, started on this machine or joined where it runs, and what its errors mean here."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundgraph.errors import GroundgraphError, InputError, MachineError, MissingExtraError
from groundgraph.processes import cores

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCAL = "local"
_LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray's switch for clusters of several machines; with "0" it listens at 127.0.0.1 alone."""
_STORE = 256 << 20
"""Bytes of the object store of a Ray of our own: no more than a few batches are ever in it."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray that is connected to.

    Attributes:
        workers: Processes that judge, each with one core and a detector of its own.
    """

    workers: int

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InputError(f"workers is {self.workers}; expected >= 1")


@contextmanager
def opened(address: str = LOCAL, workers: int = 0) -> Iterator[Cluster]:
    """Connect to Ray while the context lasts; a connection that is there already is used and kept.

    A Ray that is started here has no dashboard, sends no usage statistics, and listens at
    127.0.0.1 alone. Those of a cluster that runs already are as it was started.

    Args:
        address: "local" starts Ray on this machine; else what ``ray.init`` takes, such as "auto"
            or "10.0.0.1:6379".
        workers: Processes that judge; 0 means one for each core that Ray has.

    Raises:
        MissingExtraError: When Ray is not installed.
        InputError: When ``workers`` is negative, or "local" is asked for and Ray was imported
            before it could be held to 127.0.0.1.
        MachineError: When Ray does not start or the cluster is not reached.
    """
    if workers < 0:
        raise InputError(f"workers is {workers}; expected >= 0")
    ray = imported(address)
    own = not ray.is_initialized()
    if own:
        _connect(ray, address, workers)
    try:
        yield Cluster(workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        if own:
            ray.shutdown()


def imported(address: str = "") -> Any:
    """Return Ray, told to send nothing and, for "local", to listen at 127.0.0.1 alone.

    Raises:
        MissingExtraError: When it is not installed.
        InputError: When it was imported before, without being told.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if address == LOCAL:
        _hold_to_loopback()
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("checking on Ray", "ray") from error
    return ray


def _hold_to_loopback() -> None:
    known = sys.modules.get("ray")
    if known is not None and not known.is_initialized() and os.environ.get(_LOOPBACK) != "0":
        raise InputError(
            "Ray was imported before, and would listen at all addresses of this machine; set the "
            f"environment variable {_LOOPBACK}=0 before, or call ray.init yourself"
        )
    os.environ.setdefault(_LOOPBACK, "0")


def _connect(ray: Any, address: str, workers: int) -> None:
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        options |= {"num_cpus": workers or cores(), "object_store_memory": _STORE}
        options |= {"include_dashboard": False}
    before = _handlers()
    try:
        ray.init(address=address, **options)
    except Exception as error:
        raise MachineError(
            f"Ray at {address!r} cannot be used: {error}; Ray waits 30 seconds: on a busy machine, "
            "run the same command again"
        ) from error
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _handlers() -> dict[int, Any]:
    """Return how signals are answered: Ray's answer would end the process without closing files."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Raise what a worker raised, and a `MachineError` for what befell it.

    Args:
        doing: What was waited for, such as "lines 1 to 32".

    Raises:
        GroundgraphError: What a worker raised.
        MachineError: When workers died, or Ray failed.
    """
    from ray.exceptions import RayError, RayTaskError

    try:
        yield
    except RayTaskError as error:
        if isinstance(error.cause, GroundgraphError):
            raise error.cause from None
        raise
    except RayError as error:
        raise MachineError(
            f"Ray's workers ended while {doing} were waited for, perhaps for want of memory "
            f"({' '.join(str(error).split())[:300]}); run again with fewer --workers, and what is "
            "done is kept"
        ) from error
