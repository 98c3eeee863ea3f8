"""The detectors of one process, each behind its queue."""

from __future__ import annotations

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.checking import batches, characters
from groundgraph.errors import GroundgraphError, InputError
from groundgraph.io.limits import parts_of
from groundgraph.io.writing import error_row, verdict_row
from groundgraph.registry import VERIFIERS
from groundgraph.serve.batching import Batcher
from groundgraph.serve.errors import DeadlineError, DetectorError, UnknownError, without_faults
from groundgraph.serve.logs import note
from groundgraph.serve.tracing import span
from groundgraph.specs import load
from groundgraph.types import Example, Verdict
from groundgraph.types.parts import Pair
from groundgraph.workers import judged

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence

    from starlette.datastructures import QueryParams

    from groundgraph.io.reading import Row
    from groundgraph.protocols import Detector, Verifier
    from groundgraph.serve.metrics import Metrics
    from groundgraph.serve.settings import Settings

Record = dict[str, Any]
VERIFIER = "minilm"
"""What answers questions of entailment."""
_MANY = (
    "that is the time of the whole list; send less at once, or rows one a line, each with its own"
)
_STUCK = 2.0
"""Deadlines after which a batch is taken not to end."""
_LONG = 100_000
"""Characters of an answer and its passages beyond which a row waits with others like it."""
_MANY_PAIRS = 200_000
"""Pairs of a sentence or number of the answer with one of the passages beyond which it does, too.

They take about a second; no row of RAGTruth has more than 31,000.
"""
_WARM = Example("The battery lasts a day.", ["The battery lasts a day."])


class Entailed(NamedTuple):
    """What the verifier says of a pair: probabilities, or why it could not be judged."""

    entailment: float
    neutral: float
    contradiction: float
    problem: str


def check_query(query: QueryParams) -> None:
    """Refuse parameters that nothing reads.

    Raises:
        InputError: Names one.
    """
    if unknown := next((name for name in query if name != "detector"), ""):
        hint = "; the threshold is that of `groundgraph serve --at`" if unknown == "at" else ""
        raise InputError(
            f"there is no parameter {unknown[:60]!r}, only 'detector'{hint}", field=unknown[:60]
        )


class _Lanes(NamedTuple):
    """The queues of one detector."""

    short: Batcher[Row, Record]
    long: Batcher[Row, Record]

    def of(self, row: Row) -> Batcher[Row, Record]:
        """Return the queue that a row waits in."""
        return self.long if _takes_seconds(row) else self.short


def _takes_seconds(row: Row) -> bool:
    if sum(characters(row)) > _LONG:
        return True
    return row.example is not None and math.prod(parts_of(row.example)) > _MANY_PAIRS


class Judges:
    """What a process judges with; the models are loaded by one thread.

    It judges, but for rows with long texts or many pairs of sentences, of which one takes seconds:
    those are judged by another thread, behind queues of their own, so that no short answer waits
    for one.

    Args:
        settings: Of the server.
        metrics: Of the process.

    Attributes:
        specs: References of the detectors by the names that requests use.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="judge")
        self._detectors: dict[str, tuple[Detector, Mapping[str, Any]]] = {}
        self.specs = dict(settings.detectors)
        self._verifier: Verifier | None = None
        self._long_thread = ThreadPoolExecutor(1, thread_name_prefix="judge-long")
        self._queues = {name: self._lanes(name) for name in settings.detectors}
        self._pairs: Batcher[Pair, Entailed] = Batcher(
            self._entailed, self._thread, *self._sizes(), metrics
        )

    def _lanes(self, name: str) -> _Lanes:
        def run(rows: Sequence[Row]) -> list[Record]:
            detector, spec = self._detectors[name]
            parts = batches(rows, self._settings.batch_size)
            return [record for part in parts for record in judged(detector, spec, part)]

        threads = self._thread, self._long_thread
        return _Lanes(*(Batcher(run, each, *self._sizes(), self._metrics) for each in threads))

    def _all(self) -> list[Batcher[Any, Any]]:
        return [*chain.from_iterable(self._queues.values()), self._pairs]

    def _sizes(self) -> tuple[int, float, int, float]:
        of = self._settings
        return of.batch_size, of.wait, of.queue, of.deadline

    async def load(self) -> None:
        """Begin to take requests, and load the models; what is asked before waits for them.

        Raises:
            GroundgraphError: When a detector cannot be loaded.
        """
        for queue in self._all():
            queue.start()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._load)
        self._metrics.ready()

    def _load(self) -> None:
        for name, spec in self.specs.items():
            self._detectors[name] = self._loaded(spec), spec

    def _loaded(self, spec: Mapping[str, Any]) -> Detector:
        detector = load(spec, trust=self._settings.trust)
        if spec.get("folder", "") is None and "set" not in spec:
            # What comes with the package asks nothing outside, so it can be tried.
            detector.detect([_WARM])
        return detector

    async def add(self, name: str, spec: Mapping[str, Any]) -> None:
        """Judge by one more detector from now on, or by another under the same name.

        Raises:
            GroundgraphError: When it cannot be loaded; one of that name goes on judging.
        """
        loop = asyncio.get_running_loop()
        detector = await loop.run_in_executor(self._thread, self._loaded, spec)
        if name not in self._queues:
            self._queues[name] = self._lanes(name)
            for queue in self._queues[name]:
                queue.start()
        self._detectors[name], self.specs[name] = (detector, spec), spec

    @property
    def stuck(self) -> bool:
        """Whether a batch has been judged for so long that nothing behind it is judged in time."""
        return max(queue.judging_for for queue in self._all()) > _STUCK * self._settings.deadline

    def listed(self) -> list[Mapping[str, Any]]:
        """Return the detectors that requests can name, each with its spec."""
        return [
            {"name": name, "default": name == self._settings.default, "spec": dict(spec)}
            for name, spec in self.specs.items()
        ]

    async def close(self) -> None:
        """Judge what waits, then end."""
        for queue in self._all():
            await queue.close()
        self._thread.shutdown()
        self._long_thread.shutdown()

    def name(self, wanted: str | None) -> str:
        """Return the name of the detector that a request means.

        Raises:
            UnknownError: When the server has none of that name.
        """
        name = wanted or self._settings.default
        if name not in self._queues:
            known = ", ".join(self._queues)
            raise UnknownError(f"no detector {name[:60]!r} is served; there are: {known}")
        return name

    def named(self, query: QueryParams) -> str:
        """Return the name of the one detector that a query names; the default one of none.

        Raises:
            InputError: When it names several.
            UnknownError: When the server has none of that name.
        """
        check_query(query)
        given = query.getlist("detector")
        if len(given) > 1:
            raise InputError(
                f"field 'detector' is given {len(given)} times; ask once for each detector",
                field="detector",
            )
        return self.name(given[0] if given else None)

    def admit(self, name: str) -> None:
        """Make sure that a request of many can begin.

        Raises:
            BusyError: When the queue is full.
        """
        if self._queues[name].short.full:
            raise self._queues[name].short.busy()

    async def record(
        self, row: Row, name: str, until: float | None = None, *, patient: bool = False
    ) -> Record:
        """Return the verdict row of an answer, or its error row.

        Args:
            row: The answer, or what is wrong with it.
            name: Of the detector.
            until: The loop's time at which it is given up; by default the deadline from now.
            patient: Whether to wait for room in the queue.

        Raises:
            BusyError: When there is none.
        """
        with span("groundgraph.judge", {"groundgraph.detector": name}) as traced:
            record = without_faults(await self._judge(row, name, until, patient))
            label = "error" if "error" in record else record["label"]
            traced.set_attribute("groundgraph.label", label)
        self._metrics.answer(label)
        note(label, row, log_texts=self._settings.log_texts)
        return record

    async def _judge(self, row: Row, name: str, until: float | None, patient: bool) -> Record:
        if row.error is not None:
            return error_row(row, row.error)
        queue = self._queues[name].of(row)
        try:
            submitted = await self._let_in(queue, row, until) if patient else queue.submit(row)
            record: Record = await self._in_time(submitted, until)
        except DeadlineError as error:
            told = DeadlineError(f"{error}: {_MANY}") if patient and until is not None else error
            return self._not_judged(row, name, told)
        except DetectorError as error:
            return self._not_judged(row, name, error)
        return record

    async def _let_in(
        self, queue: Batcher[Row, Record], row: Row, until: float | None
    ) -> asyncio.Future[Record]:
        """Wait for room: of lines, whose time begins then, for as long as it takes.

        Raises:
            DeadlineError: When there was none in time.
        """
        room = queue.submit_patiently(row)
        if until is None:
            return await room
        submitted: asyncio.Future[Record] = await self._in_time(room, until)
        return submitted

    def _not_judged(self, row: Row, name: str, error: Exception) -> Record:
        if self._settings.fail == "closed" or row.example is None:
            return error_row(row, error)
        verdict = Verdict("unverifiable", None, reason=str(error))
        return verdict_row(row.example, verdict, row.line, self.specs[name])

    async def _in_time(self, result: Awaitable[Any], until: float | None) -> Any:
        """Wait for a result.

        Raises:
            DeadlineError: When it is not there in time; it is not made then, where not begun.
            DetectorError: When what makes it fails.
        """
        seconds = self._settings.deadline
        if until is not None:
            seconds = max(until - asyncio.get_running_loop().time(), 0.0)
        try:
            return await asyncio.wait_for(result, seconds)
        except asyncio.TimeoutError as error:
            most = self._settings.deadline
            raise DeadlineError(f"the answer was not judged within {most:g} s") from error
        except GroundgraphError as error:
            raise DetectorError(str(error)) from error

    async def entailed(self, premise: str, hypothesis: str, until: float) -> Entailed:
        """Say whether one text follows from another.

        Raises:
            BusyError: When the queue is full.
            DeadlineError: When it is not said in time.
            DetectorError: When the verifier cannot be used.
        """
        found: Entailed = await self._in_time(self._pairs.submit(Pair(premise, hypothesis)), until)
        return found

    def _entailed(self, pairs: Sequence[Pair]) -> list[Entailed]:
        if self._verifier is None:
            self._verifier = VERIFIERS.get(VERIFIER)()
        said = self._verifier.verify(pairs)
        numbers = zip(said.entailment, said.neutral, said.contradiction, strict=True)
        return [
            Entailed(float(yes), float(open_), float(no), said.problems.get(index, ""))
            for index, (yes, open_, no) in enumerate(numbers)
        ]
