"""The detectors that judge claim by claim and then the answer; each adds only its measures.

The label is the answer's: a claim is marked only in an answer that is flagged, and a flagged
answer marks at least its worst claim.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from groundgraph.errors import NotFittedError
from groundgraph.learn.inputs import DEFAULT_FIT, check_options, judgeable, two_classes
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe
from groundgraph.methods.checkable import NOTHING_ALIKE, NOVEL, evidence_groups, unverifiable
from groundgraph.methods.fused.blocks import conflicts, details, form
from groundgraph.methods.fused.citing import as_given
from groundgraph.methods.fused.findings import findings_of
from groundgraph.methods.fused.nearest import in_other_words
from groundgraph.methods.fused.reading import STEPS, claim_labels, learn_rarity, read
from groundgraph.methods.fused.refitting import refitted
from groundgraph.methods.fused.views import Measured, Trained, View
from groundgraph.methods.read_as import read_by, reads
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.progress import batches
from groundgraph.types import Edge, Verdict, node_names
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from groundgraph.learn.expectation import Expectation
    from groundgraph.learn.operating import OperatingPoint
    from groundgraph.learn.shift import Shift
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.protocols import Segmenter
    from groundgraph.types import Evidence, Example, Finding, FitOptions, Mark

RECIPE = TwoLevelRecipe(
    claim_trees=TreeSettings(
        learning_rate=0.05, max_iter=300, max_leaf_nodes=31, min_samples_leaf=40, l2=1.0,
        max_features=0.5,
    ),
    answer_trees=TreeSettings(
        learning_rate=0.04, max_iter=200, max_leaf_nodes=15, min_samples_leaf=40, l2=5.0,
        max_features=0.3,
    ),
    monotone={
        **dict.fromkeys(("unseen_share", "unseen_rarity_share", "unseen_numbers"), 1),
        **dict.fromkeys(details.CONFLICTS, 1),
    },
)  # fmt: skip
_AT_ONCE = 256
_BELOW = 0.9
"""Of the threshold of claims: the most that a claim scores which is not flagged."""


@dataclass(frozen=True)
class SentenceLevel(ABC):
    """Base of the detectors whose claims are sentences under a `TwoLevelHead`.

    Attributes:
        segmenter: Cuts answers into claims and passages into units.
        rarity: How rare each stem is; learned by `fit`.
        head: Claim and answer heads; learned by `fit`.
        english_only: Whether `detect` refuses what is not English prose or data, and sets unrelated
            passages aside. The shipped heads know nothing else; turn it off for one that was
            fitted on another language.
    """

    name: ClassVar[str]
    exchanged: ClassVar[str] = ""
    """The remark on every answer where a part is not the one that the head was fitted with."""

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    rarity: Rarity | None = None
    head: TwoLevelHead | None = None
    english_only: bool = True

    @property
    @abstractmethod
    def shift(self) -> Shift:
        """What is added beside the trees where they are fitted, of it what is measured."""

    @abstractmethod
    def measure(self, readings: Iterable[Reading], rarity: Rarity, /) -> Measured:
        """Measure answers that can be checked, and their claims.

        ``readings`` are made while they are drawn, and gone through once.
        """

    def _learn_rarity(self, readings: Sequence[Reading], /) -> Rarity:
        return learn_rarity(readings)

    def measure_all(self, readings: Sequence[Reading], rarity: Rarity) -> Table:
        """Measure any number of answers, a few at a time."""
        parts = batches("measured answers", readings, _AT_ONCE) if readings else [readings]
        tables = [self.measure(part, rarity).table for part in parts]
        sizes = [len(table.answers) for table in tables]
        firsts = np.cumsum([0, *sizes])[:-1].tolist()
        return tables[0]._replace(
            claims=np.concatenate([table.claims for table in tables]),
            owner=np.concatenate(
                [t.owner + first for t, first in zip(tables, firsts, strict=True)]
            ),
            answers=np.concatenate([table.answers for table in tables]),
            beside=np.concatenate([table.beside for table in tables]),
            form=form.measure(readings),
            form_names=form.NAMES,
        )

    @reads(*STEPS)
    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers.

        Raises:
            NotFittedError: Before `fit`; ``groundgraph.load(name)`` is the shipped detector.
        """
        if self.rarity is None or self.head is None:
            raise NotFittedError(
                f"this {self.name} detector has no fitted head; call fit, or use the shipped "
                f"one: groundgraph.load({self.name!r})"
            )
        # What passages have in common with an answer was measured on English words alone.
        rarity = self.rarity if self.english_only else None
        readings: list[Reading] = []

        def checkable() -> Iterator[Reading]:
            for reading in read(examples, self.segmenter, rarity):
                readings.append(reading)
                if not reading.obstacle:
                    yield reading

        measured = self.measure(checkable(), self.rarity)
        forms = form.measure(reading for reading in readings if not reading.obstacle)
        table = measured.table._replace(form=forms, form_names=form.NAMES)
        judged = _verdicts(measured._replace(table=table), self.head, self.exchanged)
        return [
            unverifiable(reading.obstacle)
            if reading.obstacle
            else _remarked(as_given(next(judged), reading, self.rarity), reading.remark)
            for reading in readings
        ]

    def at(self, wanted: str) -> Self:
        """Return a copy that flags answers at another threshold; nothing is fitted.

        Args:
            wanted: One of `operating_points` by name, such as "fpr=0.05", "recall=0.9" or
                "precision=0.9@0.1" (at a share of 10% hallucinated answers); or a threshold of the
                answers' scores, "0.4".

        Raises:
            InputError: When there is no such point; says which there are.
            NotFittedError: Before `fit`.
        """
        if self.head is None:
            raise NotFittedError(f"this {self.name} detector has no operating points; call fit")
        return replace(self, head=self.head.at(wanted))

    @property
    def is_calibrated(self) -> bool:
        """Whether scores are probabilities, of answers like those that they were calibrated on."""
        return self.head is not None and self.head.answer_decision.calibrated and not self.exchanged

    @property
    def operating_points(self) -> tuple[OperatingPoint, ...]:
        """What `at` takes, with what each promises and did out-of-fold; () before `fit`."""
        return () if self.head is None else self.head.points

    @property
    def expectation(self) -> Expectation | None:
        """What was fitted last, on how many answers, and how it does on others like them.

        ``None`` before `fit`, and of files that were saved without it.
        """
        return None if self.head is None else self.head.expectation

    @property
    def training_report(self) -> dict[str, Any]:
        """Out-of-fold figures of the answers that it was fitted on, for the training record."""
        if self.head is None:
            return {}
        expected = self.head.expectation
        return {
            **({} if expected is None else {"expectation": expected.as_json()}),
            "reliability": [list(row) for row in self.head.reliability],
            "operating_points": [point.name for point in self.head.points],
        }

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> Self:
        """Return a copy fitted on labelled answers.

        On few labels the trees stay those of this detector, or where it has none the shipped ones,
        and calibration, threshold and what counts as novel are fitted; `expectation` says what was,
        and what to expect. `groundgraph.methods.fused.refitting.refitted` says how many are few.

        Args:
            examples: Labelled answers; gold spans, where given, teach the claim head. Without
                them each claim takes its answer's label. Answers that cannot be checked are left
                out.
            options: Calibration, threshold, and what is refitted.

        Raises:
            InputError: When a label is missing, an option is unknown, too few answers of a class
                are left, or no trees rank hallucinated answers higher.
        """
        check_options(options, self.name, "refit")
        recipe = replace(RECIPE, calibration=options.calibration, threshold=options.threshold)
        return refitted(self, examples, recipe, options.refit)

    def fit_out_of_fold(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        recipe: TwoLevelRecipe = RECIPE,
        *,
        others: Sequence[Example] = (),
    ) -> tuple[Self, Trained]:
        """Fit, and return what the heads said of answers whose evidence they had not seen.

        Args:
            examples: As for `fit`.
            labels: As for `fit`.
            recipe: How to fit; what is added beside the trees is the detector's `shift`.
            others: More answers with a label, such as made ones; they train the heads but are
                not calibrated or reported on.
        """
        judged = two_classes(labels, len(examples))
        every = [*read(read_by(STEPS, [*examples, *others]), self.segmenter)]
        checked = np.array([not reading.obstacle for reading in every], bool)
        n_judged = int(checked[: len(examples)].sum())
        judgeable(judged, checked[: len(examples)])
        checkable = [reading for reading in every if not reading.obstacle]
        kept = np.append(judged, [bool(example.label) for example in others]).astype(bool)[checked]
        gold = claim_labels(checkable, kept.tolist())
        rarity = self._learn_rarity(every[: len(examples)])
        table = self.measure_all(checkable, rarity)
        groups = evidence_groups([reading.example for reading in checkable])
        recipe = replace(recipe, shift=self.shift)
        head, scores = recipe.fit(table, gold, kept, groups, n_judged=n_judged)
        own = slice(len(scores.claims))
        trained = Trained(
            head,
            checked[: len(examples)],
            scores.answers,
            scores.claims,
            gold[own],
            table.owner[own],
            scores.claim_trees,
            scores.answer_trees,
        )
        return replace(self, rarity=rarity, head=head), trained


def stacked(
    claims: Sequence[NDArray[np.float64]],
    answers: Sequence[Sequence[float]],
    claim_names: tuple[str, ...],
    answer_names: tuple[str, ...],
) -> Table:
    """Stack the rows of each answer into the table that the heads read."""
    return Table(
        np.concatenate([np.zeros((0, len(claim_names))), *claims]),
        np.repeat(np.arange(len(claims)), [len(rows) for rows in claims]),
        np.array(answers, float).reshape(len(answers), len(answer_names)),
        claim_names,
        answer_names,
    )


def _remarked(verdict: Verdict, remark: str) -> Verdict:
    return replace(verdict, reason="; ".join(filter(None, (remark, verdict.reason))))


def _verdicts(measured: Measured, head: TwoLevelHead, exchanged: str) -> Iterator[Verdict]:
    table = measured.table
    if not len(table.answers):
        return
    judgement = head.judge(table)
    stop = 0
    for number, (reading, view) in enumerate(measured.views()):
        start, stop = stop, stop + len(reading.claims)
        flags = judgement.claim_flags[start:stop].tolist()
        calibrated = bool(judgement.calibrated[number]) and not exchanged
        novel = NOVEL if head.answer_decision.calibrated and not calibrated else ""
        scores = judgement.claim_scores[start:stop].tolist()
        least = head.claim_decision.threshold
        held = in_other_words(reading, view, flags)
        found = findings_of(reading, view, flags, scores, held)
        findings = tuple(_on_its_side(finding, least) for finding in found)
        if all(finding.outcome == "unverifiable" for finding in findings):
            yield unverifiable(NOTHING_ALIKE, findings)
            continue
        yield Verdict(
            label="hallucinated" if judgement.answer_flags[number] else "grounded",
            hallucination_score=float(judgement.answer_scores[number]),
            calibrated=calibrated,
            threshold=head.answer_decision.threshold,
            claim_threshold=least,
            findings=findings,
            features=_features(table, number, slice(start, stop)),
            reason="; ".join(
                filter(
                    None,
                    (
                        _unchecked(findings),
                        conflicts.remark(view.conflicts),
                        view.remark,
                        exchanged or novel,
                    ),
                )
            ),
            edges=(*_without_ways(view.edges, _flagged(findings)), *_joined(held)),
            triples=view.triples,
            marks=_marks(view, findings),
            conflicts=view.conflicts,
        )


def _on_its_side(finding: Finding, threshold: float) -> Finding:
    """Return a finding with a score from the threshold on exactly where it is flagged.

    The answer decides too: its worst claim is flagged with it, and none is where it is not.
    """
    if finding.score is None:
        return finding
    if finding.outcome in FLAGGED:
        return replace(finding, score=max(finding.score, threshold))
    return replace(finding, score=min(finding.score, _BELOW * threshold))


def _joined(held: Mapping[int, Evidence]) -> Iterator[Edge]:
    """Yield an edge to each claim that a passage holds in other words."""
    for claim, unit in held.items():
        yield Edge(node_names.passage(unit.passage_id), node_names.claim(claim), unit.score)


def _flagged(findings: Sequence[Finding]) -> frozenset[str]:
    """Return the flagged claims, as edges call them."""
    flagged = (n for n, each in enumerate(findings) if each.outcome in FLAGGED)
    return frozenset(map(node_names.claim, flagged))


def _without_ways(edges: Sequence[Edge], flagged: frozenset[str]) -> list[Edge]:
    """Return edges without the ways that lead to nothing but flagged claims.

    >>> from groundgraph.types import Edge
    >>> way = [Edge("q", "p:1", 1.0, "links"), Edge("p:1", "c:0", 1.0, "links")]
    >>> len(_without_ways(way, frozenset())), _without_ways(way, frozenset(["c:0"]))
    (2, [])
    """
    kept, ended = list(edges), flagged
    while ended:
        left = [edge for edge in kept if edge.kind != "links" or edge.target not in ended]
        on = {edge.source for edge in left if edge.kind == "links"}
        ended = frozenset(
            edge.source
            for edge in kept
            if edge.kind == "links" and edge.target in ended and edge.source not in on
        )
        kept = left
    return kept


def _unchecked(findings: Sequence[Finding]) -> str:
    """Say how many claims of an answer have nothing in common with its evidence, or ""."""
    count = sum(finding.outcome == "unverifiable" for finding in findings)
    return f"{count} of {len(findings)} claims could not be checked" if count else ""


def _features(table: Table, number: int, claims: slice) -> dict[str, float]:
    """Return what was measured of an answer; of what claims are measured by beside, the highest."""
    own = dict(zip(table.answer_names, table.answers[number].tolist(), strict=True))
    if not table.beside_names:
        return own
    beside = table.beside[claims].max(axis=0).tolist()
    return own | dict(zip(table.beside_names, beside, strict=True))


def _marks(view: View, findings: Sequence[Finding]) -> tuple[Mark, ...]:
    """Mark words of flagged claims, none as contradicted where the claim is only unsupported."""
    if view.marker is None:
        return ()
    return tuple(
        mark._replace(kind="unsupported") if finding.outcome == "unsupported" else mark
        for number, finding in enumerate(findings)
        if finding.outcome in FLAGGED
        for mark in view.marker.of_claim(number)
    )
