"""What can be measured of a page: rules of accessibility, its width, and how large what is pressed is."""

from __future__ import annotations

from typing import Any

from tests.browser.guests import Guest

LEAST = 44
"""Pixels that anything pressed on a phone has in each direction."""

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOURS = ("color-contrast",)

AXE = """async (rules) => {
    const found = await axe.run(document, { runOnly: rules });
    const told = (node) => node.target + " " + node.failureSummary;
    return found.violations.map((one) => one.id + ": " + one.nodes.map(told).join(" | "));
}"""

WIDE = """() => {
    const most = document.documentElement.clientWidth;
    const apart = ["auto", "scroll", "hidden", "clip"];
    const scrolls = (element) => element && element !== document.body
        && (apart.includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const out = [...document.body.querySelectorAll("*")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.right > most + 1 && !scrolls(one.parentElement) && !one.closest("svg, .vh");
    });
    return [document.documentElement.scrollWidth - most, out.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))];
}"""

PRESSED = "a[href], button, input:not([type=hidden]), select, textarea, summary"

SMALL = """([pressed, least]) => [...document.querySelectorAll(pressed)].filter((one) => {
    if (one.matches("a") && one.closest("p, dd, td, li > span, caption")) return false;
    if (one.closest(".skip, .vh") || !one.checkVisibility({ visibilityProperty: true })) return false;
    const label = one.closest("label");
    const box = (label && ["checkbox", "radio"].includes(one.type) ? label : one).getBoundingClientRect();
    return box.width && (box.height < least - 0.5 || (box.width < least - 0.5 && !one.matches("a")));
}).map((one) => {
    const box = one.getBoundingClientRect();
    return `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 110)}`;
})"""


def violations(guest: Guest, axe: str) -> list[str]:
    """The rules of accessibility that the page breaks, those about colours in dark as well, each with where."""
    guest.page.evaluate(axe)
    found: list[str] = guest.page.evaluate(AXE, RULES)
    guest.page.emulate_media(color_scheme="dark")
    found += guest.page.evaluate(AXE, COLOURS)
    guest.page.emulate_media(color_scheme="light")
    return found


def too_wide(guest: Guest) -> Any:
    """How many pixels of the page lie beside the screen, and the first elements that do."""
    over, some = guest.page.evaluate(WIDE)
    return (over, some) if over > 0 else None


def too_small(guest: Guest) -> list[str]:
    """What is pressed, and smaller than a thumb; links within sentences are as large as their words."""
    found: list[str] = guest.page.evaluate(SMALL, [PRESSED, LEAST])
    return found
