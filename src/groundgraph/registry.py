"""Names for detectors and parts, resolved when first asked for.

A registry maps a name to ``"module:attribute"`` and imports nothing until `Registry.get`.
Another package adds names through entry points of the group ``groundgraph.<kinds>``::

    [project.entry-points."groundgraph.detectors"]
    mine = "my_package.detector:MyDetector"

A name of groundgraph's own cannot be taken over: one that two targets want is an error where it
is asked for, and there alone. What is installed is trusted; what a saved spec tells it to reach is
not (`groundgraph.specs.checks`).
"""

from __future__ import annotations

import difflib
import importlib
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from groundgraph.errors import NameTakenError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Registry:
    """One kind of named thing, such as detectors.

    >>> parts = Registry("part", {"counter": "collections:Counter"})
    >>> parts.get("counter").__name__
    'Counter'
    >>> parts.get("conter")
    Traceback (most recent call last):
    groundgraph.errors.UnknownNameError: unknown part 'conter'; did you mean 'counter'?
    """

    def __init__(self, kind: str, own: dict[str, str], *, plural: str | None = None) -> None:
        self.kind = kind
        self._group = f"groundgraph.{plural or kind + 's'}"
        self._targets = dict(own)
        self._taken: dict[str, str] = {}
        self._entry_points_read = False

    def register(self, name: str, target: str) -> None:
        """Add ``name`` for ``target``, written "module:attribute".

        Raises:
            NameTakenError: When the name stands for another target.
        """
        known = self._targets.get(name)
        if known is not None and known != target:
            raise NameTakenError(self._is_taken(name, known, target))
        self._targets[name] = target

    def get(self, name: str) -> Any:
        """Import and return what ``name`` stands for.

        Raises:
            UnknownNameError: When nothing has that name.
            NameTakenError: When another package has that name for another target.
        """
        self._read_entry_points()
        if name in self._taken:
            raise NameTakenError(self._taken[name])
        if name not in self._targets:
            raise UnknownNameError(self._unknown(name))
        module, _, attribute = self._targets[name].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def name_of(self, thing: type) -> str | None:
        """Return the name under which a class is registered, or ``None``."""
        target = f"{thing.__module__}:{thing.__qualname__}"
        self._read_entry_points()
        return next((name for name, known in self._targets.items() if known == target), None)

    def class_named(self, attribute: str) -> Any:
        """Import and return the class that is called so, ``None`` where no name stands for one.

        Other packages are not asked.
        """
        known = self._targets.items()
        names = (name for name, target in known if target.partition(":")[2] == attribute)
        name = next(names, None)
        return None if name is None else self.get(name)

    def __iter__(self) -> Iterator[str]:
        self._read_entry_points()
        return iter(sorted(self._targets))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._targets or name in set(self))

    def _read_entry_points(self) -> None:
        if self._entry_points_read:
            return
        targets, taken = dict(self._targets), {}
        for point in entry_points(group=self._group):
            known = targets.setdefault(point.name, point.value)
            if known != point.value:
                taken[point.name] = self._is_taken(point.name, known, point.value)
        self._targets, self._taken, self._entry_points_read = targets, taken, True

    def _is_taken(self, name: str, known: str, target: str) -> str:
        return f"{self.kind} {name!r} is {known}; {target} must take another name"

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._targets, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(self)}"
        return f"unknown {self.kind} {name!r}; {hint}"


DETECTORS = Registry(
    "detector",
    {
        "egc": "groundgraph.methods.egc.detector:EGC",
        "fused": "groundgraph.methods.fused.detector:Fused",
        "gga": "groundgraph.methods.gga.detector:GGA",
        "kea": "groundgraph.methods.kea.detector:KEA",
        "lexical": "groundgraph.methods.fused.lexical:Lexical",
        "logic": "groundgraph.methods.logic.detector:Logic",
        "router": "groundgraph.methods.router.detector:Router",
    },
)
SEGMENTERS = Registry(
    "segmenter",
    {
        "sentences": "groundgraph.parts.segmenters.sentences:SentenceSegmenter",
        "spacy": "groundgraph.parts.segmenters.spacy:SpacySegmenter",
    },
)
ENCODERS = Registry(
    "encoder",
    {
        "minilm": "groundgraph.parts.encoders.minilm:MiniLM",
        "sentence-transformers": (
            "groundgraph.parts.encoders.sentence_transformers:SentenceTransformerEncoder"
        ),
    },
)
CLAIM_FILTERS = Registry(
    "claim filter",
    {
        "rules": "groundgraph.parts.claim_filters.rules:FactualRules",
        "all": "groundgraph.parts.claim_filters.all:EverySentence",
    },
)
VERIFIERS = Registry(
    "verifier",
    {
        "minilm": "groundgraph.parts.verifiers.minilm:MiniLMVerifier",
        "transformers": "groundgraph.parts.verifiers.transformers:TransformersVerifier",
        "hhem": "groundgraph.parts.verifiers.hhem:HHEM",
        "llm": "groundgraph.parts.verifiers.llm:LLMVerifier",
    },
)
READERS = Registry(
    "reader",
    {
        "minilm": "groundgraph.parts.readers.minilm:MiniLMReader",
        "transformers": "groundgraph.parts.readers.transformers:TransformersReader",
    },
)
RERANKERS = Registry(
    "reranker",
    {
        "encoder": "groundgraph.parts.rerankers.encoder:EncoderReranker",
        "cross-encoder": "groundgraph.parts.rerankers.cross_encoder:CrossEncoderReranker",
        "mxbai": "groundgraph.parts.rerankers.mxbai:MxbaiReranker",
    },
)
EXTRACTORS = Registry(
    "triple extractor",
    {
        "patterns": "groundgraph.parts.extractors.patterns:PatternExtractor",
        "llm": "groundgraph.parts.extractors.llm:LLMExtractor",
    },
)
CHAT_MODELS = Registry("chat model", {"chat": "groundgraph.services.chat:ChatClient"})
KNOWLEDGE = Registry(
    "knowledge source",
    {
        "wikidata": "groundgraph.knowledge.wikidata:WikidataSource",
        "store": "groundgraph.knowledge.store:StoreSource",
    },
    plural="knowledge",
)
EXPLAINERS = Registry(
    "explainer",
    {
        "template": "groundgraph.methods.kea.contrastive:TemplateExplainer",
        "llm": "groundgraph.methods.kea.contrastive_llm:LLMExplainer",
    },
)
PROBES = Registry("probe", {"attention": "groundgraph.parts.probe.attention:AttentionProbe"})
LEARNED = Registry(
    "head",
    {
        "logistic": "groundgraph.learn.heads:LogisticHead",
        "trees": "groundgraph.learn.heads:TreeHead",
        "xgboost": "groundgraph.learn.boosted:XGBoostHead",
        "grouped": "groundgraph.learn.heads:GroupedHead",
        "sigmoid": "groundgraph.learn.calibration:SigmoidCalibrator",
        "isotonic": "groundgraph.learn.calibration:IsotonicCalibrator",
        "rarity": "groundgraph.methods.fused.rarity:Rarity",
        "two_level": "groundgraph.learn.two_level:TwoLevelHead",
        "shift": "groundgraph.learn.shift:Shift",
        "novelty": "groundgraph.learn.novelty:Novelty",
        "elsewhere": "groundgraph.learn.elsewhere:Elsewhere",
        "expectation": "groundgraph.learn.expectation:Expectation",
        "decision": "groundgraph.learn.decision:Decision",
        "operating_point": "groundgraph.learn.operating:OperatingPoint",
        "contradiction_rule": "groundgraph.methods.kea.comparison:ContradictionRule",
    },
)
"""What `fit` learns: heads, calibrators, decisions and the like. Specs call its kind "head"."""
BENCHES = Registry(
    "bench",
    {
        "egc": "groundgraph.bench.egc.run:EGCBench",
        "kea": "groundgraph.bench.kea.run:KEABench",
        "logic": "groundgraph.bench.logic.run:LogicBench",
        "fused": "groundgraph.bench.fused.run:FusedBench",
        "gga": "groundgraph.bench.gga.run:GGABench",
        "router": "groundgraph.bench.router.run:RouterBench",
        "meaning": "groundgraph.bench.meaning.run:MeaningBench",
        "support": "groundgraph.bench.support.run:SupportBench",
        "answers": "groundgraph.bench.answers.run:AnswersBench",
        "graph": "groundgraph.bench.graph.run:GraphBench",
    },
    plural="benches",
)
PART_KINDS = (
    SEGMENTERS,
    ENCODERS,
    CLAIM_FILTERS,
    VERIFIERS,
    READERS,
    RERANKERS,
    EXTRACTORS,
    CHAT_MODELS,
    KNOWLEDGE,
    EXPLAINERS,
    PROBES,
)
"""Every registry of parts; a new kind of part is added here and gets the contract tests."""
SPECIFIED = {registry.kind: registry for registry in (DETECTORS, LEARNED, *PART_KINDS)}
"""What a spec may name, by kind."""
