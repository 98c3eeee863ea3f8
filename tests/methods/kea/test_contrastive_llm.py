from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from groundgraph.methods.kea.contrastive import TemplateExplainer
from groundgraph.methods.kea.contrastive_llm import LLMExplainer
from groundgraph.services.chat import ChatClient
from groundgraph.types import Contrast, Statement, Triple

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTRAST = Contrast(
    Statement(Triple("Marie Curie", "was born in", "1868")),
    Statement(Triple("Marie Curie", "was born in", "1867")),
    "passage 2",
    "object",
)
TEMPLATE = TemplateExplainer().explain([CONTRAST])[0].text


class Model(ThreadingHTTPServer):
    """A chat model on 127.0.0.1 that always says the same."""

    says = ""
    asked = ""


class Handler(BaseHTTPRequestHandler):
    server: Model

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.server.asked = self.rfile.read(length).decode()
        content = json.dumps({"explanation": self.server.says})
        body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Model(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def explainer(model: Model) -> LLMExplainer:
    address = f"http://127.0.0.1:{model.server_address[1]}/v1"
    return LLMExplainer(ChatClient(address, "tiny", retries=0))


def test_words_that_keep_to_the_triples_are_used(model: Model) -> None:
    model.says = "The answer gives 1868. However, passage 2 says Marie Curie was born in 1867."
    explanation = explainer(model).explain([CONTRAST])[0]
    assert explanation.text == model.says
    assert [said.triple.object for said in explanation.statements] == ["1868", "1867"]
    assert "Marie Curie" in model.asked


@pytest.mark.parametrize(
    ("says", "outside"),
    [
        ("Marie Curie was born in Warsaw in 1867.", "“Warsaw”"),
        ("It was 1867, not 1868, and she died in 1934.", "“1934”"),
        ("Pierre Curie was born in 1867.", "“Pierre”"),
        ("The answer is off by two years.", "“two”"),
    ],
)
def test_words_that_name_anything_else_give_way_to_the_template_which_says_so(
    model: Model, says: str, outside: str
) -> None:
    model.says = says
    text = explainer(model).explain([CONTRAST])[0].text
    assert text.startswith(TEMPLATE)
    assert f"the model named {outside}, which no fact holds" in text


@pytest.mark.parametrize("says", ["", "the answer is wrong " * 100])
def test_no_words_or_too_many_give_way_to_the_template(model: Model, says: str) -> None:
    model.says = says
    assert explainer(model).explain([CONTRAST])[0].text.startswith(TEMPLATE)


def test_a_model_that_cannot_be_reached_gives_way_to_the_template() -> None:
    client = ChatClient("http://127.0.0.1:9/v1", "tiny", retries=0, timeout=5)
    text = LLMExplainer(client).explain([CONTRAST])[0].text
    assert text.startswith(f"{TEMPLATE} (Worded by template: ")


def test_nothing_asks_nothing(model: Model) -> None:
    assert explainer(model).explain([]) == []
    assert model.asked == ""
