"""Texts on which a regular expression may take far longer than they are long, for `check_patterns`.

A backtracking matcher takes more than linear time where one text can be read in a growing number
of ways. In an automaton this is so just when a word leads from a state p back to p, from p to
another state q, and from q back to q, or from p to p in two ways (Weber and Seidl 1991, "On the
degree of ambiguity of finite automata"; Weideman et al. 2016 apply it to matchers): the matcher may
go over from p to q at any repetition of the word. The search for a place to begin is such a p of
its own, in which every character leads back.

The words found here are tried with a matcher that counts (`pattern_steps`), since a look-around, or
a match that always succeeds, can make one harmless.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pattern_steps import Program, Step, is_at, word_flag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pattern_steps import Mode

_COMMON = "aAbz09 _-.,:;!?'\"()[]{}/\\|#$%&*+=@~^<>`\n\téÉ中·\u0301\U0001f600"
_MOST_TAILS, _MOST_WORDS = 3, 5


class State(NamedTuple):
    """What the automaton has read: where in which program it stands, and what stands behind it.

    Attributes:
        part: The number of the program, that of the pattern or of a look-around; -1 while the
            search has not begun a match.
        at: The next instruction.
        before: A character that stands for the last one, "" at the beginning.
    """

    part: int
    at: int
    before: str


class Attack(NamedTuple):
    """A family of texts: ``start``, then ``pump`` any number of times, then ``end``."""

    start: str
    pump: str
    end: str

    def text(self, size: int) -> str:
        """Return the member of the family whose pumped part has about ``size`` characters."""
        return self.start + self.pump * -(-size // len(self.pump)) + self.end


class Automaton:
    """The states of a program and where characters lead from them."""

    def __init__(self, program: Program, mode: Mode) -> None:
        self._parts: list[tuple[Step, ...]] = [tuple(program.steps)]
        self._plain = word_flag(program.flags)
        self._looks: dict[int, int] = {}
        self._collect(self._parts[0])
        tests = [step.test for part in self._parts for step in part if step.test is not None]
        self.alphabet = _distinct(tests, sorted(program.examples | set(_COMMON)), self._plain)
        self._behind = _distinct(self._tests_behind(), self.alphabet, self._plain)
        self._entries = set(self._first_of_loops())
        self.start = State(-1 if mode == "search" else 0, 0, "")

    def _collect(self, part: tuple[Step, ...]) -> None:
        for step in part:
            if step.kind == "look" and id(step) not in self._looks:
                self._looks[id(step)] = len(self._parts)
                self._parts.append(step.inside)
                self._collect(step.inside)

    def _tests_behind(self) -> list[Callable[[str], bool]]:
        looks = (step for part in self._parts for step in part if step.kind == "look" and step.back)
        firsts = (step.inside[0].test for step in looks)
        return [test for test in firsts if test is not None]

    @cache  # noqa: B019 - an automaton lives as long as its pattern is checked
    def before(self, char: str) -> str:
        """Return the character that stands for one that was read."""
        return next(each for each in self._behind if self._alike(each, char))

    def _alike(self, one: str, other: str) -> bool:
        tests = self._tests_behind()
        return _signature(tests, one, self._plain) == _signature(tests, other, self._plain)

    @cache  # noqa: B019
    def moves(self, state: State) -> dict[str, dict[State, int]]:
        """Return where each character of the alphabet leads, and in how many ways, 2 for more."""
        return {char: found for char in self.alphabet if (found := self._next(state, char))}

    def _next(self, state: State, char: str) -> dict[State, int]:
        behind = self.before(char)
        found = {State(-1, 0, behind): 1} if state.part < 0 else {}
        for part, at in self._reading(State(max(state.part, 0), state.at, state.before), char):
            following = State(part, at + 1, behind)
            found[following] = min(2, found.get(following, 0) + 1)
        return found

    def _reading(self, state: State, char: str) -> Iterator[tuple[int, int]]:
        """Yield the instructions that read ``char`` next, twice where two ways lead there."""
        visits: Counter[tuple[int, int]] = Counter()
        waiting: list[tuple[int, int, frozenset[int]]] = [(state.part, state.at, frozenset())]
        while waiting:
            part, at, marks = waiting.pop()
            visits[part, at] += 1
            if visits[part, at] > 2:
                continue
            step = self._parts[part][at]
            if step.kind == "char":
                if step.test is not None and step.test(char):
                    yield part, at
                continue
            marks |= {step.other} if step.kind == "mark" else frozenset()
            followers = [(part, to) for to in self._followers(step, at, marks)]
            if self._may_pass(step, state.before, char):
                followers.append((part, at + 1))
            if step.kind == "look" and not step.back:
                followers.append((self._looks[id(step)], 0))
            waiting += [(*follower, marks) for follower in followers]

    def _followers(self, step: Step, at: int, marks: frozenset[int]) -> tuple[int, ...]:
        """Return where an instruction leads that neither reads nor looks."""
        if step.kind == "moved":
            return (step.to if step.other in marks else at + 1,)
        followers = {"split": (step.to, step.other), "jump": (step.to,), "mark": (at + 1,)}
        return followers.get(step.kind, ())

    def is_entry(self, state: State) -> bool:
        """Say whether a state has just read the first character of a loop; each cycle has one."""
        return (state.part, state.at - 1) in self._entries

    def _first_of_loops(self) -> Iterator[tuple[int, int]]:
        for number, part in enumerate(self._parts):
            for at, step in enumerate(part):
                if step.kind == "jump" and step.to < at:
                    yield from ((number, first) for first in _firsts(part, step.to + 1, at))

    def _may_pass(self, step: Step, before: str, after: str) -> bool:
        """Say whether a place may be what is wanted; longer look-arounds are taken to hold."""
        if step.kind == "at":
            return is_at(step.place, before, after, last=False, plain=self._plain)
        if step.kind != "look":
            return False
        first = step.inside[0]
        if len(step.inside) != 2 or first.test is None:
            return True
        char = before if step.back else after
        return (bool(char) and first.test(char)) != step.negated


def attacks(program: Program, mode: Mode) -> Iterator[Attack]:
    """Yield the families of texts that may take a matcher long, each word once."""
    automaton = Automaton(program, mode)
    reached = _reached(automaton)
    seen: set[str] = set()
    for state, word in _words(automaton, reached):
        if word not in seen:
            seen.add(word)
            for start in dict.fromkeys(("", reached[state])):
                for end in _ends(automaton, start + 2 * word):
                    yield Attack(start, word, end)


def _firsts(part: tuple[Step, ...], start: int, end: int) -> Iterator[int]:
    """Yield the instructions between two that may read the first character."""
    waiting, seen = [start], set()
    while waiting:
        at = waiting.pop()
        if at in seen or not start <= at < end:
            continue
        seen.add(at)
        step = part[at]
        if step.kind == "char":
            yield at
        elif step.kind == "split":
            waiting += [step.to, step.other]
        else:
            waiting.append(step.to if step.kind == "jump" else at + 1)


def _distinct(
    tests: Iterable[Callable[[str], bool]], chars: Iterable[str], plain: bool
) -> list[str]:
    """Return one of each kind of characters that no test tells apart."""
    kept = list(tests)
    found: dict[object, str] = {}
    for char in chars:
        found.setdefault(_signature(kept, char, plain), char)
    return list(found.values())


def _signature(tests: Iterable[Callable[[str], bool]], char: str, plain: bool) -> object:
    is_word = (char.isalnum() or char == "_") and (char.isascii() or not plain)
    return (is_word, char == "\n", *(test(char) for test in tests))


def _reached(automaton: Automaton) -> dict[State, str]:
    """Return every state with a shortest text that leads to it."""
    found = {automaton.start: ""}
    waiting = deque([automaton.start])
    while waiting:
        state = waiting.popleft()
        for char, states in automaton.moves(state).items():
            for following in states:
                if following not in found:
                    found[following] = found[state] + char
                    waiting.append(following)
    return found


def _components(automaton: Automaton, states: list[State]) -> dict[State, int]:
    """Number the strongly connected components that hold a cycle (Tarjan, without recursion)."""
    following = {s: {n for f in automaton.moves(s).values() for n in f} for s in states}
    order: dict[State, int] = {}
    low: dict[State, int] = {}
    path: list[State] = []
    found: dict[State, int] = {}
    done: set[State] = set()
    for root in states:
        work = [(root, iter(following[root]))] if root not in order else []
        if work:
            order[root] = low[root] = len(order)
            path.append(root)
        while work:
            state, left = work[-1]
            for each in left:
                if each not in order:
                    order[each] = low[each] = len(order)
                    path.append(each)
                    work.append((each, iter(following[each])))
                    break
                if each not in done:
                    low[state] = min(low[state], order[each])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    members = path[path.index(state) :]
                    del path[-len(members) :]
                    done.update(members)
                    if len(members) > 1 or state in following[state]:
                        found.update(dict.fromkeys(members, order[state]))
    return found


def _words(automaton: Automaton, reached: dict[State, str]) -> Iterator[tuple[State, str]]:
    """Yield words that can be read in ever more ways, and a state from which they can."""
    component = _components(automaton, list(reached))
    entries = [state for state in component if automaton.is_entry(state)]
    for entry in entries:
        if word := _twice(automaton, entry, component):
            yield entry, word
    for p in component:
        for q in entries:
            if p.before == q.before and p != q:
                yield from ((p, word) for word in _pumps(automaton, p, q, component))


def _twice(automaton: Automaton, state: State, component: dict[State, int]) -> str | None:
    """Return a shortest word that leads from a state back to it in two ways."""
    first = (state, state, False)
    words = {first: ""}
    waiting = deque([first])
    while waiting:
        one, other, apart = at = waiting.popleft()
        for char, followers in automaton.moves(one).items():
            for a, ways in followers.items():
                for b in automaton.moves(other).get(char, ()):
                    following = (a, b, apart or a != b or ways > 1)
                    if following == (state, state, True):
                        return words[at] + char
                    inside = component.get(a) == component.get(b) == component[state]
                    if inside and following not in words:
                        words[following] = words[at] + char
                        waiting.append(following)
    return None


def _pumps(automaton: Automaton, p: State, q: State, component: dict[State, int]) -> Iterator[str]:
    """Yield a few words: a shortest one, then shortest ones without a character of those."""
    waiting = deque([frozenset[str]()])
    for _ in range(_MOST_WORDS):
        banned = waiting.popleft() if waiting else None
        word = None if banned is None else _pump(automaton, (p, q), component, banned)
        if word and banned is not None:
            yield word
            waiting.extend(banned | {char} for char in sorted(set(word)))


def _pump(
    automaton: Automaton,
    ends: tuple[State, State],
    component: dict[State, int],
    banned: frozenset[str],
) -> str | None:
    """Return a shortest word that leads from p to p, from p to q and from q to q."""
    p, q = ends
    first = (p, p, q)
    words = {first: ""}
    waiting = deque([first])
    while waiting:
        triple = waiting.popleft()
        for char in automaton.moves(triple[0]).keys() - banned:
            for following in _together(automaton, triple, char, component):
                if following == (p, q, q):
                    return words[triple] + char
                if following not in words:
                    words[following] = words[triple] + char
                    waiting.append(following)
    return None


def _together(
    automaton: Automaton,
    triple: tuple[State, State, State],
    char: str,
    component: dict[State, int],
) -> Iterator[tuple[State, State, State]]:
    """Yield where a character leads three states; the outer two stay among those they reach."""
    one, between, other = triple
    for c in automaton.moves(other).get(char, ()):
        if component.get(c) != component[other]:
            continue
        for a in automaton.moves(one).get(char, ()):
            if component.get(a) == component[one]:
                yield from ((a, b, c) for b in automaton.moves(between).get(char, ()))


def _ends(automaton: Automaton, text: str) -> list[str]:
    """Return ends that few ways of reading the text go on with, the empty one first."""
    states = {automaton.start}
    for char in text:
        states = {f for s in states for f in automaton.moves(s).get(char, ())}

    def alive(char: str) -> int:
        return sum(f.part >= 0 for s in states for f in automaton.moves(s).get(char, ()))

    return ["", *sorted(automaton.alphabet, key=alive)[:_MOST_TAILS]]
