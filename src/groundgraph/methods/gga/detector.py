"""GGA, Graph Grounding and Alignment: the generator's own attention to the triples of its prompt.

"Detecting Hallucinations in Graph Retrieval-Augmented Generation via Attention Patterns and
Semantic Alignment", arXiv:2512.09148.

Deviations, each a parameter or named here:

- The answer's own entities end the paths. One that no path joins to its question is
  ``unverifiable``; ``pathless="scored"`` gives it PRD -1, no attention along a path.
- Which of the answer's words its question has is a feature (``features="extended"``), since
  many hallucinated answers only echo its topic. "paper" leaves it out; "traced" adds how
  attention spreads over the path and the subgraph, which needs a trace or a probe.
- ``features="untraced"`` looks at no attention: question, triples and answer are enough. It has
  a head of its own (`groundgraph.methods.gga.untraced`); "both" adds PRD and SAS, and is fitted.
- ``variant="released"`` computes PRD and SAS as the authors' code does.
- A short subgraph is not filled up by repeating triples; of a repeated triple the places count
  together.
- Without a fitted head the score is 1/2 + (PRD - SAS) / 4: reliance on the path and distance
  from the triples, which is what the paper finds in hallucinations. It orders answers; its
  threshold is that of the authors' rows (best F1), and holds for no other model.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, get_args

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.fitting import fit_boosted, fit_logistic
from groundgraph.learn.inputs import DEFAULT_FIT, check_head, check_options, judgeable, labels_of
from groundgraph.methods.checkable import examples_of
from groundgraph.methods.gga.attention import NAMES as PRD_AND_SAS
from groundgraph.methods.gga.attention import Variant
from groundgraph.methods.gga.facts import Pathless, PromptSettings
from groundgraph.methods.gga.features import NAMES, FeatureSet, matrix, measure
from groundgraph.methods.gga.inputs import origin, read, read_untraced, traced
from groundgraph.methods.gga.linear import Order
from groundgraph.methods.gga.paths import Which
from groundgraph.methods.gga.prompts import check_template
from groundgraph.methods.gga.subgraph import Pruning
from groundgraph.methods.gga.untraced import HEAD
from groundgraph.methods.gga.verdicts import HeadOutput, verdict
from groundgraph.progress import batches
from groundgraph.ranges import COUNT, SHARE, in_ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.learn.boosted import XGBoostHead
    from groundgraph.learn.decision import Decision
    from groundgraph.learn.expectation import Expectation
    from groundgraph.learn.heads import LogisticHead
    from groundgraph.methods.gga.features import GraphFeatures
    from groundgraph.methods.gga.inputs import Provenance
    from groundgraph.protocols import Probe
    from groundgraph.types import Example, FitOptions, Verdict

_WORDS = {
    "features": get_args(FeatureSet),
    "variant": get_args(Variant),
    "paths": get_args(Which),
    "order": get_args(Order),
    "pathless": get_args(Pathless),
}


@dataclass(frozen=True)
class GGA:
    """Graph Grounding and Alignment: the model's attention to the triples of its prompt.

    Each answer is judged by what its row has: a recorded ``trace`` (a path, or a
    `groundgraph.types.traces.Trace`), else ``prd`` and ``sas``, else, with a probe, its ``prompt``
    or one made of its question and triples. All stand in `Example.metadata`.

    Attributes:
        probe: Traces the model that wrote the answers; needed where no trace is recorded.
        features: "paper", "extended", "traced", "untraced" or "both": what `fit` fits a head on. An
            answer that lacks one is unverifiable with a head; without one, "untraced" has its own,
            and all others look at PRD and SAS alone.
        variant: PRD and SAS by the paper's "paper" definitions, or as in the "released" code.
        size: K: more triples than this, without a prompt or ``paths``, are pruned to K.
        max_hops: The most triples of a path.
        paths: "one" path to the nearest entity of the answer, one to "each", or "all" the
            shortest ones.
        ignored: Words of questions that are entities too, and not meant.
        order: How triples are written into a prompt, and looked for in one; see
            `groundgraph.methods.gga.linear.Lineariser`.
        template: The prompt that is made where a row has none.
        pathless: What an answer is that no path joins to its question: "unverifiable", or
            "scored".
        threshold: An unfitted score from which an answer is hallucinated.
        head: Fitted classifier over the features, or ``None`` for the score of PRD and SAS; for
            "untraced", for the head that comes with it.
        decision: Calibration and threshold of ``head``.
        origins: Whose answers ``head`` was fitted on: models, and which of their tokens were
            traced, or given PRD and SAS. Other answers are unverifiable; ``()`` lets all pass.
        expectation: What was fitted last, and how it did on answers held out.

    Raises:
        InputError: When a field has a value that it cannot have.
        ModelError: When the head reads other features, or has no decision.
    """

    probe: Probe | None = None
    features: FeatureSet = "extended"
    variant: Variant = "paper"
    size: int = 20
    max_hops: int = 3
    paths: Which = "each"
    ignored: tuple[str, ...] = ()
    order: Order = "path_first"
    template: str = PromptSettings().template
    pathless: Pathless = "unverifiable"
    threshold: float = 0.606
    head: XGBoostHead | LogisticHead | None = None
    decision: Decision | None = None
    origins: tuple[str, ...] = ()
    expectation: Expectation | None = field(default=None, metadata={"later": True})

    def __post_init__(self) -> None:
        for name, known in _WORDS.items():
            if getattr(self, name) not in known:
                found = repr(getattr(self, name))
                raise InputError(f"{name} is {found}; expected one of {known}", field=name)
        check_template(self.template)
        in_ranges(self, size=COUNT, max_hops=COUNT, threshold=SHARE)
        self.settings()
        check_head(self.head, self.decision, NAMES[self.features])

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers; each is one claim, and its triples are the evidence."""
        examples = examples_of(examples)
        readings = self._read(examples)  # the subgraph of K triples, linearised, and its paths
        readings = traced(readings, self.probe)  # attention and hidden states of the answer
        measured = self._measure(examples, readings)  # PRD, SAS, surface and reach features
        judged = [
            self._known(each.needing(self._names()), reading)
            for each, reading in zip(measured, readings, strict=True)
        ]
        scores = self._score(judged)  # XGBoost, or PRD and SAS alone
        return [
            verdict(example, reading, each, self._judgement(score))
            for example, reading, each, score in zip(
                examples, readings, judged, scores, strict=True
            )
        ]

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> GGA:
        """Fit a head on the features, calibrated and thresholded out-of-fold.

        Answers over the same triples, or to the same question, stay in one fold.

        Args:
            examples: Labelled answers; those that cannot be measured are left out.
            options: Calibration, threshold, ``head``: "xgboost" as in the paper, or "logistic", and
                ``boosting``: how XGBoost grows its trees; as in the paper where not given.

        Raises:
            InputError: When a label is missing, an option is unknown or too few
                answers of a class can be measured.
            MissingExtraError: When xgboost, which only fitting needs, is not installed.
        """
        check_options(options, "gga", "head", "boosting")
        head = options.head or "xgboost"
        if head not in ("xgboost", "logistic"):
            raise InputError(f"head is {head!r}; expected 'xgboost' or 'logistic'", field="head")
        names = NAMES[self.features]
        readings = [
            reading
            for batch in batches("read answers", examples)
            for reading in traced(self._read(batch), self.probe)
        ]
        measured = [m.needing(names) for m in self._measure(examples, readings)]
        kept, labels = _kept(measured), labels_of(examples)
        fit_head = (
            partial(fit_boosted, settings=options.boosting) if head == "xgboost" else fit_logistic
        )
        fitted = fit_head(
            matrix([measured[i] for i in kept], names),
            judgeable(labels, np.isin(np.arange(len(labels)), kept)),
            names,
            folds_by=_groups([examples[i] for i in kept]),
            calibration=options.calibration,
            policy=options.threshold,
        )
        origins = tuple(sorted({origin(readings[i]) for i in kept}))
        return replace(self, **fitted._asdict(), origins=origins)

    def settings(self) -> PromptSettings:
        """Return how subgraphs and prompts are made.

        Raises:
            InputError: When ``size`` and ``max_hops`` do not fit.
        """
        try:
            pruning = Pruning(self.size, self.max_hops, self.paths)
        except ValueError as error:
            raise InputError(str(error), field="size") from error
        return PromptSettings(pruning, self.ignored, self.order, self.template, self.pathless)

    def _read(self, examples: Sequence[Example]) -> list[Provenance]:
        settings, probing = self.settings(), self.probe is not None
        if self.features == "untraced":
            return [read_untraced(example, settings) for example in examples]
        return [read(example, settings, probing=probing) for example in examples]

    def _measure(
        self, examples: Sequence[Example], readings: Sequence[Provenance]
    ) -> list[GraphFeatures]:
        reaching = self.features in ("untraced", "both")
        return measure(examples, readings, self.variant, reaching=reaching)

    def _known(self, measured: GraphFeatures, reading: Provenance) -> GraphFeatures:
        """Refuse attention of another model than the head knows: its scale may be another."""
        own = origin(reading)
        if measured.problem or self.head is None or own in (self.origins or (own,)):
            return measured
        fitted_on = " and ".join(self.origins)
        return measured._replace(
            problem=f"the head was fitted on {fitted_on}, and this answer has {own}; fit it on "
            "answers like this one too"
        )

    def _names(self) -> tuple[str, ...]:
        if self.head is not None:
            return self.head.names
        return HEAD.names if self.features == "untraced" else PRD_AND_SAS

    def _score(self, measured: Sequence[GraphFeatures]) -> list[float]:
        """Return a score for each answer, 0 where it cannot be judged."""
        x = matrix([each for each in measured if not each.problem], self._names())
        if self.head is None and self.features == "untraced":
            scores = iter(HEAD.probability(x).tolist())
        elif self.head is None or self.decision is None:
            prd, sas = x.T
            scores = iter((0.5 + (prd - sas) / 4).tolist())
        else:
            scores = iter(self.decision.scores_of_log_odds(self.head.log_odds(x)).tolist())
        return [0.0 if each.problem else next(scores) for each in measured]

    def _judgement(self, score: float) -> HeadOutput:
        if self.decision is None:
            return HeadOutput(self._names(), score, self.threshold, calibrated=False)
        calibrated = self.decision.calibrated
        return HeadOutput(self._names(), score, self.decision.threshold, calibrated)


def _kept(measured: Sequence[GraphFeatures]) -> list[int]:
    kept = [number for number, each in enumerate(measured) if not each.problem]
    if not kept:
        first = measured[0].problem if measured else "there are none"
        raise InputError(f"none of the {len(measured)} answers can be measured: {first}")
    return kept


def _groups(examples: Sequence[Example]) -> list[str]:
    """Name each answer's triples, or without them its question."""
    numbers: dict[object, str] = {}
    return [numbers.setdefault(e.triples or e.question, str(len(numbers))) for e in examples]
