"""The page in a browser: it loads from the server alone, under strict headers, and nothing goes wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hunch.engines import GAMES
from hunch.server import auth
from hunch.server.page import STRICT
from tests.support.axe import violations
from tests.support.browser import Faults, Pages
from tests.support.site import Site

VIEWS = ["/", "/rules", "/rules/kuhn"]
"""Views that need no game."""
LIST = "/hunch.v1.RulesService/ListGames"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_page_loads_in_the_language_of_the_browser(pages: Pages, site: Site, locale: str) -> None:
    page = pages.new(site, locale=locale)
    site.open(page)
    expect(page).to_have_title(re.compile("Hunch"))
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])


def test_the_page_and_each_script_come_packed_under_strict_headers(page: Page, site: Site) -> None:
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    site.open(page)
    for answer in answers:
        headers = answer.headers
        assert answer.status in (200, 304)
        if "/hunch.v1." not in answer.url:
            assert {name.decode(): headers[name.decode()] for name, _ in STRICT} == {
                name.decode(): value.decode() for name, value in STRICT
            }
        if "/assets/" in answer.url:
            assert (headers["content-encoding"], "immutable" in headers["cache-control"]) == ("br", True)
    assert any(answer.url.endswith(".js") for answer in answers)


def test_a_script_that_is_not_there_is_not_found(page: Page, site: Site) -> None:
    assert page.request.get(f"{site.url}/assets/none-1a2b.js").status == 404


def test_a_page_calls_its_own_server(page: Page, site: Site) -> None:
    site.open(page)
    games = page.evaluate(
        """async (path) => {
            const headers = { "content-type": "application/json" };
            return (await (await fetch(path, { method: "POST", headers, body: "{}" })).json()).games;
        }""",
        LIST,
    )
    assert [game["name"] for game in games] == list(GAMES)


@pytest.mark.parametrize(
    "script",
    [
        "document.head.appendChild(document.createElement('script')).text = 'window.planted = 1'",
        "document.head.appendChild(document.createElement('style')).textContent = 'p { color: red }'",
        "new Image().src = 'http://127.0.0.1:1/picture.png'",
        "fetch('http://127.0.0.1:1/').catch(() => {})",
        "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">red</p>')",
    ],
)
def test_what_the_policy_forbids_is_noticed(page: Page, site: Site, faults: Faults, script: str) -> None:
    site.open(page)
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(script)
    faults.expect("Content Security Policy")
    faults.seen = [fault for fault in faults.seen if "http://127.0.0.1:1/" not in fault]
    assert page.evaluate("window.planted") is None


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("console.error('planted')", "console: planted"),
        ("console.warn('planted')", "console: planted"),
        ("setTimeout(() => { throw new Error('planted'); })", "uncaught: planted"),
        ("Promise.reject(new Error('planted')) && 0", "uncaught: planted"),
        ("fetch('assets/none.js') && 0", "404"),
    ],
)
def test_what_goes_wrong_in_a_page_is_noticed(page: Page, site: Site, faults: Faults, script: str, words: str) -> None:
    site.open(page)
    page.evaluate(script)
    for _ in range(100):
        if faults.seen:
            break
        page.evaluate("() => new Promise(requestAnimationFrame)")
    faults.expect(words)


def test_with_keys_the_page_loads_and_asks_for_one(
    pages: Pages, sites: Callable[..., Site], faults: Faults, tmp_path: Path
) -> None:
    scopes = ["opponent", "rules", "enemy", "dice", "solver", "operations"]
    token, key = auth.make(scopes)
    auth.write(tmp_path / "keys.json", [key])
    site = sites("--keys", str(tmp_path / "keys.json"))
    page = pages.new(site)
    page.goto(site.url)
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field.or_(page.locator("dialog input"))).to_be_visible()
    page.locator("dialog input").fill(token)
    with page.expect_navigation():
        page.locator("dialog button[type=submit]").click()
    expect(page.locator("dialog input")).to_be_hidden()
    expect(page.locator("main a").first).to_be_visible()
    assert page.evaluate("Object.values(sessionStorage)") == [token]
    faults.expect("401")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_breaks_a_rule_of_accessibility(pages: Pages, site: Site, view: str, locale: str) -> None:
    page = pages.new(site, locale=locale)
    site.open(page, view)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


def test_a_broken_rule_of_accessibility_is_noticed(page: Page, site: Site) -> None:
    site.open(page)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [line for line in violations(page) if "button-name" in line]


@pytest.mark.parametrize("view", [*VIEWS, "/rules/comancheria"])
def test_at_360_points_no_view_is_wider_than_the_window(pages: Pages, site: Site, view: str) -> None:
    page = pages.new(site, viewport={"width": 360, "height": 740})
    site.open(page, view)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
