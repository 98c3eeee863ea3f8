from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiny_generators
from films import ANSWER, FACTS, QUESTION, film, trace
from tiny_generators import probe

from groundgraph import Example, InputError, ModelError, Span, Triple
from groundgraph.methods.gga import attention
from groundgraph.methods.gga.detector import GGA
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.parts.probe.traces import save_trace, untraced
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph import Verdict

PATH_AND_REST = (0.3, 0.1, 0.05, 0.05)


def judge(example: Example, **options: Any) -> Verdict:
    [verdict] = GGA(**options).detect([example])
    return verdict


def test_a_recorded_trace_is_judged_by_its_prd_and_sas() -> None:
    verdict = judge(film(trace=trace(PATH_AND_REST, alignment=0.5)))

    assert verdict.features == pytest.approx({"prd": (0.3 - 0.2) / 0.5, "sas": 0.5})
    assert verdict.hallucination_score == pytest.approx(0.5 + (0.2 - 0.5) / 4)
    assert not verdict.calibrated
    assert verdict.label == "grounded"


def test_the_released_variant_takes_what_the_authors_code_takes() -> None:
    recorded = trace(PATH_AND_REST)

    verdict = judge(film(trace=recorded), variant="released")

    expected = attention.measure([recorded], [[(0,)]], variant="released")[0]
    assert list(verdict.features.values()) == pytest.approx(expected.tolist())
    assert verdict.features["prd"] == pytest.approx(2 * 0.3 / 4 - 1)


def test_the_finding_says_what_the_answer_leaned_on_and_what_it_ignored() -> None:
    verdict = judge(film(f" {ANSWER}\n", trace=trace((0.4, 0.05, 0.001, 0.04))))

    [finding] = verdict.findings
    assert finding.claim.span == Span(1, 1 + len(ANSWER))
    assert finding.outcome == "supported"
    assert finding.explanation.startswith(
        "The answer leaned on “Maborosi directed by Hirokazu Koreeda” (0.81 of its attention"
    )
    assert "it ignored “Kismet starred actors Marlene Dietrich” (0.00)" in finding.explanation
    assert [evidence.passage_id for evidence in finding.evidence] == [
        *("triple 1", "triple 2", "triple 4")
    ]
    assert finding.evidence[0].text == "Maborosi directed by Hirokazu Koreeda"


def test_the_triples_are_there_for_drawing_with_their_share_of_attention() -> None:
    verdict = judge(film(trace=trace(PATH_AND_REST)))

    assert [view.triple for view in verdict.triples] == list(FACTS)
    assert [view.state for view in verdict.triples] == ["path", *["neighbour"] * 3]
    assert [view.weight for view in verdict.triples] == pytest.approx([0.6, 0.2, 0.1, 0.1])


def test_prd_is_what_the_attends_edges_of_the_verdict_s_graph_say() -> None:
    verdict = judge(film("Tokyo", trace=trace((0.3, 0.1, 0.05, 0.05))))
    path = {kinds.statement(view.triple).id for view in verdict.triples if view.state == "path"}
    attended = list(verdict.graph.edges("attends"))

    signed = [edge.weight if edge.target in path else -edge.weight for edge in attended]
    assert len(attended) == len(FACTS)
    assert len(path) == 2
    assert verdict.features["prd"] == pytest.approx(sum(signed))


def test_over_reliance_far_from_the_triples_is_flagged() -> None:
    verdict = judge(film(trace=trace((0.9, 0.0, 0.0, 0.0), alignment=-0.2)))

    assert verdict.label == "hallucinated"
    assert [finding.outcome for finding in verdict.findings] == ["unsupported"]


def test_given_prd_and_sas_need_no_triples() -> None:
    verdict = judge(Example("Koreeda", question=QUESTION, metadata={"prd": 0.7, "sas": 0.4}))

    assert verdict.features == {"prd": 0.7, "sas": 0.4}
    assert verdict.findings[0].explanation.startswith("PRD 0.70: of its attention, 0.85 went")
    assert verdict.triples == ()


def test_a_trace_comes_before_prd_and_sas_and_both_before_the_probe() -> None:
    recorded = trace(PATH_AND_REST)
    numbers: dict[str, Any] = {"prd": 0.9, "sas": 0.1}
    subject = GGA(probe=AttentionProbe("no such model"))

    both, given = subject.detect([film(trace=recorded, **numbers), film(**numbers)])

    assert both.features["prd"] == pytest.approx(0.2)
    assert given.features["prd"] == 0.9


def test_a_batch_may_hold_all_three_inputs() -> None:
    rows = [film(), film(trace=trace(PATH_AND_REST)), film(prd=0.9, sas=0.1), film(" ")]
    subject = GGA(probe=probe("llama"))

    together = subject.detect(rows)

    for one, row in zip(together, rows, strict=True):
        [alone] = subject.detect([row])
        assert one.label == alone.label
        assert one.features == pytest.approx(alone.features, abs=1e-5)
    assert together[-1].reason == "the answer is empty"


@pytest.mark.parametrize("kind", ["llama", "qwen2", "mixtral", "t5"])
def test_a_recorded_trace_is_judged_as_the_probe_is(kind: str, tmp_path: Path) -> None:
    subject = GGA(probe=probe(kind))
    [reading] = subject._read([film()])
    assert reading.asked is not None
    [recorded] = probe(kind).trace([reading.asked])
    save_trace(recorded, tmp_path / "one.npz", states=False)

    [probed] = subject.detect([film()])

    assert probed.label != "unverifiable"
    assert judge(film(trace=str(tmp_path / "one.npz"))) == probed
    expected = attention.measure([recorded], [[(0,)]])[0]
    assert list(probed.features.values()) == pytest.approx(expected.tolist(), abs=1e-6)


def test_the_prompt_that_the_model_was_given_is_read_as_it_stands() -> None:
    lines = "\n".join(" ".join(fact) for fact in FACTS)
    shown = f"Answer from these facts.\n{lines}\nQuestion: {QUESTION}\nAnswer:"
    spans = [[shown.index(" ".join(f)), shown.index(" ".join(f)) + len(" ".join(f))] for f in FACTS]
    subject = GGA(probe=probe("llama"))

    found, given, other = subject.detect(
        [
            film(f" {ANSWER}", prompt=shown),
            film(f" {ANSWER}", prompt=shown, triple_spans=spans),
            film(f" {ANSWER}", prompt="Please. " + shown),
        ]
    )

    assert found == given
    assert found.features["prd"] != pytest.approx(other.features["prd"], abs=1e-6)


def test_an_answer_may_come_with_its_tokens() -> None:
    ids = tiny_generators.tokenizer()(f" {ANSWER}", add_special_tokens=False)["input_ids"]
    subject = GGA(probe=probe("llama"))

    [cut, given, other] = subject.detect(
        [film(), film(answer_ids=list(ids)), film(answer_ids=list(ids[:2]))]
    )

    assert cut == given
    assert cut.features != other.features


def test_a_path_of_two_triples_is_found_and_one_that_the_row_gives_is_taken() -> None:
    weights = trace(PATH_AND_REST)

    found = judge(film("Tokyo", trace=weights))
    given = judge(film("Tokyo", trace=weights, paths=[[1]]))

    assert [view.state for view in found.triples] == ["path", "neighbour", "neighbour", "path"]
    assert [view.state for view in given.triples] == ["neighbour", "path", *["neighbour"] * 2]
    assert found.features["prd"] == pytest.approx((0.35 - 0.15) / 0.5)
    assert given.features["prd"] == pytest.approx((0.1 - 0.4) / 0.5)


def test_the_places_of_a_repeated_triple_count_together() -> None:
    twice = replace(film(), triples=(*FACTS, FACTS[0]))
    recorded = trace((0.2, 0.1, 0.05, 0.05, 0.1))

    verdict = judge(replace(twice, metadata={"trace": recorded}))
    once = judge(film(trace=trace(PATH_AND_REST)))

    assert len(verdict.triples) == len(FACTS)
    assert verdict.triples[0].weight == pytest.approx(0.6)
    assert verdict.features == pytest.approx(once.features)
    assert GGA(probe=probe("llama")).detect([twice])[0].label != "unverifiable"


def test_more_than_k_triples_are_pruned_around_the_path_before_a_prompt_is_made() -> None:
    many = (*(Triple(f"film {n}", "is", "long") for n in range(40)), *FACTS)

    verdict = judge(replace(film(), triples=many), size=3, probe=probe("llama"))

    assert [view.triple for view in verdict.triples] == [FACTS[0], FACTS[1], FACTS[3]]


def test_traces_are_judged_where_torch_is_not_installed(tmp_path: Path) -> None:
    save_trace(trace(PATH_AND_REST), tmp_path / "one.npz", states=False)
    row = {"answer": ANSWER, "question": QUESTION, "triples": FACTS, "trace": "one.npz"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    code = (
        "import sys\n"
        "for name in ('torch', 'transformers', 'xgboost'): sys.modules[name] = None\n"
        "from groundgraph.cli import main\n"
        f"sys.argv = ['groundgraph', 'check', {str(tmp_path / 'rows.jsonl')!r}, "
        "'--detector', 'gga', '--output', '-', '--quiet']\n"
        "main()\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )

    assert json.loads(done.stdout)["features"] == pytest.approx({"prd": 0.2, "sas": 0.5})


OTHER = Triple("a", "is", "b")
UNUSABLE: dict[str, tuple[Example, str]] = {
    "no input at all": (film(), "the row has no 'trace' and no 'prd' and 'sas'"),
    "entity not in the graph": (
        film("Kurosawa", trace=trace(PATH_AND_REST)),
        "no entity of the answer is in the knowledge graph",
    ),
    "question without an entity": (
        replace(film(trace=trace(PATH_AND_REST)), question="who made it?"),
        "no entity of the question is in the knowledge graph",
    ),
    "unreachable answer": (
        film("Marlene Dietrich", trace=trace(PATH_AND_REST)),
        "no path of at most 3 hops joins the question to the answer",
    ),
    "answer that echoes the question": (
        film("Maborosi", trace=trace(PATH_AND_REST)),
        "the answer names an entity of the question, and no other",
    ),
    "empty subgraph": (replace(film(trace=trace(())), triples=()), "the row has no triples"),
    "triples of another prompt": (
        film(trace=trace((0.1, 0.2))),
        "of a prompt with 2 triples, and the row has 4",
    ),
    "a trace that is none": (film(trace=7), "'trace' is '7'; expected the path of a file"),
    "a trace that is not there": (film(trace="no/such/file.npz"), "cannot be read as a trace"),
    "a trace of what could not be traced": (film(trace=untraced("too long")), "too long"),
    "numbers that are not finite": (
        film(trace=replace(trace(PATH_AND_REST), outside=np.full(3, np.nan, np.float32))),
        "not finite",
    ),
    "a trace without tokens": (film(trace=trace(PATH_AND_REST, n_tokens=0)), "no answer tokens"),
    "PRD alone": (film(prd=0.5), "'sas' is None; expected a number from -1 to 1"),
    "PRD beyond its range": (film(prd=1.5, sas=0.1), "'prd' is 1.5"),
    "PRD that is no number": (film(prd="0.5", sas=0.1), "'prd' is 0.5; expected a number"),
    "PRD that is not finite": (film(prd=float("nan"), sas=0.1), "'prd' is nan"),
    "a path beyond the triples": (
        film(trace=trace(PATH_AND_REST), paths=[[4]]),
        "expected lists of places among the row's 4 triples",
    ),
    "a path that is none": (film(trace=trace(PATH_AND_REST), paths=[0]), "'paths' is [0]"),
    "no path by the row itself": (film(trace=trace(PATH_AND_REST), paths=[]), "the row says"),
}


@pytest.mark.parametrize("case", list(UNUSABLE))
def test_what_cannot_be_judged_says_why(case: str) -> None:
    example, reason = UNUSABLE[case]

    verdict = judge(example)

    assert verdict.label == "unverifiable"
    assert reason in verdict.reason
    assert {finding.outcome for finding in verdict.findings} <= {"unverifiable"}


FOR_A_PROBE: dict[str, tuple[Example, str]] = {
    "prompt above the window": (
        film(prompt="Facts. " * 400 + "\n".join(" ".join(fact) for fact in FACTS)),
        "the model reads at most 512",
    ),
    "answer without tokens of the model": (film(answer_ids=[]), "the answer has no tokens"),
    "tokens of another model": (film(answer_ids=[5000]), "token 5000 is not among the model's"),
    "answer ids that are none": (film(answer_ids="12"), "expected a list of token numbers"),
    "prompt without the triples": (film(prompt=QUESTION), "the prompt does not state triple 1"),
    "prompt that is none": (film(prompt=3), "'prompt' is 3; expected a text"),
    "neither prompt nor question": (
        replace(film(paths=[[0]]), question=""),
        "a prompt cannot be made without a question",
    ),
    "triples without a word": (replace(film(paths=[[0]]), triples=(Triple(" ", "", " "),)), "no"),
    "no triples": (replace(film(), triples=None), "the row has no triples"),
    "far too many triples, none near": (
        replace(film(), triples=tuple(Triple(f"s{n}", "p", f"o{n}") for n in range(30))),
        "no triple is near the question or the answer",
    ),
}


def test_what_the_probe_cannot_trace_says_why_and_the_rest_is_judged() -> None:
    rows = [film(), *(example for example, _ in FOR_A_PROBE.values()), film()]

    first, *verdicts, last = GGA(probe=probe("llama")).detect(rows)

    assert first == last
    assert first.label != "unverifiable"
    for (case, (_, reason)), verdict in zip(FOR_A_PROBE.items(), verdicts, strict=True):
        assert verdict.label == "unverifiable", case
        assert reason in verdict.reason, case


def test_a_damaged_trace_costs_only_its_own_row(tmp_path: Path) -> None:
    save_trace(trace(PATH_AND_REST), tmp_path / "whole.npz")
    (tmp_path / "cut.npz").write_bytes((tmp_path / "whole.npz").read_bytes()[:400])

    whole, cut = GGA().detect([film(trace=tmp_path / f"{n}.npz") for n in ("whole", "cut")])

    assert whole.label == "grounded"
    assert "cut.npz cannot be read as a trace" in cut.reason


def test_a_state_space_model_is_a_clear_error() -> None:
    from transformers import MambaConfig, MambaForCausalLM

    config = MambaConfig(vocab_size=320, hidden_size=16, num_hidden_layers=2, state_size=4)
    around = AttentionProbe.around(MambaForCausalLM(config), tiny_generators.tokenizer())

    with pytest.raises(ModelError, match="has no attention that can be looked at"):
        GGA(probe=around).detect([film()])


def test_an_answer_that_no_path_reaches_can_be_scored_when_asked_for() -> None:
    verdict = judge(
        film("Marlene Dietrich", trace=trace(PATH_AND_REST)), pathless="scored", threshold=0.1
    )

    assert verdict.features["prd"] == -1
    assert verdict.label == "hallucinated"
    assert verdict.reason.startswith("no path of at most 3 hops joins the question")


def test_attention_is_shown_of_an_answer_without_a_path_too() -> None:
    verdict = judge(film("Marlene Dietrich", trace=trace(PATH_AND_REST)))

    assert verdict.label == "unverifiable"
    assert [view.state for view in verdict.triples] == ["neighbour"] * 4


@pytest.mark.parametrize(
    "options",
    [
        {"features": "all"},
        {"variant": "own"},
        {"paths": "some"},
        {"order": "random"},
        {"pathless": "grounded"},
        {"template": "{triples}"},
        {"template": "{triples} {triples} {question}"},
        {"size": 2, "max_hops": 3},
    ],
)
def test_an_option_that_cannot_be_is_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        GGA(**options)

    assert caught.value.field in options
    assert str(caught.value)
