"""The web app: its types are the server's, its words are there, its own tests pass, and the server hands it out."""

import asyncio
import gzip
import json
import os
import re
import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from septet.server.http.pages import DOCS, ELSEWHERE, STATIC, Pages
from septet.server.typescript import typescript

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PACKAGES = json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"]


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    pytest.importorskip("hatchling", reason="the build hook needs hatchling")
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_in_the_browser_are_those_of_the_server() -> None:
    """If not: python -m septet.server.typescript > web/src/wire.ts"""
    assert (WEB / "src/wire.ts").read_text("utf-8") == typescript()


@pytest.mark.parametrize("script", ["check", "lint", "test"])
def test_the_web_app_passes_its_own_checks(script: str) -> None:
    if not (WEB / "node_modules/vitest").is_dir() or shutil.which("npm") is None:
        pytest.skip("npm's packages are not there; ./septet test brings them")
    done = subprocess.run(
        ["npm", "run", "--silent", script],
        cwd=WEB,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lock_of_npm_names_no_registry_and_pins_by_hash() -> None:
    lock = (WEB / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity": "sha512-') > 20


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("npm error code ECONNREFUSED\nnpm error FetchError: request to x failed", "npm cannot reach its registry"),
        ("npm error ENOSPC: no space left on device, write", "the disk is full"),
        ("RolldownError: {web}/src/App.svelte:78:9 Expected whitespace\n    at x", "web/src/App.svelte:78:9 Expected"),
        ("npm error code EUSAGE\nnpm error The lock does not fit.", "The lock does not fit"),
        ("", "npm does not say why"),
    ],
)
def test_a_failed_build_is_explained_in_one_sentence(hook: ModuleType, output: str, words: str) -> None:
    said = hook.reason(output.replace("{web}", WEB.as_posix()), WEB)
    assert said.startswith(words)
    assert "\n" not in said


def test_tests_of_the_web_app_are_no_reason_to_build_it_again(hook: ModuleType) -> None:
    names = {file.name for file in hook.web_sources(WEB)}
    assert {"main.ts", "index.html", "package-lock.json", "early.js"} <= names
    assert not any(name.endswith(".test.ts") for name in names)


def test_the_first_screen_is_small() -> None:
    static = ROOT / "src/septet/static"
    if not (static / "index.html").is_file():
        pytest.skip("the web app is not built; ./septet builds it")
    scripts = re.findall(r'"/(assets/[^"]+\.js)"', (static / "index.html").read_text("utf-8"))
    assert scripts
    assert sum(len(gzip.compress((static / name).read_bytes())) for name in scripts) < 150_000


# -- Pages


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets/index-abc.js").write_text("let a = 1\n" * 100)
    (tmp_path / ".secret").write_text("no")
    return Pages(tmp_path)


def get(pages: Pages, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(pages({"type": "http", "method": "GET", "path": path, "headers": sent}, send))
    told = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return said[0]["status"], told, said[1]["body"]


@pytest.mark.parametrize("path", ["/", "/table/k3v9m2xq7r4t", "/rules/sep"])
def test_every_page_is_the_first_page_and_keeps_strangers_out(pages: Pages, path: str) -> None:
    status, headers, body = get(pages, path)
    assert (status, body) == (200, b"<!doctype html>")
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_kept_for_ever_and_sent_packed(pages: Pages) -> None:
    status, headers, body = get(pages, "/assets/index-abc.js", accept_encoding="gzip, br")
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/javascript")
    assert gzip.decompress(body) == b"let a = 1\n" * 100


def test_what_a_browser_has_already_is_not_sent_again(pages: Pages) -> None:
    tag = get(pages, "/")[1]["etag"]
    assert get(pages, "/", if_none_match=tag)[0] == 304


@pytest.mark.parametrize("path", ["/missing.js", "/.secret", "/../index.html.bak", "/assets/../../x.py"])
def test_a_file_that_is_not_there_is_not_found(pages: Pages, path: str) -> None:
    assert get(pages, path)[0] == 404


@pytest.mark.parametrize("built", [True, False])
def test_the_first_page_leads_to_the_documentation_where_there_is_one(tmp_path: Path, built: bool) -> None:
    for name in ("static", *(["site"] if built else [])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(f"<head><title>{name}</title></head>")
    pages = Pages(tmp_path / "static", tmp_path / "site")
    assert (b'<link rel="help" href="/docs/"></head>' in get(pages, "/rules")[2]) is built
    if built:
        assert get(pages, "/docs/")[2] == b"<head><title>site</title></head>"


def test_what_the_server_answers_itself_is_never_kept_as_the_app() -> None:
    """A service worker that took a page of the documentation for the app would show it when there is no network."""
    own = re.search(r"OWN = /\^\\/\(([\w|]+)\)", (WEB / "public/sw.js").read_text("utf-8"))
    assert own is not None
    assert {f"/{name}" for name in own[1].split("|")} == {*ELSEWHERE, f"/{DOCS.strip('/')}"}


def test_the_licence_of_everything_that_the_built_app_holds_is_beside_it() -> None:
    """In the wheel too, which ships all of static/; a package without a licence stops the build."""
    told = (STATIC / "licences.txt").read_text("utf-8")
    notices = dict(
        re.findall(r"^-{78}\n(\S+) \S+ \([^)]+\)\n-{78}\n(.*?)(?=^-{78}\n\S|\Z)", told, re.MULTILINE | re.DOTALL)
    )
    sources = "".join(file.read_text("utf-8") for file in (WEB / "src").rglob("*") if file.is_file())
    used = {name for name in PACKAGES if re.search(rf"(from |import |url\()'{re.escape(name)}[/']", sources)}
    assert len(used) >= 4
    assert used <= notices.keys()
    fonts = [name for name in notices if "fontsource" in name]
    assert len(fonts) == len([*STATIC.rglob("*.woff2")]) == 2
    for name, words in notices.items():
        assert "copyright" in words.lower(), name
    assert (ROOT / "LICENSE").read_text("utf-8").strip() in told
    assert 'href="/licences.txt"' in (WEB / "src/parts/Footer.svelte").read_text("utf-8")


def test_only_what_is_not_the_programs_own_is_a_page(pages: Pages) -> None:
    paths = ("/", "/me", "/api/me", "/health", "/metrics", "/ws")
    taken = [pages.takes({"method": "GET", "path": path}) for path in paths]
    assert taken == [True, True, False, False, False, False]
    assert not pages.takes({"method": "POST", "path": "/"})


def test_nothing_in_the_web_app_asks_another_host() -> None:
    for file in (*(WEB / "src").rglob("*"), WEB / "index.html"):
        if file.suffix in (".svelte", ".ts", ".css", ".html") and not file.name.endswith(".test.ts"):
            text = file.read_text("utf-8")
            assert not re.search(
                r"(https?:)?//[a-z0-9-]+\.[a-z]{2,}", re.sub(r"https?://www\.w3\.org/\S+", "", text)
            ), file


HOVERS = re.compile(r"@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def hovering(style: str) -> list[str]:
    """The selectors that look different under a pointer where nothing can hover: a finger would leave them so."""
    plain = HOVERS.sub("", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    rules = [(each.strip(), body) for each, body in RULE.findall(plain)]
    usual = {line.strip() for each, body in rules if ":hover" not in each for line in body.split(";")}
    found = []
    for each, body in rules:
        also = {re.sub(r":hover(:not\(:disabled\))?", "", one).strip() for one in each.split(",") if ":hover" in one}
        same = also <= {one.strip() for one in each.split(",")} or {line.strip() for line in body.split(";")} <= usual
        found += [each] if also and not same else []
    return found


def test_nothing_looks_hovered_where_nothing_hovers() -> None:
    assert hovering("a:hover { color: red }") == ["a:hover"]
    assert hovering("@media (hover: hover) { a:hover { color: red } }") == []
    for file in sorted(WEB.glob("src/**/*.*")):
        if file.suffix in (".css", ".svelte"):
            text = file.read_text("utf-8")
            style = text if file.suffix == ".css" else text.partition("<style>")[2].partition("</style>")[0]
            assert hovering(style) == [], file.name
