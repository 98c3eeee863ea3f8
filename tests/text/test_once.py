"""An attribute that is read once."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundgraph.text.once import once


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
