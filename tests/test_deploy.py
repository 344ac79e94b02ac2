"""What the files for hosting say is what the program does: options, ports, paths, extras, limits."""

import argparse
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from septet.cli import parser
from septet.cli.serve import PORT
from septet.i18n import words
from septet.server.limits import Limits
from septet.server.metrics import Metrics
from tests.server.containers import lines, sent

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
METRICS = 9777
UNITS = sorted(DEPLOY.glob("*.service"))
DOCKERFILE = lines(ROOT / "Dockerfile")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
HOSTING = (ROOT / "docs/hosting.md").read_text()


def setting(unit: Path, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


def said(word: str) -> list[str]:
    return [text for name, text in DOCKERFILE if name == word]


def understood(command: list[str]) -> argparse.Namespace:
    """What the program makes of it; raises BadInput if it makes nothing of it."""
    return parser(words("en")).parse_args(command)


def commands() -> list[list[str]]:
    units = [shlex.split(line)[1:] for unit in UNITS for line in setting(unit, "ExecStart")]
    return [*units, json.loads(said("CMD")[-1]), COMPOSE["services"]["septet"]["command"]]


@pytest.mark.parametrize("command", commands(), ids=lambda command: " ".join(command)[:40])
def test_every_command_is_understood_and_listens_where_the_proxies_ask(command: list[str]) -> None:
    args = understood(command)
    if args.command == "serve":
        assert (args.port, args.metrics.rpartition(":")[2]) == (PORT, str(METRICS))
        assert args.log_format == "json"


def test_every_command_in_the_docs_is_understood() -> None:
    found = re.findall(r"`septet ([a-z][^`…]*)`", HOSTING)
    assert len(found) >= 2
    for one in found:
        understood(shlex.split(one) + (["file"] if one.endswith("restore") else []))


def test_the_proxies_are_those_that_the_server_believes_and_lead_to_its_port() -> None:
    nginx, caddy = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    assert f"server 127.0.0.1:{PORT};" in nginx
    assert f":127.0.0.1:{PORT}}}" in caddy
    (unit,) = (understood(command) for command in commands() if "127.0.0.1" in command)
    assert unit.proxy == "127.0.0.1"
    house = COMPOSE["networks"]["house"]["ipam"]["config"][0]["subnet"]
    assert understood(COMPOSE["services"]["septet"]["command"]).proxy == house
    assert COMPOSE["services"]["caddy"]["environment"]["SEPTET_SERVERS"] == f"septet:{PORT}"
    (quiet,) = re.findall(r"proxy_read_timeout (\d+)s", nginx)
    assert int(quiet) > 2 * Limits().ping_s, "a socket that only answers pings is left open"
    assert re.findall(r"client_max_body_size (\d+)k", nginx) == re.findall(r"max_size (\d+)KB", caddy) == ["64"]
    assert Limits().message_bytes == 64 * 1024


def test_the_image_has_the_folders_ports_and_extras_that_it_speaks_of() -> None:
    assert said("EXPOSE") == [f"{PORT} {METRICS}"]
    (environ,) = said("ENV")
    (data,) = said("VOLUME")
    assert f"SEPTET_DATA={data} SEPTET_CACHE={data}/" in environ
    assert f"http://127.0.0.1:{PORT}/health" in said("HEALTHCHECK")[0]
    assert said("USER") == ["septet"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (usual,) = said("ARG")
    assert set(usual.partition("=")[2].split(",")) == {"charts", "cluster", "search"} <= set(extras), (
        "what a house needs"
    )
    assert "EXTRAS=cluster" in HOSTING


def test_the_builder_is_sent_what_the_image_is_made_of_and_nothing_else() -> None:
    copied = [word for text in said("COPY") if "--from" not in text for word in text.split()[:-1]]
    found = {file.relative_to(ROOT).as_posix() for file in sent(ROOT)}
    assert {name.partition("/")[0] for name in found} == set(copied)
    assert not [name for name in found if re.search(r"node_modules|\.mo$|__pycache__|/static/|/site/", name)]
    assert {"src/septet/__init__.py", "web/.npmrc", "web/package-lock.json"} <= found


def test_the_units_use_one_data_folder_and_close_what_they_can() -> None:
    for unit in UNITS:
        (folder,) = setting(unit, "StateDirectory")
        assert f"SEPTET_DATA=/var/lib/{folder}" in setting(unit, "Environment")[0].split()
        assert setting(unit, "User") == ["septet"]
        closed = {"ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="}
        assert closed <= {*unit.read_text().splitlines()}
    server = DEPLOY / "septet.service"
    assert setting(server, "SocketBindAllow") == [f"tcp:{PORT}", f"tcp:{METRICS}"]
    assert "useradd --system --home-dir /var/lib/septet" in HOSTING


def known_metrics() -> set[str]:
    """Every name under which Prometheus may be asked for something, with the endings of counters and histograms."""
    found = set()
    for family in Metrics().registry.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(family.type, [""])
        found |= {family.name + ending for ending in endings}
    return found


def test_every_metric_of_the_alerts_and_the_dashboard_is_there_and_all_are_shown() -> None:
    alerts = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    board = json.loads((DEPLOY / "grafana.json").read_text())
    watched = [rule["expr"] for rule in alerts]
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for expression in watched + shown:
        named = re.findall(r"\b(?:septet|process)_\w+", expression)
        assert named or expression.startswith("up{")
        assert set(named) <= known_metrics(), expression
    names = {
        re.sub(r"_(total|bucket|count|sum|info)$", "", name) for name in known_metrics() if name.startswith("septet_")
    }
    assert {name for name in names if not any(name in expression for expression in shown)} == set()


def test_every_alert_says_what_to_do() -> None:
    for rule in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert set(rule["annotations"]) == {"summary", "description"}
        for task in re.findall(r"septet admin ([a-z-]+)", rule["annotations"]["description"]):
            understood(["admin", task])
