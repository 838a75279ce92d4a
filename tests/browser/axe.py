"""axe-core over a page: what it calls serious or critical."""

from __future__ import annotations

from typing import Any

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE = Axe()


def serious_faults(page: Page) -> list[str]:
    """One line a fault: rule, what it asks, and the elements."""
    found: dict[str, Any] = _AXE.run(page)
    return [
        f"{fault['id']}: {fault['help']}: {[node['target'] for node in fault['nodes']]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
