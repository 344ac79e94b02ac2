"""The web app's files and the documentation: served from memory, each path that a browser may show by its own."""

import base64
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from septet.i18n import words
from septet.server.http.asking import language

STATIC = Path(__file__).parents[2] / "static"
SITE = Path(__file__).parents[2] / "site"  # the documentation; `./septet docs` builds it
DOCS = "docs/"
HELP = b'<link rel="help" href="/docs/">'  # tells the web app that there is a documentation to lead to
ELSEWHERE = ("/api", "/ws", "/health", "/metrics")
FOR_EVER = "public, max-age=31536000, immutable"
LOOK_AGAIN = "no-cache"  # keep it, but ask whether it is still the same
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
# Nothing from elsewhere, nothing inline, in no other site's frame.
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "font", "img", "connect", "manifest", "worker")),
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
GUARDS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}


Head = Callable[[Any, dict[str, str]], str]  # what else stands in the head of a page, by request and headers


class File(msgspec.Struct, frozen=True):
    """A file as it is sent: whole and packed."""

    body: bytes
    packed: bytes | None
    tag: str
    kind: str
    keep: str
    policy: str = POLICY

    @property
    def page(self) -> bool:
        """The page that the web app begins with, whatever path is asked for."""
        return self.kind.startswith("text/html") and self.policy is POLICY


def headed(file: File, more: str) -> File:
    """A page with more in its head."""
    body = file.body.replace(b"</head>", more.encode() + b"</head>", 1)
    return msgspec.structs.replace(file, body=body, packed=None, tag=tag_of(body))


def tag_of(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def read(path: Path, name: str, helped: bool = False) -> File:
    body = path.read_bytes()
    if helped and name == "index.html":
        body = body.replace(b"</head>", HELP + b"</head>", 1)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    keep = FOR_EVER if name.startswith("assets/") else LOOK_AGAIN
    packed = gzip.compress(body, 9, mtime=0) if text else None
    return File(body, packed, tag_of(body), f"{kind}; charset=utf-8" if text else kind, keep)


def read_docs(path: Path, name: str) -> File:
    """A page of the documentation may run the scripts that stand in it, and no others."""
    file = read(path, name)
    if path.suffix != ".html":
        return file
    scripts = re.findall(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", file.body, re.DOTALL)
    hashes = sorted({base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts})
    more = {"script": " ".join(f"'sha256-{one}'" for one in hashes), "style": "'unsafe-inline'", "img": "data:"}
    policy = POLICY
    for what, allowed in more.items():
        policy = policy.replace(f"{what}-src 'self'", f"{what}-src 'self' {allowed}".rstrip())
    return msgspec.structs.replace(file, policy=policy)


def files_in(folder: Path) -> list[tuple[Path, str]]:
    """Every file of a folder and its name there, but for hidden ones."""
    found = [(file, file.relative_to(folder).as_posix()) for file in folder.rglob("*") if file.is_file()]
    return [(file, name) for file, name in found if not file.name.startswith(".") and not name.startswith(".")]


class Pages:
    """Answers for all that is not the program's own; reads the files once, when first asked."""

    def __init__(self, folder: Path = STATIC, docs: Path = SITE, head: Head | None = None) -> None:
        self.head = head
        self.folder = folder
        self.docs = docs
        self.files: dict[str, File] | None = None

    def takes(self, scope: Any) -> bool:
        """Whether this is for us: a page or a file, and nothing that changes anything."""
        return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(ELSEWHERE)

    def find(self, path: str) -> File | None:
        """The file of this path; a path that names no file is a page, and every page begins with the same one."""
        if self.files is None:
            site = {DOCS + name: read_docs(file, name) for file, name in files_in(self.docs)}
            helped = f"{DOCS}index.html" in site
            self.files = {name: read(file, name, helped) for file, name in files_in(self.folder)} | site
        name = path.lstrip("/")
        if name.startswith(DOCS):
            return self.files.get(f"{name}index.html" if name.endswith("/") else name)
        page = "." not in name.rpartition("/")[2]
        return self.files.get(name) or (self.files.get("index.html") if page else None)

    async def __call__(self, scope: Any, send: Any) -> None:
        if scope["path"] == "/docs":
            await answer(send, 307, {"location": "/docs/"} | GUARDS, b"")
            return
        file = self.find(scope["path"])
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if file is None:
            said = words(language(ASGIConnection(scope)))("docs.not_built") if scope["path"] == "/docs/" else "404"
            await answer(send, 404, {"content-type": "text/plain; charset=utf-8"} | GUARDS, f"{said}\n".encode())
            return
        told = {
            "content-type": file.kind,
            "cache-control": file.keep,
            "etag": file.tag,
            "vary": "accept-encoding",
            **GUARDS,
            "content-security-policy": file.policy,
        }
        if self.head and file.page:
            file = headed(file, self.head(scope, headers))
            told["etag"] = file.tag
        if headers.get("if-none-match") == file.tag:
            await answer(send, 304, told, b"")
            return
        body = file.body
        if file.packed is not None and "gzip" in headers.get("accept-encoding", ""):
            body, told["content-encoding"] = file.packed, "gzip"
        told["content-length"] = str(len(body))
        await answer(send, 200, told, b"" if scope["method"] == "HEAD" else body)


async def answer(send: Any, status: int, headers: dict[str, str], body: bytes) -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
