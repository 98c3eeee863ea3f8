"""Language models behind an OpenAI-compatible endpoint, asked for replies of a given shape.

Any server of ``POST {base_url}/chat/completions`` will do: vLLM, llama.cpp, Ollama, a vendor.
A question that gets no usable answer yields an `LLMFailure`, a value that says why.
"""

from __future__ import annotations

import json
import math
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from groundgraph.errors import InputError, ModelError
from groundgraph.ranges import in_ranges
from groundgraph.services import usage
from groundgraph.services.http import Bounds, Client, HttpError, TryAgain, check_address
from groundgraph.services.messages import Request
from groundgraph.services.replies import ReplyCache, key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 4 * 2**20
"""A longer answer of the server is not read to its end."""
_VARIABLE = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]*)?")


class Prompt(NamedTuple):
    """One question: instructions, and what they are about."""

    system: str
    user: str


class LLMFailure(NamedTuple):
    """Why a question got no usable answer."""

    reason: str


class ReplyShape(BaseModel):
    """What a model replies: each member of the type that is asked for, and no other."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


R = TypeVar("R", bound=ReplyShape)


@dataclass(frozen=True)
class ChatClient:
    """Asks a chat model for a `ReplyShape` at temperature 0.

    Attributes:
        base_url: Up to and including the version, such as "http://127.0.0.1:8000/v1".
        model: The name that the server knows.
        api_key_env: Name of the environment variable that holds the key; "" for no key. The
            key itself stands in no spec, message or cache.
        timeout: Seconds for one question, from connecting to the last byte; retries and the
            waits between them are among them.
        retries: How often a request is sent again after a dropped connection, a status such as
            429 or 503, or a reply of another shape.
        concurrency: Most requests at a time.
        cache: Path of a SQLite file that keeps good replies, or "off".
        backoff: Seconds before the first retry; doubled for each further one. What a server
            asks for in ``Retry-After`` counts when it is longer.

    Raises:
        InputError: When a number is out of range, the address is none or carries a secret, or
            ``api_key_env`` is no name.
    """

    base_url: str = field(metadata={"reach": "url"})
    model: str = field(metadata={"reach": None})
    api_key_env: str = field(default="", metadata={"reach": "environment"})
    timeout: float = 60.0
    retries: int = 3
    concurrency: int = 4
    cache: str = field(default="off", metadata={"reach": "write", "harmless": "off"})
    backoff: float = 0.5

    def __post_init__(self) -> None:
        _check_base(self.base_url)
        if not _VARIABLE.fullmatch(self.api_key_env):  # not repeated: it may be the key itself
            raise InputError(
                "api_key_env is no name of an environment variable (letters, digits and _); it "
                "takes the name of the variable that holds the key, never the key",
                field="api_key_env",
            )
        in_ranges(
            self,
            timeout=(0.001, 3600),
            retries=(0, 100),
            concurrency=(1, 256),
            backoff=(0, 600),
        )

    def complete(self, prompts: Sequence[Prompt], shape: type[R], /) -> list[R | LLMFailure]:
        """Ask every prompt once and return what the model replied, or why there is no reply.

        Args:
            prompts: Equal prompts are sent once.
            shape: What a reply must be; its JSON schema is sent along.

        Raises:
            InputError: When the key's environment variable is not set, or holds what no
                header can carry.
            ModelError: When the cache cannot be used.
        """
        cache = ReplyCache(self.cache)
        schema = shape.model_json_schema()
        keys = {prompt: key_of(self.model, *prompt, schema) for prompt in prompts}
        known = cache.get(list(keys.values()))
        answers: dict[str, R | LLMFailure] = {key: _kept(shape, known[key]) for key in known}
        usage.count(cached=len(answers))
        missing = [prompt for prompt, key in keys.items() if key not in answers]
        for prompt, answer in zip(missing, self._ask_all(missing, shape), strict=True):
            answers[keys[prompt]] = answer
            if not isinstance(answer, LLMFailure):
                cache.put(keys[prompt], answer.model_dump(mode="json"))
        return [answers[keys[prompt]] for prompt in prompts]

    def _ask_all(self, prompts: list[Prompt], shape: type[R]) -> list[R | LLMFailure]:
        if not prompts:
            return []
        # Left from the last to the first: after an error, calls end before they are waited for.
        with ThreadPoolExecutor(max(1, self.concurrency)) as pool, closing(self._http()) as http:
            return list(pool.map(lambda prompt: self._ask(http, prompt, shape), prompts))

    def _http(self) -> Client:
        authorization = self._authorization()
        return Client(
            "the model's server",
            Bounds(self.timeout, self.retries, self.backoff, MAX_BYTES),
            headers={"Content-Type": "application/json", **authorization},
            secrets=[value.removeprefix("Bearer ") for value in authorization.values()],
        )

    def _authorization(self) -> dict[str, str]:
        if not self.api_key_env:
            return {}
        key = os.environ.get(self.api_key_env, "").strip()
        if not key:
            raise InputError(
                f"the environment variable {self.api_key_env} is not set; it must hold the API key"
            )
        if not (key.isascii() and key.isprintable()):
            raise InputError(f"{self.api_key_env} holds characters that no API key has")
        return {"Authorization": f"Bearer {key}"}

    def _ask(self, http: Client, prompt: Prompt, shape: type[R]) -> R | LLMFailure:
        url = f"{self.base_url.rstrip('/')}/chat/completions"
        content = json.dumps(self._request(prompt, shape)).encode("ascii")
        try:
            return http.send(
                Request("POST", url, content=content), lambda reply: _read(reply.body, shape)
            )
        except HttpError as error:
            return LLMFailure(str(error))

    def _request(self, prompt: Prompt, shape: type[ReplyShape]) -> dict[str, Any]:
        named = {"name": "reply", "strict": True, "schema": shape.model_json_schema()}
        return {
            "model": self.model,
            "temperature": 0,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "response_format": {"type": "json_schema", "json_schema": named},
        }


def _check_base(base_url: str) -> None:
    check_address("base_url", base_url)
    if "?" in base_url or "#" in base_url:  # not repeated: it may hold a key
        raise InputError(
            "base_url carries a query, behind which no path can be added, and specs hold no "
            "secrets; name the key's environment variable as api_key_env",
            field="base_url",
        )


def _read(body: bytes, shape: type[R]) -> R | LLMFailure:
    """Read the model's reply out of the server's."""
    try:
        completion = _loads(body)
        choice = completion["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise TryAgain("the server's answer is no chat completion") from error
    usage.count(requests=1, **_tokens(completion.get("usage")))
    if refusal:
        return LLMFailure("the model refused to answer")
    if choice.get("finish_reason") == "length":
        return LLMFailure("the model's reply was cut at the server's token limit")
    if not isinstance(content, str):
        raise TryAgain("the model's reply holds no text")
    try:
        reply = _loads(_unfenced(content))
    except (ValueError, RecursionError) as error:
        raise TryAgain("the model's reply is not JSON") from error
    try:
        return shape.model_validate(reply)
    except ValidationError as error:
        raise TryAgain(f"the model's reply has another shape: {_first(error)}") from error


def _kept(shape: type[R], reply: dict[str, Any]) -> R:
    try:
        return shape.model_validate(reply)
    except ValidationError as error:
        raise ModelError(
            f"the reply cache holds a reply of another shape ({_first(error)}); name another file "
            "or 'off'"
        ) from error


def _tokens(told: object) -> dict[str, int]:
    """Return the tokens of question and reply, where the server tells them."""
    found = told if isinstance(told, dict) else {}
    names = ("prompt_tokens", "completion_tokens")
    return {name: found[name] for name in names if type(found.get(name)) is int}


def _first(error: ValidationError) -> str:
    """Say what is wrong first, and where, without the model's own words."""
    found = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(map(str, ("reply", *found["loc"])))
    return f"{where}: {found['msg']}"


def _loads(content: str | bytes) -> Any:
    return json.loads(content, parse_constant=_no_number, parse_float=_finite)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _no_number(digits)


def _unfenced(content: str) -> str:
    """Drop the Markdown fence that models without schema support put around JSON."""
    text = content.strip()
    if not (text.startswith("```") and text.endswith("```")):
        return text
    return text.removesuffix("```").partition("\n")[2]
