from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import NameTakenError, UnknownNameError
from groundgraph.registry import BENCHES, DETECTORS, ENCODERS, LEARNED, PART_KINDS, Registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OWN = {"counter": "collections:Counter", "nested": "argparse:ArgumentParser.parse_args"}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that installs a package with these entry points."""

    def install(entry_points: str) -> None:
        info = tmp_path / "stranger-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        (tmp_path / "stranger.py").write_text("class Part:\n    pass\n")
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_a_name_gives_what_it_stands_for() -> None:
    from collections import Counter

    assert Registry("part", OWN).get("counter") is Counter


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys; from groundgraph.registry import Registry; "
        "r = Registry('part', {'x': 'colorsys:rgb_to_hsv'}); list(r); assert 'x' in r; "
        "assert 'colorsys' not in sys.modules; r.get('x'); assert 'colorsys' in sys.modules"
    )

    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_are_listed_in_order() -> None:
    assert list(Registry("part", {"b": "x:b", "a": "x:a"})) == ["a", "b"]


def test_a_typing_error_gets_the_near_name() -> None:
    with pytest.raises(UnknownNameError, match="unknown part 'conter'; did you mean 'counter'"):
        Registry("part", OWN).get("conter")


def test_a_name_that_is_near_nothing_gets_the_list() -> None:
    with pytest.raises(UnknownNameError, match="unknown part 'zzz'; known: counter, nested"):
        Registry("part", OWN).get("zzz")


def test_the_name_of_a_class_is_found_again() -> None:
    from collections import Counter, OrderedDict

    registry = Registry("part", OWN)

    assert registry.name_of(Counter) == "counter"
    assert registry.name_of(OrderedDict) is None


def test_a_registered_name_is_served() -> None:
    registry = Registry("part", OWN)
    registry.register("deque", "collections:deque")

    assert "deque" in registry
    assert registry.get("deque").__name__ == "deque"
    assert "deque" not in OWN


def test_a_name_cannot_stand_for_two_things() -> None:
    registry = Registry("part", OWN)

    with pytest.raises(NameTakenError, match="part 'counter' is collections:Counter; my:Counter"):
        registry.register("counter", "my:Counter")
    registry.register("counter", OWN["counter"])
    assert registry.get("counter").__name__ == "Counter"


def test_another_package_adds_names_through_entry_points(install: Callable[[str], None]) -> None:
    install("[groundgraph.parts]\nstrange = stranger:Part\n")
    registry = Registry("part", OWN)

    part = registry.get("strange")

    assert part.__module__ == "stranger"
    assert list(registry) == ["counter", "nested", "strange"]
    assert registry.name_of(part) == "strange"


def test_an_unknown_name_is_compared_with_entry_points_too(
    install: Callable[[str], None],
) -> None:
    install("[groundgraph.parts]\nstrange = stranger:Part\n")

    with pytest.raises(UnknownNameError, match="did you mean 'strange'"):
        Registry("part", OWN).get("stranger")


def test_entry_points_of_another_kind_are_left_alone(install: Callable[[str], None]) -> None:
    install("[groundgraph.wholes]\nstrange = stranger:Part\n")

    assert "strange" not in Registry("part", OWN)


def test_a_package_cannot_take_over_a_name(install: Callable[[str], None]) -> None:
    install("[groundgraph.parts]\ncounter = stranger:Part\n")

    with pytest.raises(NameTakenError, match="'counter' is collections:Counter; stranger:Part"):
        Registry("part", OWN).get("counter")


def test_a_name_that_two_want_is_an_error_where_it_is_asked_for_alone(
    install: Callable[[str], None],
) -> None:
    install("[groundgraph.parts]\ncounter = stranger:Part\nstrange = stranger:Part\n")
    registry = Registry("part", OWN)

    for _ in range(2):
        assert list(registry) == ["counter", "nested", "strange"]
        assert registry.get("strange").__module__ == "stranger"
        with pytest.raises(UnknownNameError):
            registry.get("other")
        with pytest.raises(NameTakenError):
            registry.get("counter")


@pytest.mark.parametrize(
    "registry", [DETECTORS, LEARNED, BENCHES, *PART_KINDS], ids=lambda r: r.kind
)
def test_every_shipped_name_stands_for_a_class_that_knows_its_name(registry: Registry) -> None:
    assert list(registry)
    for name in registry:
        assert registry.name_of(registry.get(name)) == name


@pytest.mark.parametrize("registry", PART_KINDS, ids=lambda r: r.kind)
def test_a_part_stands_in_the_file_that_is_called_as_it(registry: Registry) -> None:
    modules = {name: registry.get(name).__module__ for name in registry}
    parts = {name: at for name, at in modules.items() if at.startswith("groundgraph.parts.")}
    for name, module in parts.items():
        assert module.rpartition(".")[2] == name.replace("-", "_")


def test_every_kind_of_part_has_a_name_of_its_own() -> None:
    kinds = [registry.kind for registry in (DETECTORS, LEARNED, BENCHES, *PART_KINDS)]

    assert ENCODERS in PART_KINDS
    assert len(set(kinds)) == len(kinds)
