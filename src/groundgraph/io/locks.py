"""One writer to a file: a lock that ends with its process, and a note of who holds it."""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from groundgraph.errors import InputError, of_the_system
from groundgraph.io.places import kind_of

if TYPE_CHECKING:
    from pathlib import Path

_OURS = '{"groundgraph":'
_NOTE = 1_000
"""Bytes that a note may have."""


class FileLock:
    """Held from construction to `release`, or to the end of the process, however it ends.

    The lock is on the open file itself, so it holds by whatever name another opens the file. Who
    holds it stands beside, in ``NAME.lock``; a note that a killed process left means nothing.

    Args:
        descriptor: Of the open file.
        path: Its name.

    Raises:
        InputError: When another holds it; says who, and since when.
        MachineError: When the file system has no locks.
    """

    def __init__(self, descriptor: int, path: Path) -> None:
        real = path.resolve()
        self._note = real.with_name(real.name + ".lock")
        try:
            held = not _locked(descriptor)
        except OSError as error:
            then = "choose a place on a disk that has locks"
            raise of_the_system(f"cannot lock {str(path)!r}", error, then) from error
        if held:
            raise InputError(
                f"{str(path)!r} is being written by {_holder(self._note)}; wait until it ends, or "
                "choose another place"
            )
        since = datetime.now(timezone.utc).astimezone().isoformat(" ", "seconds")
        self._text = json.dumps(
            {"groundgraph": os.getpid(), "since": since, "host": socket.gethostname()}
        )
        self._write()

    def release(self) -> None:
        """Remove the note; closing the file frees the lock."""
        if _read(self._note) == self._text:
            with suppress(OSError):
                self._note.unlink(missing_ok=True)

    def _write(self) -> None:
        """Note who holds the lock; without the note others are told less, and held off alike."""
        if os.path.lexists(self._note) and not _read(self._note).startswith(_OURS):
            return  # somebody else's file
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        with suppress(OSError):
            note = os.open(self._note, flags, 0o644)
            with open(note, "w", encoding="ascii") as file:  # noqa: PTH123 - of a descriptor
                file.write(self._text)


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 40
    """A byte that no row reaches: locked bytes cannot be read by others on Windows."""

    def _locked(descriptor: int) -> bool:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _read(note: Path) -> str:
    if kind_of(note) != "file":
        return ""
    try:
        with note.open("rb") as file:
            return file.read(_NOTE).decode("ascii", "replace")
    except OSError:
        return ""


def _holder(note: Path) -> str:
    try:
        found = json.loads(_read(note))
        return f"process {found['groundgraph']:d} on {found['host']}, since {found['since']}"
    except (ValueError, KeyError, TypeError):
        return "another process"
