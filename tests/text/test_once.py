"""What is read once: an attribute, and texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text import once as module
from groundgraph.text.once import kept, once

if TYPE_CHECKING:
    import pytest


@dataclass(frozen=True)
class Text:
    written: str
    times: list[str] = field(default_factory=list)

    @once
    def words(self) -> list[str]:
        """Its words."""
        self.times.append("read")
        return self.written.split()


def test_it_is_read_when_it_is_asked_for_and_kept() -> None:
    text = Text("two words")

    assert not text.times
    assert text.words is text.words == ["two", "words"]
    assert text.times == ["read"]


def test_each_owner_has_its_own() -> None:
    assert Text("one").words != Text("two").words


def test_its_class_tells_what_it_is() -> None:
    assert Text.words.__doc__ == "Its words."


def test_the_last_texts_are_kept_by_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHARACTERS", 10)
    read: list[str] = []

    @kept
    def length(texts: tuple[str, ...], number: int) -> int:
        read.extend(texts)
        return len(texts) + number

    assert [length(("abcd",), 1), length(("efgh",), 1), length(("abcd",), 1)] == [2, 2, 2]
    assert read == ["abcd", "efgh"]
    length(("ijkl",), 1)
    length(("abcd",), 1)
    assert read == ["abcd", "efgh", "ijkl"]
    length(("efgh",), 1)
    assert read[3:] == ["efgh"]


def test_a_text_longer_than_all_that_is_kept_is_read_once_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CHARACTERS", 3)
    read: list[str] = []

    @kept
    def words(text: str) -> list[str]:
        read.append(text)
        return text.split()

    assert words("far longer") is words("far longer")
    words("other")
    words("far longer")
    assert read == ["far longer", "other", "far longer"]
    words.forget()
    words("far longer")
    assert read[3:] == ["far longer"]
