"""What docs/serve.md shows is run."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from serving import serving

PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_its_commands_get_answers() -> None:
    install, *asked = blocks("sh")
    assert "groundgraph serve" in install
    with serving() as served:
        for block in asked:
            command = block.replace("localhost:8000", f"127.0.0.1:{served.port}")
            command = command.replace("sleep 1", ":")
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, check=True
            )
            assert '"label":' in done.stdout


def test_every_route_is_told() -> None:
    with serving() as served:
        paths = served.client.get("/openapi.json").json()["paths"]
    told = set(re.findall(r"(/[\w/{}.-]+)", PAGE))
    own = {path for path in paths if not path.startswith(("/guards", "/v1/lettuce", "/v1/models"))}
    assert own - told <= {"/v1/chat/completions"}
