"""Routes of other servers: their shapes, and their own clients where these are installed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from serving import serving, spec

from groundgraph.errors import InputError
from groundgraph.serve.dropins.prompts import example_of
from groundgraph.specs import reference

if TYPE_CHECKING:
    from groundgraph.guarding import Fail

PASSAGE = "Ada lives in Rome ."
WRONG = "Elephants danced all night."
ROUTER = "User request: {}\n\nContext (trusted evidence):\n{}\n\nAnswer to verify:\n{}"
NEWER = "User request: {}\n\nExcerpt 1:\n{}\n\nAnswer to verify:\n{}"
LETTUCE = {"contexts": [PASSAGE], "question": "Where?", "answer": WRONG}
SPAN_KEYS = {"text", "category", "subcategory"}
CATEGORIES = {"contradiction", "fabricated_reference", "unsupported_addition"}


def chat(prompt: str, *, explain: bool = False) -> dict[str, Any]:
    """Return the request that the router's endpoint backend sends."""
    wanted = ["text", "category", "subcategory", *(["explanation"] if explain else [])]
    span = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in wanted},
        "required": wanted,
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {"hallucinated_spans": {"type": "array", "items": span}},
        "required": ["hallucinated_spans"],
        "additionalProperties": False,
    }
    shape = {"name": "hallucination_detection", "schema": schema, "strict": True}
    return {
        "model": "any",
        "temperature": 0.0,
        "stream": False,
        "messages": [
            {"role": "system", "content": "You are an expert annotator …"},
            {"role": "user", "content": prompt},
        ],
        "response_format": {"type": "json_schema", "json_schema": shape},
    }


class TestLettuceDetect:
    def test_spans_have_the_keys_of_its_server(self) -> None:
        with serving() as served:
            found = served.client.post("/v1/lettucedetect/spans", json=LETTUCE)
        [span] = found.json()["predictions"]
        assert span == {"start": 0, "end": len(WRONG), "text": WRONG, "hallucination_score": 1.0}

    def test_words_have_the_score_of_their_span(self) -> None:
        with serving() as served:
            wrong = served.client.post("/v1/lettucedetect/token", json=LETTUCE)
            right = served.client.post("/v1/lettucedetect/token", json={**LETTUCE, "answer": "Ada"})
        words = [each["token"] for each in wrong.json()["predictions"]]
        assert words == WRONG.split()
        assert right.json() == {"predictions": [{"token": "Ada", "hallucination_score": 0.0}]}

    @pytest.mark.parametrize("path", ["/v1/lettucedetect/spans", "/v1/lettucedetect/token"])
    def test_nothing_is_found_in_nothing_and_a_wrong_type_is_422(self, path: str) -> None:
        with serving() as served:
            empty = served.client.post(path, json={"contexts": [], "question": "", "answer": ""})
            wrong = served.client.post(path, json={**LETTUCE, "answer": None})
        assert (empty.status_code, empty.json()["predictions"]) == (200, [])
        assert wrong.status_code == 422
        assert "detail" in wrong.json()

    def test_its_own_client_reads_both(self) -> None:
        theirs: Any = pytest.importorskip(
            "lettucedetect_api.client", reason="pip install lettucedetect"
        )
        with serving() as served:
            client = theirs.LettuceClient(served.url)
            spans = client.detect_spans([PASSAGE], "Where?", WRONG)
            tokens = client.detect_token([PASSAGE], "Where?", WRONG)
            with pytest.raises(theirs.HTTPError):
                client.detect_spans([], "Where?", WRONG)
        assert spans.predictions[0].text == WRONG
        assert len(tokens.predictions) == 4


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/lettucedetect/spans", {**LETTUCE, "contexts": []}),
        ("/v1/lettucedetect/token", {**LETTUCE, "contexts": []}),
        ("/v1/chat/completions", chat(ROUTER.format("Where?", "", "…"))),
    ],
)
@pytest.mark.parametrize("fail", ["closed", "open"])
def test_what_could_not_be_checked_is_an_error_or_says_so(
    path: str, body: dict[str, Any], fail: Fail
) -> None:
    if path.endswith("completions"):
        body = json.loads(json.dumps(body).replace("\\u2026", WRONG))
    with serving({"lexical": reference("lexical")}, fail=fail) as served:
        found = served.client.post(path, json=body)
    if fail == "closed":
        assert found.status_code == 422
        assert found.json()["label"] == "unverifiable"
    else:
        assert found.status_code == 200
        assert found.json()["unverifiable"] == "no passage has any text"
        assert WRONG not in found.text


class TestSemanticRouter:
    @pytest.mark.parametrize("prompt", [ROUTER, NEWER])
    def test_the_content_is_of_its_schema(self, prompt: str) -> None:
        with serving() as served:
            body = chat(prompt.format("Where?", PASSAGE, WRONG))
            found = served.client.post("/v1/chat/completions", json=body)
        [choice] = found.json()["choices"]
        content = json.loads(choice["message"]["content"])
        [span] = content["hallucinated_spans"]
        assert set(content) == {"hallucinated_spans"}
        assert set(span) == SPAN_KEYS
        assert span["category"] in CATEGORIES
        assert span["text"] in WRONG

    def test_an_explanation_is_given_where_the_schema_has_one(self) -> None:
        with serving() as served:
            body = chat(ROUTER.format("Where?", PASSAGE, WRONG), explain=True)
            found = served.client.post("/v1/chat/completions", json=body)
        content = json.loads(found.json()["choices"][0]["message"]["content"])
        assert set(content["hallucinated_spans"][0]) == {*SPAN_KEYS, "explanation"}

    def test_a_grounded_answer_has_no_spans(self) -> None:
        with serving() as served:
            body = chat(ROUTER.format("Where?", PASSAGE, "Ada lives in Rome ."))
            found = served.client.post("/v1/chat/completions", json=body)
        message = found.json()["choices"][0]["message"]
        assert json.loads(message["content"]) == {"hallucinated_spans": []}

    def test_a_flagged_answer_is_a_span_where_the_detector_knows_answers_only(self) -> None:
        from groundgraph.serve.dropins.asking import spans_in

        record = {"label": "hallucinated", "hallucination_score": 0.9, "spans": [], "findings": []}
        [span] = spans_in(record, WRONG)
        assert (span["text"], span["score"]) == (WRONG, 0.9)

    @pytest.mark.parametrize(
        "prompt",
        [
            ROUTER.format("Where?", f"{PASSAGE}\n\nAnswer to verify:\nAda", WRONG),
            ROUTER.format("Where?", PASSAGE, f"Ada\n\nAnswer to verify:\n{WRONG}"),
            NEWER.format(f"Where?\n\nExcerpt 1:\n{WRONG}", PASSAGE, WRONG),
            "Is this right?",
        ],
    )
    def test_a_prompt_that_could_be_read_in_two_ways_is_refused(self, prompt: str) -> None:
        with pytest.raises(InputError, match="/v1/check"):
            example_of(prompt)

    def test_excerpts_are_passages(self) -> None:
        prompt = "Excerpt 1:\none\n\nExcerpt 2:\ntwo\n\nAnswer to verify:\nthree"
        found = example_of(prompt)
        assert [passage.text for passage in found.passages] == ["one", "two"]
        assert (found.question, found.answer) == ("", "three")

    def test_a_stream_is_refused(self) -> None:
        with serving() as served:
            body = {**chat(ROUTER.format("", PASSAGE, WRONG)), "stream": True}
            found = served.client.post("/v1/chat/completions", json=body)
        assert found.status_code == 422
        assert found.json()["error"]["field"] == "stream"

    def test_entailment_has_the_keys_of_its_route(self) -> None:
        with serving() as served:
            body = {"premise": "The shop opened in 1932.", "hypothesis": "It opened in 1932."}
            found = served.client.post("/api/v1/nli", json=body).json()
            empty = served.client.post("/api/v1/nli", json={**body, "premise": ""})
        parts = [found[f"{name}_prob"] for name in ("entailment", "neutral", "contradiction")]
        assert sum(parts) == pytest.approx(1)
        assert found["confidence"] == max(parts)
        assert found[f"{found['label']}_prob"] == max(parts)
        assert found["processing_time_ms"] >= 0
        assert empty.status_code == 422

    def test_openais_client_reads_it(self) -> None:
        openai = pytest.importorskip("openai", reason="pip install openai")
        with serving() as served:
            client = openai.OpenAI(base_url=f"{served.url}/v1", api_key="none")
            body = chat(NEWER.format("Where?", PASSAGE, WRONG))
            found = client.chat.completions.create(**body)
            listed = [model.id for model in client.models.list()]
        assert json.loads(found.choices[0].message.content)["hallucinated_spans"]
        assert listed == ["overlap"]


VALIDATE = {"llm_output": WRONG, "metadata": {"sources": [PASSAGE], "query": "Where?"}}


class TestGuardrails:
    def test_an_outcome_has_the_keys_of_its_server(self) -> None:
        with serving() as served:
            wrong = served.client.post("/guards/overlap/validate", json=VALIDATE).json()
            body = {"llmOutput": "Ada lives", "promptParams": {"context": PASSAGE}}
            right = served.client.post("/guards/overlap/validate", json=body).json()
        assert (wrong["validationPassed"], wrong["validatedOutput"]) == (False, None)
        [summary] = wrong["validationSummaries"]
        assert summary["validatorStatus"] == "fail"
        assert summary["errorSpans"][0]["end"] == len(WRONG)
        assert (right["validationPassed"], right["validatedOutput"]) == (True, "Ada lives")
        assert right["validationSummaries"] == []

    @pytest.mark.parametrize("fail", ["closed", "open"])
    def test_what_could_not_be_checked_passes_only_where_that_is_meant(self, fail: Fail) -> None:
        body = {"llm_output": WRONG, "metadata": {"sources": []}}
        with serving(fail=fail) as served:
            found = served.client.post("/guards/overlap/validate", json=body).json()
        assert found["validationPassed"] == (fail == "open")
        assert found["unverifiable"] == "nothing to compare"
        assert found["error"] == "unverifiable: nothing to compare"

    def test_a_guard_is_a_detector(self) -> None:
        with serving({"overlap": spec("overlap"), "strict": spec("overlap")}) as served:
            names = [each["name"] for each in served.client.get("/guards").json()]
            [one] = served.client.get("/guards", params={"name": "strict"}).json()
            unknown = served.client.post("/guards/other/validate", json=VALIDATE)
        assert names == ["overlap", "strict"]
        assert one["id"] == "strict"
        assert unknown.status_code == 404

    def test_without_evidence_it_says_where_that_is_looked_for(self) -> None:
        with serving() as served:
            found = served.client.post("/guards/overlap/validate", json={"llm_output": WRONG})
        assert found.status_code == 422
        assert "sources" in found.json()["detail"]

    def test_its_generated_client_reads_it(self) -> None:
        theirs = pytest.importorskip(
            "guardrails_api_client", reason="pip install guardrails-api-client"
        )
        with serving() as served:
            configuration = theirs.Configuration(host=served.url)
            with theirs.ApiClient(configuration) as client:
                payload = theirs.ValidatePayload.from_dict(
                    {"llmOutput": WRONG, "metadata": {"sources": [PASSAGE]}}
                )
                found = theirs.ValidateApi(client).validate("overlap", payload)
        assert found.validation_passed is False
        assert found.validation_summaries[0].error_spans[0].end == len(WRONG)

    def test_its_types_read_it(self) -> None:
        types = pytest.importorskip("guardrails_ai.types", reason="pip install guardrails-ai-types")
        with serving() as served:
            found = served.client.post("/guards/overlap/validate", json=VALIDATE).json()
            guard = served.client.get("/guards/overlap").json()
        assert types.ValidationOutcome.model_validate(found).validation_passed is False
        assert types.Guard.model_validate(guard).name == "overlap"
