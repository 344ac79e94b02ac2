"""The web app's files: served from memory, and the first page for every path that a browser may show."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec

STATIC = Path(__file__).parents[2] / "static"
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


class File(msgspec.Struct, frozen=True):
    """A file as it is sent: whole and packed."""

    body: bytes
    packed: bytes | None
    tag: str
    kind: str
    keep: str


def read(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    keep = FOR_EVER if name.startswith("assets/") else LOOK_AGAIN
    packed = gzip.compress(body, 9, mtime=0) if text else None
    return File(
        body, packed, f'"{hashlib.sha256(body).hexdigest()[:20]}"', f"{kind}; charset=utf-8" if text else kind, keep
    )


class Pages:
    """Answers for all that is not the program's own; reads the files once, when first asked."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.files: dict[str, File] | None = None

    def takes(self, scope: Any) -> bool:
        """Whether this is for us: a page or a file, and nothing that changes anything."""
        return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(ELSEWHERE)

    def find(self, path: str) -> File | None:
        """The file of this path; a path that names no file is a page, and every page begins with the same one."""
        if self.files is None:
            found = [file for file in self.folder.rglob("*") if file.is_file() and not file.name.startswith(".")]
            names = {file: file.relative_to(self.folder).as_posix() for file in found}
            self.files = {name: read(file, name) for file, name in names.items() if not name.startswith(".")}
        name = path.lstrip("/")
        page = "." not in name.rpartition("/")[2]
        return self.files.get(name) or (self.files.get("index.html") if page else None)

    async def __call__(self, scope: Any, send: Any) -> None:
        file = self.find(scope["path"])
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if file is None:
            await answer(send, 404, {"content-type": "text/plain; charset=utf-8"} | GUARDS, b"404\n")
            return
        told = {
            "content-type": file.kind,
            "cache-control": file.keep,
            "etag": file.tag,
            "vary": "accept-encoding",
        } | GUARDS
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
