"""KEA Explain: the knowledge graph of an answer against that of its evidence.

Haskins and Adams, "KEA Explain: Explanations of Hallucinations using Graph Kernel Analysis",
arXiv:2507.03847. Section numbers are the paper's.

Deviations, each a parameter or named here:

- Triples are read by the embedded extractor; the paper asks an LLM, which ``extractor`` can be.
- Open domain: the descriptions of linked entities are told as sentences and read by the same
  extractor. What something is rules out nothing else that it is, so that a description supports
  claims and contradicts none but by a number or date.
- An empty graph on either side is ``unverifiable``; the original gives it similarity 0.
- Open domain: what the source says nothing about is ``unverifiable`` and left out of the
  claim graph. The paper counts it as hallucinated, its main source of false positives. Linked
  entities bear the source's names, so that ends are one or differ at ``rule.ends``; facts are
  also compared in the usual phrasings of their property, and one of several values (an
  occupation) contradicts no other.
- Dates and amounts with a unit are compared exactly, as the paper does numbers, and are never
  clustered with unlike ones; nor is a predicate with its denial.
- A claim that some evidence states, that differs from it in kind (a date where the evidence
  has a name), or whose sentence gives the evidence's value too, is not contradicted. Between
  texts, a reader must see it too (``published_rule``): neither may be denied, both must be put
  alike, and the relation must have one value (`groundgraph.methods.kea.differences`). What is
  stated in other triples is supported (`groundgraph.methods.kea.support`), as is what follows
  (`groundgraph.methods.kea.inferences`), unless what the judges of `groundgraph.text` are certain
  of speaks against it (`groundgraph.methods.kea.objections`). None of this changes h.
- The score is h, but at least the threshold where the evidence contradicts a statement, takes it
  back or states some sentences and others not, and below the threshold where it states every
  one; a score so moved is no probability. Where h is below the threshold and the evidence states
  no sentence, the answer is unverifiable. Under ``published_rule`` it is h.
- Citation marks are taken out of answers, and a passage that lists triples is read as given
  triples.
- A passage that is JSON is read field by field.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.decision import Decision
from groundgraph.learn.expectation import Expectation, fitted_decision
from groundgraph.learn.inputs import DEFAULT_FIT, check_options, judgeable, labels_of
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.evidence_text import WITHOUT_MARKUP
from groundgraph.methods.given_triples import LISTED_GIVEN
from groundgraph.methods.kea.compared import Comparison
from groundgraph.methods.kea.comparison import (
    ContradictionRule,
    Embedded,
    TripleVectors,
    cluster_labels,
    contradictions,
    embed,
    relabel,
    select_relations,
)
from groundgraph.methods.kea.contrastive import TemplateExplainer
from groundgraph.methods.kea.differences import Sides, pairs_of, plain_contradictions
from groundgraph.methods.kea.findings import findings_of
from groundgraph.methods.kea.graphs import closed_domain
from groundgraph.methods.kea.inferences import Manners, denials, inferred
from groundgraph.methods.kea.kernels import wl_similarity
from groundgraph.methods.kea.objections import Objections
from groundgraph.methods.kea.places import places_of
from groundgraph.methods.kea.rules import (
    can_differ,
    equal_edges,
    exact,
    excludes,
    kept_apart,
    named_in_texts,
    speaks_nearer,
    spoken_about,
    stated_beside,
)
from groundgraph.methods.kea.support import Support, Supported, supports
from groundgraph.methods.kea.verdicts import Decided, verdict
from groundgraph.methods.kea.world import open_domain
from groundgraph.methods.read_as import read_by, reads
from groundgraph.methods.stated import MARKS_TAKEN_OUT
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.progress import batches
from groundgraph.ranges import SHARE, in_ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.methods.kea.objections import Objection
    from groundgraph.protocols import (
        Encoder,
        Explainer,
        KnowledgeSource,
        Segmenter,
        TripleExtractor,
    )
    from groundgraph.types import Example, FitOptions, Triple, Verdict

    Floats = NDArray[np.float32]

NOTHING_KNOWN = "the knowledge source says nothing about what the answer claims"

STEPS = (WITHOUT_MARKUP, LISTED_GIVEN, MARKS_TAKEN_OUT)
"""By which `detect` and `fit` read examples."""


@dataclass(frozen=True)
class KEA:
    """Weisfeiler-Lehman similarity of two knowledge graphs, and where they disagree.

    Attributes:
        extractor: Reads triples off answers and passages (§3.2).
        encoder: Embeds triples and labels; Sentence-BERT in the paper.
        segmenter: Cuts the answer into sentences, for the findings.
        source: Asked about the entities of the answer (open domain), beside passages and given
            triples; ``None`` compares with those alone (closed domain).
        cluster_distance: Cosine distance up to which labels are one (§3.3).
        iterations: h of the kernel (§3.4).
        directed: Whether a node's neighbours are only those that its edges lead to.
        edge_labels: Whether predicates enter the kernel.
        threshold: An unfitted h from which an answer is hallucinated. The paper tunes it per
            task (SummEval 0.15, QAGS-C 0.5, WikiBio 0.3); cross-validated on raw text with the
            embedded extractor it is 0.28 and 0.40 on the first two. See `fit`.
        rule: When two triples contradict each other (§3.5). Predicates that an extractor words
            freely are not set against each other; under ``ContradictionRule()`` they are.
        published_rule: Whether all that ``rule`` finds between texts is reported, not only what
            excludes each other in a reader's eyes (`groundgraph.methods.kea.differences`), and
            the label is that of h, whatever the findings say.
        decision: Calibration and threshold from labelled answers.
        explainer: Words the contradictions (§3.5).
        expectation: What was fitted last, and how it did on answers held out.

    Raises:
        InputError: When a number is out of range.
    """

    extractor: TripleExtractor = field(default_factory=PatternExtractor)
    encoder: Encoder = field(default_factory=MiniLM)
    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    source: KnowledgeSource | None = None
    cluster_distance: float = 0.35
    iterations: int = 5
    directed: bool = True
    edge_labels: bool = False
    threshold: float = 0.3
    rule: ContradictionRule = field(
        default_factory=lambda: ContradictionRule(positions=("subject", "object"))
    )
    published_rule: bool = False
    decision: Decision | None = None
    explainer: Explainer = field(default_factory=TemplateExplainer)
    expectation: Expectation | None = field(default=None, metadata={"later": True})

    def __post_init__(self) -> None:
        in_ranges(self, cluster_distance=(0, 2), iterations=(0, 100), threshold=SHARE)

    @reads(*STEPS)
    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers by h = 1 - k, and their statements one by one."""
        graphs = self.graphs(examples)  # §3.2
        compared = self.compare(graphs)  # §3.3, §3.4
        decided = self._decide(compared)
        findings = findings_of(examples, graphs, compared, self.explainer)  # §3.5
        rows = zip(examples, graphs, compared, decided, findings, strict=True)
        return [verdict(*row) for row in rows]

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> KEA:
        """Choose the threshold on h from labelled answers.

        h has no fitted part, so every answer may serve; those that cannot be checked are left
        out.

        Args:
            examples: Labelled answers of the task that the threshold is for.
            options: Calibration and threshold.

        Raises:
            InputError: When a label is missing, an option is unknown or too few
                answers of a class are left.
        """
        check_options(options, "kea")
        y = labels_of(examples)
        compared = [
            comparison
            for batch in batches("compared answers", examples)
            for comparison in self.compare(self.graphs(read_by(STEPS, batch)))
        ]
        kept = np.array([not comparison.reason for comparison in compared], bool)
        labels, h = judgeable(y, kept), np.array([comparison.h for comparison in compared])[kept]
        groups = evidence_groups([e for e, use in zip(examples, kept, strict=True) if use])
        how = {"calibration": options.calibration, "policy": options.threshold}
        expected = Expectation.of("decision", h, labels, groups, **how)
        decision = fitted_decision(expected, Decision.fit, h, labels, **how)
        return replace(self, decision=decision, expectation=expected)

    def graphs(self, examples: Sequence[Example]) -> list[Graphs]:
        """Return the triples of each answer and of its evidence (§3.2)."""
        if self.source is None:
            return closed_domain(examples, self.extractor, self.segmenter)
        return open_domain(examples, self.extractor, self.segmenter, self.source)

    def compare(self, graphs: Sequence[Graphs]) -> list[Comparison]:
        """Select, cluster, relabel, and compare the pairs of graphs (§3.3, §3.4)."""
        embedded = embed(self.encoder, [_triples_of(graph) for graph in graphs])
        rows = zip(graphs, embedded, strict=True)
        aligned = [Comparison(reason=g.reason) if g.reason else self._align(g, *s) for g, s in rows]
        similarity = wl_similarity(
            [comparison.pair for comparison in aligned],
            iterations=self.iterations,
            directed=self.directed,
            edge_labels=self.edge_labels,
        )
        return [
            comparison._replace(h=float(np.clip(1.0 - k, 0.0, 1.0)))
            for comparison, k in zip(aligned, similarity, strict=True)
        ]

    def _align(self, graph: Graphs, claims: Embedded, evidence: Embedded) -> Comparison:
        against = self._contradictions(graph, claims.parts, evidence.parts)
        asked = self._spoken_about(graph, claims.parts, evidence.parts, {c.claim for c in against})
        if not asked.any():
            return Comparison(reason=NOTHING_KNOWN, asked=asked)
        kept = np.flatnonzero(asked)
        chosen = select_relations(claims.texts[kept], evidence.texts)  # §3.3
        ours = [graph.claims[i].triple for i in kept]
        theirs = [graph.evidence[i].triple for i in chosen]
        names = self._names(ours, theirs, claims.labels(kept), evidence.labels(chosen))
        pair = relabel(ours, names), relabel(theirs, names)
        same = {
            int(kept[ours_at]): int(chosen[theirs_at])
            for ours_at, theirs_at in equal_edges(*pair, directed=self.directed).items()
        }
        cosines = claims.texts @ evidence.texts.T
        told = self._support(graph, claims.parts, evidence.parts, cosines, same)
        sides = Sides(graph, claims.parts, evidence.parts)
        reported = self._reported(sides, against, asked, told.support)
        return Comparison(
            pair=pair,
            asked=asked,
            chosen=chosen,
            same=same,
            support=told.support,
            against=reported,
            objections=_unanswered(told, reported),
            nearest=cosines.argmax(axis=1),
            nearness=cosines.max(axis=1),
        )

    def _support(
        self,
        graph: Graphs,
        claims: TripleVectors,
        evidence: TripleVectors,
        cosines: Floats,
        same: dict[int, int],
    ) -> Supported:
        """Return what states each claim; of a knowledge source, equal facts alone."""
        judges = None if self.published_rule else Objections(graph)
        if self.source is None:
            return supports(graph, claims, evidence, cosines, same, self.rule, judges)
        equal = {n: Support(graph.evidence[m], m) for n, m in same.items()}
        if all(fact.of_world for fact in graph.evidence):
            return Supported(equal, {})
        told = supports(graph, claims, evidence, cosines, same, self.rule, judges)
        ours = {n: s for n, s in told.support.items() if not s.fact.of_world}
        return Supported(ours | equal, told.objections)

    def _reported(
        self,
        sides: Sides,
        against: Sequence[Contradiction],
        asked: NDArray[np.bool_],
        support: dict[int, Support],
    ) -> list[Contradiction]:
        """Return the contradictions of claims that nothing states, by claim.

        Claims that follow from what they differ from are added to ``support``.
        """
        graph = sides.graph
        unstated = [n for n in np.flatnonzero(asked).tolist() if n not in support]
        found = [c for c in against if c.claim in unstated and c.position in self.rule.positions]
        if not self.published_rule:
            found = _plain(sides, found, unstated, support)
        held = {n: s.evidence for n, s in support.items() if s.evidence is not None}
        return [c for c in found if not stated_beside(graph, c.claim, c.evidence, held)]

    def _contradictions(
        self, graph: Graphs, claims: TripleVectors, evidence: TripleVectors
    ) -> list[Contradiction]:
        """Find contradictory triples, before selection; literals differ exactly (§3.5)."""
        found = contradictions(exact(claims), exact(evidence), self._rule())
        facts = [(c, graph.claims[c.claim], graph.evidence[c.evidence]) for c in found]
        kept = [c for c, claim, fact in facts if fact.rival and can_differ(claim, fact, c.position)]
        if self.source is None:
            return kept
        alike = claims.predicate @ evidence.predicate.T
        return [
            c
            for c in kept
            if excludes(graph.claims[c.claim], graph.evidence[c.evidence], c.position)
            and not speaks_nearer(graph.claims[c.claim], graph.evidence, alike[c.claim], c.evidence)
        ]

    def _rule(self) -> ContradictionRule:
        """Return the rule; ends that are not alike differ, unless the published rule is asked for.

        A source gives an entity one name, so that a middling cosine means two entities;
        between passages the words decide. What a source is asked about has all positions.
        """
        if self.source is not None:
            rule = ContradictionRule()
            return replace(self.rule, differing=self.rule.ends, positions=rule.positions)
        return self.rule if self.published_rule else replace(self.rule, differing=self.rule.ends)

    def _spoken_about(
        self, graph: Graphs, claims: TripleVectors, evidence: TripleVectors, against: set[int]
    ) -> NDArray[np.bool_]:
        """Say which claims the evidence speaks about, shape ``(n_claims,)``.

        Passages are all the evidence that there is, so they speak about every claim. A
        knowledge source lacks most of the world: it speaks about a claim when it has a fact of
        the same subject, a predicate alike and an object of the same kind. Beside a source,
        passages and given triples speak about the claims whose subjects they name.
        """
        if self.source is None:
            return np.ones(len(graph.claims), bool)
        alike = claims.predicate @ evidence.predicate.T > self.rule.predicates
        return spoken_about(graph, alike, against) | named_in_texts(graph)

    def _names(
        self,
        claims: Sequence[Triple],
        evidence: Sequence[Triple],
        claim_vectors: Floats,
        evidence_vectors: Floats,
    ) -> dict[str, str]:
        """Name each label after its cluster, with unlike literals and denials kept apart."""
        sides = (claims, evidence)
        labels = [triple[place] for side in sides for place in range(3) for triple in side]
        vectors = np.concatenate([claim_vectors, evidence_vectors])
        names = cluster_labels(labels, vectors, self.cluster_distance)
        if self.source is not None:
            vector_of = dict(zip(labels, vectors, strict=True))
            both = (triple[place] for side in sides for place in (0, 2) for triple in side)
            ends = list(dict.fromkeys(both))
            own = np.array([vector_of[end] for end in ends])
            names |= cluster_labels(ends, own, 1.0 - self.rule.ends)
        return kept_apart(names)

    def _decide(self, compared: Sequence[Comparison]) -> list[Decided]:
        h, decision = np.array([comparison.h for comparison in compared]), self.decision
        if decision is None:
            return [Decided(score, self.threshold, False, self.published_rule) for score in h]
        return [
            Decided(score, decision.threshold, decision.calibrated, self.published_rule)
            for score in decision.scores(h)
        ]


def _triples_of(graph: Graphs) -> tuple[list[Triple], list[Triple]]:
    """Return the triples of both sides, none where nothing can be compared."""
    if graph.reason:
        return [], []
    return [fact.triple for fact in graph.claims], [fact.triple for fact in graph.evidence]


def _plain(
    sides: Sides,
    found: Sequence[Contradiction],
    unstated: Sequence[int],
    support: dict[int, Support],
) -> list[Contradiction]:
    """Return the contradictions that a reader sees, of claims that do not follow all the same."""
    graph, places = sides.graph, places_of(sides.graph)
    manners = Manners(graph, places)
    of_world = [c for c in found if graph.evidence[c.evidence].of_world]
    of_texts = [c for c in found if not graph.evidence[c.evidence].of_world]
    pairs = pairs_of(sides, of_texts, unstated)
    plain = plain_contradictions(sides, pairs, places, unstated)
    support |= inferred(graph, pairs, manners)
    support |= denials(graph, [*of_world, *plain], manners)
    return [c for c in (*of_world, *plain) if c.claim not in support and manners.agree(c)]


def _unanswered(told: Supported, reported: Sequence[Contradiction]) -> dict[int, Objection]:
    """Return the objections to claims that nothing states and no triple contradicts."""
    known = {*told.support, *(each.claim for each in reported)}
    return {n: against for n, against in told.objections.items() if n not in known}
