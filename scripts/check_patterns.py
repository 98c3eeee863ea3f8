"""Find the regular expressions of the package whose time grows faster than the text.

    .venv/bin/python scripts/check_patterns.py

Every pattern is tried on the texts that its automaton says may take long (`pattern_pumps`), with a
matcher that counts its steps (`pattern_steps`): nothing is timed, so the result is the same on
every machine. tests/test_patterns.py runs this over all patterns; with arguments, the patterns
given are checked as ``re.search`` and ``re.sub`` would use them.

A pattern that only ever matches at the start of a text is checked so; what calls it at many places
of one text answers for that itself.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import groundgraph
from groundgraph.text import mentions
from groundgraph.text.quantities.written import codes
from pattern_pumps import attacks
from pattern_steps import Matcher, TooManyStepsError, compiled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    from pattern_pumps import Attack
    from pattern_steps import Mode

_LEAST_SIZE = 64
_SUPERLINEAR, _CLEARLY_LINEAR = 2.7, 2.3
"""Steps of a text by those of one half as long: 2 where they grow with the text, 4 with its square.
Sizes are above every bound of the pattern, beyond which bounded repetitions add a constant."""
_ANCHORED: dict[str, Mode] = {"match": "match", "fullmatch": "fullmatch"}
_CALLS = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
ESCAPED = {
    "groundgraph.bench.graph.exchanged:names_exchanged",
    "groundgraph.methods.gga.prompts:_one_by_one",
    "groundgraph.methods.kea.rules:_holds",
    "groundgraph.methods.kea.suggestions:_only_place",
    "groundgraph.methods.kea.contrastive_llm:foreign",
    "groundgraph.parts.huggingface:without_marks",
    "groundgraph.parts.extractors.llm:_find",
    "groundgraph.services.masking:masked",
    "groundgraph.text.casing:keeps_capital",
    "groundgraph.text.quantities.lookups.near_codes:_is_held",
}
"""Functions whose patterns are texts of the row, escaped: they repeat nothing but white space."""
BUILT: Mapping[str, Iterable[str]] = {
    "groundgraph.bench.before:kept": [r"fused, .*"],  # a maintainer's, over names of rows
    "groundgraph.specs.checks:reaches_of": ["off|memory", "off", "blank:[a-z]{2,3}"],  # of fields
    "groundgraph.text.mentions:usual_names": [
        usual.finds.pattern
        for name in (*mentions._USUAL, "GoodForLateNight", "a-b_c d")  # noqa: SLF001
        if (usual := mentions.usual_names(name)) is not None
    ],
    "groundgraph.text.quantities.written.codes:_pattern": [
        *(form for _, _, form in codes._FORMS),  # noqa: SLF001
        "|".join(form for _, _, form in codes._FORMS),  # noqa: SLF001
    ],
}
"""Functions that build their patterns, and those that they build."""


class Used(NamedTuple):
    """A pattern and how it is used.

    Attributes:
        where: The module and name, or the module and function.
        pattern: As it is written.
        flags: Those of `re`.
        mode: "match" or "fullmatch" where nothing else is called, else "search".
    """

    where: str
    pattern: str | bytes
    flags: int
    mode: Mode


class Growth(NamedTuple):
    """The texts on which a pattern took longest.

    Attributes:
        attack: The texts.
        steps: The steps on some of them, each twice as long as the one before; the last is where
            the matcher gave up, or where it was plain.
        gave_up: Whether the matcher gave up.
    """

    attack: Attack
    steps: tuple[int, ...]
    gave_up: bool

    @property
    def factor(self) -> float:
        """How many times the steps grow where the text doubles."""
        return float("inf") if self.gave_up else self.steps[-1] / self.steps[-2]

    @property
    def superlinear(self) -> bool:
        """Whether the steps grow faster than the text."""
        return self.factor > _SUPERLINEAR


def growth(pattern: str | bytes, flags: int = 0, mode: Mode = "search") -> Growth | None:
    """Return how the steps grow on the worst texts, ``None`` where no text is suspect.

    Raises:
        UnknownPartError: When the pattern holds a back-reference or a condition.
    """
    program = compiled(pattern, flags)
    size = max(_LEAST_SIZE, 2 * program.largest)
    worst: Growth | None = None
    for attack in attacks(program, mode):
        found = _growth_on(attack, Matcher(program, mode), size)
        if worst is None or found.factor > worst.factor:
            worst = found
        if found.superlinear:
            break
    return worst


def _growth_on(attack: Attack, matcher: Matcher, size: int) -> Growth:
    steps: list[int] = []
    for doubled in (size, 2 * size, 4 * size):
        matcher.count = 0
        try:
            matcher.spans(attack.text(doubled))
        except TooManyStepsError:
            return Growth(attack, (*steps, matcher.count), gave_up=True)
        steps.append(matcher.count)
        if len(steps) > 1 and steps[-1] < _CLEARLY_LINEAR * steps[-2]:
            break
    return Growth(attack, tuple(steps), gave_up=False)


def patterns() -> list[Used]:
    """Return every pattern of the package, those of modules first.

    Raises:
        LookupError: When a function uses a pattern that cannot be told; name it in `BUILT`.
    """
    modules = list(_modules())
    calls = [call for module in modules for call in _calls(module)]
    held = {
        (where, pattern): _mode(methods)
        for module in modules
        for where, pattern, methods in _held(module)
    }
    found = [Used(w, p.pattern, _own_flags(p), mode) for (w, p), mode in held.items()]
    found += [
        Used(where, pattern, 0, "search") for where, built in BUILT.items() for pattern in built
    ]
    return list(dict.fromkeys([*found, *calls]))


def _modules() -> Iterator[ModuleType]:
    """Yield every module; of `integrations` those whose library is installed."""
    for module in pkgutil.walk_packages(groundgraph.__path__, "groundgraph."):
        optional = module.name.startswith("groundgraph.integrations.")
        with suppress(ImportError) if optional else nullcontext():
            yield importlib.import_module(module.name)


def _own_flags(pattern: re.Pattern[Any]) -> int:
    return pattern.flags & ~re.UNICODE


def _held(module: ModuleType) -> Iterator[tuple[str, re.Pattern[Any], set[str]]]:
    """Yield the patterns that a module's names hold, and the methods that are called of them."""
    methods: dict[str, set[str]] = {}
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            if isinstance(owner, ast.Name):
                methods.setdefault(owner.id, set()).add(node.attr)
    for name, value in vars(module).items():
        for pattern in _inside(value):
            yield f"{module.__name__}.{name}", pattern, methods.get(name, set())


def _inside(value: object, levels: int = 4) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif levels and isinstance(value, list | tuple | set | frozenset | dict):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        for part in parts:
            yield from _inside(part, levels - 1)


def _mode(methods: set[str]) -> Mode:
    return _ANCHORED.get(next(iter(methods)), "search") if len(methods) == 1 else "search"


def _calls(module: ModuleType) -> Iterator[Used]:
    """Yield the patterns that stand in calls of `re` within functions."""
    tree = ast.parse(inspect.getsource(module))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            where = f"{module.__name__}:{function.name}"
            for node in ast.walk(function):
                if _is_call(node):
                    yield from _call(where, node, module)


def _is_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in _CALLS
    )


def _call(where: str, node: Any, module: ModuleType) -> Iterator[Used]:
    flags = [k.value for k in node.keywords if k.arg == "flags"]
    flags += [each for each in node.args[1:] if "re." in ast.unparse(each)]
    try:
        pattern = _evaluated(node.args[0], module)
        own = _evaluated(flags[0], module) if flags else 0
    except NameError as error:
        if where in ESCAPED or where in BUILT:
            return
        raise LookupError(
            f"{where} uses a pattern that is known only when it runs: {ast.unparse(node)}; say in "
            "BUILT of scripts/check_patterns.py what it may be, or in ESCAPED that it is escaped"
        ) from error
    yield Used(where, pattern, int(own), _ANCHORED.get(node.func.attr, "search"))


def _evaluated(node: ast.expr, module: ModuleType) -> Any:
    code = compile(ast.Expression(node), module.__name__, "eval")
    return eval(code, vars(module))


def main() -> int:
    """Print what grows too fast; return 1 where something does."""
    given = [Used("argument", pattern, 0, "search") for pattern in sys.argv[1:]]
    checked = given or patterns()
    bad = 0
    for used in checked:
        found = growth(used.pattern, used.flags, used.mode)
        if found is not None and found.superlinear:
            bad += 1
            print(f"{used.where} ({used.mode}): {used.pattern!r}")
            print(f"    {found.attack}: steps {', '.join(map(str, found.steps))}")
    print(f"{len(checked)} patterns, {bad} of them grow faster than the text")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
