"""What a path names: a file, a pipe, a folder or a device."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Literal

from groundgraph.errors import InputError

Kind = Literal["nothing", "file", "folder", "pipe", "terminal", "null device", "device"]
"""Sockets are devices here: neither can be opened as rows."""


def kind_of(path: str | Path | int) -> Kind:
    """Return what a path, or an open file's descriptor, names; links are followed.

    Nothing is opened, since opening some devices does something. What cannot be looked at, for
    want of permission or of a folder on the way, is "nothing": opening it says why.
    """
    try:
        found = os.fstat(path) if isinstance(path, int) else Path(path).stat()
    except (OSError, ValueError):
        return "nothing"
    if stat.S_ISREG(found.st_mode):
        return "file"
    if stat.S_ISDIR(found.st_mode):
        return "folder"
    if stat.S_ISFIFO(found.st_mode):
        return "pipe"
    return _device(found)


def check_regular(path: str | Path) -> None:
    """Make sure that what is to be written is a regular file, or not there yet.

    Raises:
        InputError: When it is a folder, a pipe or a device.
    """
    kind = kind_of(path)
    if kind not in {"nothing", "file"}:
        raise InputError(f"cannot write {str(path)!r}: it is a {kind}, expected a regular file")


def is_standard_output(path: str | Path) -> bool:
    """Tell whether a path, such as ``/dev/stdout``, names what standard output is."""
    try:
        return os.path.samestat(Path(path).stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):
        return False


def same(path: str | Path, other: str | Path) -> bool:
    """Tell whether two paths name one file, there or not."""
    one, two = Path(path), Path(other)
    try:
        return one.samefile(two)
    except (OSError, ValueError):
        return one.absolute() == two.absolute()


def _device(found: os.stat_result) -> Kind:
    if not stat.S_ISCHR(found.st_mode):
        return "device"
    if _is(found, os.devnull):
        return "null device"
    terminal = any(_is_terminal(found, number) for number in range(3)) or _is(found, "/dev/tty")
    return "terminal" if terminal else "device"


def _is(found: os.stat_result, path: str) -> bool:
    try:
        return Path(path).stat().st_rdev == found.st_rdev
    except OSError:
        return False


def _is_terminal(found: os.stat_result, number: int) -> bool:
    """Tell whether a device is the terminal behind standard input, output or error."""
    try:
        return os.isatty(number) and os.fstat(number).st_rdev == found.st_rdev
    except OSError:
        return False
