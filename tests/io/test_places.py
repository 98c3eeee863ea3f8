from __future__ import annotations

import os
import pty
import socket
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import InputError
from groundgraph.io.places import check_regular, kind_of, same

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> Path:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dangling").symlink_to("absent")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("file", "file"),
        ("link", "file"),
        ("folder", "folder"),
        ("pipe", "pipe"),
        ("absent", "nothing"),
        ("dangling", "nothing"),
        ("loop", "nothing"),
        ("file/below", "nothing"),
        ("a\0b", "nothing"),
        ("n" * 300, "nothing"),
        ("/dev/null", "null device"),
        ("/dev/zero", "device"),
        ("/dev/full", "device"),
    ],
)
def test_a_path_is_known_for_what_it_names(places: Path, name: str, kind: str) -> None:
    assert kind_of(places / name) == kind


def test_a_socket_is_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")

        assert kind_of("socket") == "device"


def test_a_terminal_that_is_not_ours_is_a_device_and_is_not_opened() -> None:
    reader, writer = pty.openpty()
    try:
        assert kind_of(os.ttyname(writer)) == "device"
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.parametrize("name", ["folder", "pipe", "/dev/null", "/dev/zero"])
def test_what_would_be_replaced_or_waited_for_is_no_place_to_write(places: Path, name: str) -> None:
    with pytest.raises(InputError, match="expected a regular file"):
        check_regular(places / name)


@pytest.mark.parametrize("name", ["file", "link", "absent"])
def test_a_file_or_nothing_is_a_place_to_write(places: Path, name: str) -> None:
    check_regular(places / name)


def test_two_names_of_one_file_are_the_same(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(places)
    os.link("file", "hard")

    assert same("file", places / "link")
    assert same("hard", "file")
    assert same("absent", places / "absent")
    assert not same("file", "folder")
    assert not same("absent", "other")
