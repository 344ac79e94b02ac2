"""The files for hosting, tried with the programs that they are for; of the image, every line is run."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.containers import Build, Stage, can_build, lines
from tests.server.lines import Line
from tests.server.nodes import Node, node
from tests.server.services import free_port, listens, until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SITE = "play.example.org"


def needs(program: str, package: str = "") -> str:
    found = shutil.which(program, path=os.environ["PATH"] + os.pathsep + "/usr/sbin")
    if found is None:
        pytest.skip(f"{program} is not on this machine; on Debian: apt install {package or program}")
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """One of our own, for the site of the examples."""
    names = folder / "cert.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={SITE}", "-days", "2"]
    made += ["-addext", f"subjectAltName=DNS:{SITE}", "-out", str(names[0]), "-keyout", str(names[1])]
    subprocess.run(made, check=True, capture_output=True)
    return names


def as_nginx(folder: Path, server: int, port: int) -> list[str]:
    """The file as it is, but for the ports and the certificate, within the least that nginx needs around it."""
    cert, key = certificate(folder)
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("server 127.0.0.1:7777;", f"server 127.0.0.1:{server};"),
        (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(cert)),
        (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(key)),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    places = [f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")]
    own = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {' '.join(places)}\n{text}}}"
    (folder / "nginx.conf").write_text(own)
    return [needs("nginx"), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]


def as_caddy(folder: Path, server: int, port: int) -> list[str]:
    """The file as it is, with another port, a certificate of Caddy's own, and nothing that it asks of the world."""
    own = (
        "local_certs",
        "skip_install_trust",
        "admin off",
        "auto_https disable_redirects",
        f"storage file_system {folder}",
    )
    (folder / "Caddyfile").write_text("{\n" + "\n".join(own) + "\n}\n" + (DEPLOY / "Caddyfile").read_text())
    environ = [f"SEPTET_SITE=https://{SITE}:{port}", f"SEPTET_SERVERS=127.0.0.1:{server}"]
    return ["env", *environ, needs("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": as_nginx, "caddy": as_caddy}


@contextmanager
def behind(proxy: str, server: Node, folder: Path) -> Iterator[int]:
    port = free_port()
    folder.mkdir()
    with (
        (folder / "said").open("w") as log,
        subprocess.Popen(PROXIES[proxy](folder, server.port, port), stdout=log, stderr=log) as process,
    ):
        try:
            until(lambda: listens(port) or process.poll() is not None)
            assert process.poll() is None, (folder / "said").read_text()
            yield port
        finally:
            process.send_signal(signal.SIGTERM)


class Visitor(httpx.Client):
    """Somebody at an address of their own, who says that they come from elsewhere."""

    def __init__(self, port: int, address: str) -> None:
        self.site, self.address = f"{SITE}:{port}", address
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        self.context = context
        forged = {"x-forwarded-for": f"9.9.9.{address[-1]}", "x-forwarded-proto": "http"}
        super().__init__(
            base_url=f"https://127.0.0.1:{port}",
            headers={"host": self.site, "origin": f"https://{self.site}", **forged},
            transport=httpx.HTTPTransport(verify=context, local_address=address),
            timeout=20,
        )

    def ask(self, method: str, path: str) -> httpx.Response:
        return self.request(method, path, extensions={"sni_hostname": SITE})

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Line]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address, _, port = self.site.rpartition(":")
        async with connect(
            f"wss://{self.site}/ws",
            host="127.0.0.1",
            port=int(port),
            ssl=self.context,
            server_hostname=address,
            additional_headers={"cookie": cookie, "origin": f"https://{self.site}"},
        ) as socket:
            made = Line(socket)
            await made.until(lambda one: one.heard)
            yield made
            await made.hush()


@pytest.mark.long
@pytest.mark.parametrize("proxy", PROXIES)
def test_a_game_is_played_through_the_proxy_and_everybody_counts_by_their_own_address(
    proxy: str, tmp_path: Path
) -> None:
    needs(proxy)
    options = ("--proxy", "127.0.0.1", "--limit", "guests=0.01")  # one at once from an address, and no second one soon
    with (
        node(tmp_path / "data", *options) as server,
        behind(proxy, server, tmp_path / "proxy") as port,
        Visitor(port, "127.0.0.5") as ann,
        Visitor(port, "127.0.0.6") as bob,
    ):
        until(lambda: ann.ask("GET", "/health").status_code == 200)
        for one in (ann, bob):
            made = one.ask("POST", "/api/guest")
            assert made.status_code == 201, made.text
            assert "secure" in made.headers["set-cookie"].lower(), "the proxy ends TLS, and the server knows"
            assert "max-age" in made.headers["strict-transport-security"]
            one.cookies.clear()
            one.cookies.set(*made.headers["set-cookie"].partition(";")[0].split("=", 1))
            with Visitor(port, one.address) as again:
                assert again.ask("POST", "/api/guest").status_code == 429
        assert b"septet_" not in ann.ask("GET", "/metrics").content
        asyncio.run(play(ann, bob))


async def play(ann: Visitor, bob: Visitor) -> None:
    """Two moves, one of either, that both are told of."""
    seats = [{"who": "me"}, {"who": "anyone"}]
    made = ann.request("POST", "/api/tables", json={"game": "sep", "seats": seats}, extensions={"sni_hostname": SITE})
    assert made.status_code == 201, made.text
    table = made.json()["id"]
    async with ann.line() as one, bob.line() as other:
        await other.ask("sit", table=table)
        for each in (one, other):
            assert (await each.ask("watch", table=table))["type"] != "refused"
        for _ in range(2):
            mover = (one, other)[one.moments[table]["to_move"][0]]
            answer = await mover.play(table, mover.moments[table]["offers"][0])
            for each in (one, other):
                await each.at(table, answer["n"])


# The units


@pytest.mark.long
def test_systemd_understands_the_units_and_finds_little_to_mind(tmp_path: Path) -> None:
    program = needs("systemd-analyze")
    for unit in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = unit.read_text().replace("/opt/septet/bin/septet", str(Path(sys.executable).with_name("septet")))
        (tmp_path / unit.name).write_text(text)
    names = [str(file) for file in sorted(tmp_path.glob("septet*"))]
    done = subprocess.run([program, "verify", "--man=no", *names], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "septet" in line]) == (0, [])
    weigh = [program, "security", "--offline=true", "--threshold=30", str(DEPLOY / "septet.service")]
    done = subprocess.run(weigh, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:]
    (found,) = re.findall(r"exposure level for septet.service: (\S+)", done.stdout)
    assert f"puts its exposure at {found} of 10" in (ROOT / "docs/hosting.md").read_text()


# The image


@pytest.mark.long
@pytest.mark.skipif(not can_build(), reason="this machine does not let us mount")
@pytest.mark.parametrize("extras", ["cluster,search,charts", "cluster"])
def test_every_line_of_the_image_runs_and_what_it_makes_serves(extras: str, record_property: Any) -> None:
    with tempfile.TemporaryDirectory(prefix="septet-image-", dir="/dev/shm") as folder:
        build = Build(ROOT, Path(folder), EXTRAS=extras)
        assert build.ran == [said for word, said in lines(ROOT / "Dockerfile") if word == "RUN"]
        last = build.stages["last"]
        size = subprocess.run(["du", "-sm", last.folder / "upper"], capture_output=True, text=True, check=True).stdout
        record_property("megabytes", size.split()[0])
        said = served(last)
        assert "SERVED" in said, said[-3_000:]
        assert "septet_sockets" in said
        assert ("expert" in said.partition("BOTS")[2]) == ("search" in extras)


def served(stage: Stage) -> str:
    """Start what the image starts, in a network of its own; ask what its health check asks; stop it."""
    run, well = shlex.join(stage.words["ENTRYPOINT"] + stage.words["CMD"]), shlex.join(stage.words["HEALTHCHECK"])
    fetch = "python -c \"from urllib.request import urlopen; print(urlopen('http://127.0.0.1:9777').read().decode())\""
    script = (
        f"cd {stage.where}; id -un; {run} & server=$!\n"
        f"for second in $(seq 60); do if {well} 2>/dev/null; then echo SERVED; break; fi; sleep 1; done\n"
        f"{fetch}; kill $server; wait $server; echo BOTS; septet bots sep"
    )
    done = subprocess.run(stage.command(["sh", "-c", script], "--net"), capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else done.stdout


# The alert rules


@pytest.mark.long
def test_prometheus_understands_the_alert_rules() -> None:
    check = [needs("promtool", "prometheus"), "check", "rules", str(DEPLOY / "alerts.yml")]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
