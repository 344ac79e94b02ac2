"""The house while it is being built: `./septet dev` runs a server and the pages, and both follow your edits.

Vite serves the pages, and asks the server for everything else: one address for the browser. Pages change as they are
saved. When Python or a catalogue changes, the server is started anew; tables are on disk, so games go on.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from watchfiles import watch

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/septet"
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402


def main(arguments: list[str]) -> int:
    args = parser().parse_args(arguments)
    npm = hatch_build.machine_npm() or hatch_build.packaged_npm()
    serve = [str(Path(sys.executable).parent / "septet"), "serve", f"--port={args.server_port}", f"--data={args.data}"]
    pages = [*npm, "run", "--silent", "dev", "--", f"--port={args.port}", "--strictPort"]
    asked = {"SEPTET_SERVER": f"http://127.0.0.1:{args.server_port}"}
    server, vite = begin(serve), begin(pages, ROOT / "web", asked)
    say(f"open http://localhost:{args.port}; Ctrl+C stops")
    try:
        for changes in watch(SOURCES, watch_filter=matters, raise_interrupt=False):
            names = sorted(Path(name).relative_to(SOURCES).as_posix() for _, name in changes)
            say(f"{names[0]}{' and more' if len(names) > 1 else ''} changed: the server starts anew")
            if any(name.endswith(".po") for name in names):
                hatch_build.compile_translations(ROOT)
                hatch_build.write_browser_words(ROOT)
            end([server])
            server = begin(serve)
    finally:
        end([server, vite])
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="./septet dev", description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--port", type=int, default=5173, help="of the pages (5173)")
    options.add_argument("--server-port", type=int, default=7778, help="of the server behind them (7778)")
    options.add_argument("--data", default=str(ROOT / ".tools/dev"), help="where its tables are kept (.tools/dev)")
    return options


def matters(_: object, name: str) -> bool:
    """Whether the server has to begin anew when this file changes."""
    return name.endswith((".py", ".po", ".md"))


def begin(command: list[str], cwd: Path = ROOT, more: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, cwd=cwd, env={**os.environ, **(more or {})}, start_new_session=True)


def end(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    """Stop these and all that they have started, and wait for them."""
    for one in processes:
        if one.poll() is None:
            os.killpg(one.pid, signal.SIGTERM)
        one.wait()


def say(text: str) -> None:
    print(f"septet: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
