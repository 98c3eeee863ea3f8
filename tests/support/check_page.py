"""The page at ``/`` of a server, opened, and what is done to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browsers import Browsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver import Chrome
    from serving import Served

PASSAGE = "The battery is covered for 24 months."
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


class Page(Browsed):
    """The page, and what is done to it."""

    def __init__(self, chrome: Chrome, served: Served, fragment: str = "") -> None:
        super().__init__(chrome, f"{served.url}/{fragment}")
        self.served = served

    def write(self, selector: str, text: str) -> None:
        self.chrome.find_element("css selector", selector).send_keys(text)

    def set(self, selector: str, text: str) -> None:
        """Put a text in a field, as pasting it does."""
        said = """
            arguments[0].value = arguments[1];
            arguments[0].dispatchEvent(new Event("input", { bubbles: true }));
        """
        self.chrome.execute_script(said, self.chrome.find_element("css selector", selector), text)

    def ask(self, answer: str, passage: str = PASSAGE) -> None:
        self.set("#given textarea", passage)
        self.set("#answer", answer)

    def told(self) -> str:
        return str(self.one("#told").text)

    def open_file(self, selector: str, path: Path) -> None:
        self.chrome.find_element("css selector", selector).send_keys(str(path))

    def marks(self) -> list[tuple[str, str]]:
        """Return text and outcome of what is marked in the field itself."""
        return [
            (part.get_attribute("textContent"), part.get_attribute("class").split()[1])
            for part in self.all("#marks .claim")
        ]

    def download(self, folder: Path, selector: str) -> bytes:
        """Return the file that a click brings."""
        told = {"behavior": "allow", "downloadPath": str(folder), "eventsEnabled": True}
        self.chrome.execute_cdp_cmd("Browser.setDownloadBehavior", told)
        self.one(selector).click()
        self.wait(lambda: [f.suffix for f in folder.iterdir()] in ([".html"], [".jsonl"]))
        [found] = folder.iterdir()
        return found.read_bytes()

    def is_clean(self) -> bool:
        """Say whether nothing was refused by the policy, and nothing asked of anyone else."""
        asked = {url for url in self.requests() if not url.startswith("blob:")}
        own = all(url.startswith(self.served.url) for url in asked)
        return own and self.complaints() == []
