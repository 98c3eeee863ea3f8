"""Chromium without a window, and what a person does to a page in it."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --window-size=1400,900"
)


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """Run the browser; skip where it, or its driver, is not installed."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not (browser and driver):
        pytest.skip("put chromium and chromedriver on the PATH to test pages in a browser")
    options = ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options=options, service=Service(driver))
    try:
        yield chrome
    finally:
        chrome.quit()


class Browsed:
    """A page, opened."""

    def __init__(self, chrome: Chrome, url: str) -> None:
        self.chrome = chrome
        for kind in ("browser", "performance"):
            self.log(kind)
        chrome.get("about:blank")
        chrome.get(url)

    def wait(self, until: Callable[[], object]) -> None:
        WebDriverWait(self.chrome, 60, 0.01).until(lambda _: until())

    def settle(self) -> None:
        """Wait until what was asked for last is drawn."""
        busy = "return document.querySelector('[aria-busy]') !== null"
        self.wait(lambda: not self.chrome.execute_script(busy))

    def all(self, selector: str) -> list[Any]:
        self.settle()
        return list(self.chrome.find_elements(By.CSS_SELECTOR, selector))

    def one(self, selector: str) -> Any:
        [found] = self.all(selector)
        return found

    def press(self, *keys: str) -> None:
        ActionChains(self.chrome).send_keys(*keys).perform()

    def focused(self) -> Any:
        self.settle()
        return self.chrome.switch_to.active_element

    def fragment(self) -> str:
        self.settle()
        return str(self.chrome.current_url).partition("#")[2]

    def log(self, kind: str) -> list[dict[str, Any]]:
        return list(self.chrome.get_log(kind))  # type: ignore[no-untyped-call]

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.log("browser")]

    def requests(self) -> set[str]:
        """Return what was asked of a disk or a network; the browser's own pages do not count."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        sent = [e["params"] for e in events if e["method"] == "Network.requestWillBeSent"]
        urls = {params["request"]["url"].partition("#")[0] for params in sent}
        return {
            url for url in urls if not url.startswith(("chrome:", "chrome-", "data:", "about:"))
        }
