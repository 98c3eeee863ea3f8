"""The libraries run as they are, but reach no network."""

from __future__ import annotations

import os
import socket
from typing import Any

import pytest

os.environ.update(
    DEEPEVAL_TELEMETRY_OPT_OUT="YES",
    DO_NOT_TRACK="true",
    HAYSTACK_TELEMETRY_ENABLED="False",
    LANGSMITH_TRACING="false",
    MLFLOW_DISABLE_TELEMETRY="true",
    RAGAS_DO_NOT_TRACK="true",
)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse what would leave this machine."""
    connect = socket.socket.connect

    def local(self: socket.socket, address: Any) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {
            "127.0.0.1",
            "::1",
            "localhost",
        }:
            raise PermissionError(f"a test of an integration connects to {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", local)
