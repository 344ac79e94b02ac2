"""What no schema thinks of: JSON without end, signs that no database keeps, requests of another age."""

import re
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from tests.server.running import House

DEPTH = 30_000
DEEP = "[" * DEPTH
WITHIN = "[" * 500 + "]" * 500  # not too deep for everybody
SIGNS = ("\0", "a\0b", "\x1b[2J", "\ud800", "../../secret", "%", "x" * 5_000, "", " ", "🂡", "-1", "9" * 400)
RAW = ("%00", "%FF", "%ED%A0%80", "%2e%2e%2f", "%")


def twisted(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation of the document, each time with one thing that is not as it should be."""
    for path, item in sorted(document["paths"].items(), key=lambda one: "session" in one[0]):  # these may sign out
        for method, operation in item.items():
            for address, more in _addresses(path, operation):
                yield method.upper(), address, more
            for body in _bodies(document, operation):
                plain = re.sub(r"\{\w+\}", "k3v9m2xq7r4t", path)
                yield method.upper(), plain, {"content": body, "headers": {"content-type": "application/json"}}


def _addresses(path: str, operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    names = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
    plain = re.sub(r"\{\w+\}", "k3v9m2xq7r4t", path)
    signs = [quote(sign.encode("utf-8", "surrogatepass"), safe="") for sign in SIGNS] + list(RAW)
    if "{" in path:
        for sign in signs:
            yield re.sub(r"\{\w+\}", sign.replace("\\", r"\\"), path), {}
    for name in names:
        for value in (*signs, quote(DEEP[:1_900]), quote('{"a":' + "[" * 1_900)):
            game = plain.replace("k3v9m2xq7r4t", "set-quick") if "/best/" in plain else plain
            yield f"{game}?{name}={value}", {}


def _bodies(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[bytes]:
    if "requestBody" not in operation:
        return
    (content,) = operation["requestBody"]["content"].values()
    schema = content["schema"]
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    yield from (DEEP.encode(), b'{"a":' * DEPTH, WITHIN.encode(), b"\xff\xfe{}", b"", b"nul", b"9" * 5_000)
    for name in schema.get("properties", {}):
        for value in (DEEP, WITHIN, '{"a":' * 500 + "1" + "}" * 500, '"\\u0000"', '"\\ud800"', "9" * 400, "1e999"):
            yield f'{{"{name}":{value}}}'.encode()
            yield f'{{"{name}":{{"id":{value}}}}}'.encode()


UNKEPT = ("%00", "%FF", "%ED%A0%80", "\\u0000", "\\ud800")  # signs that some databases do not keep


def faults(house: House, browser: httpx.Client, document: dict[str, Any], about: tuple[str, ...] = ("",)) -> list[str]:
    """What was not answered as a server answers that understands what is wrong; `about` picks what is twisted so."""
    found, asked = [], 0
    for method, address, more in twisted(document):
        if not any(sign in address or sign.encode() in more.get("content", b"") for sign in about):
            continue
        url = httpx.URL(house.address + address)
        answer = browser.request(method, url, **more)
        asked += 1
        if answer.status_code >= 500 or "Traceback" in answer.text:
            found.append(f"{method} {address[:60]} {more.get('content', b'')[:40]!r}: {answer.status_code}")
        if answer.status_code >= 400 and "/api" in address:
            problem = msgspec.json.decode(answer.content)
            assert set(problem) == {"code", "words", "facts"}, (method, address, problem)
    assert asked > 100
    return found


def of_another_age(house: House, operation: str, body: bytes, cookie: str) -> int:
    """The status of the answer to a request in HTTP/1.0, which names no host."""
    method, path = operation.split()
    path = re.sub(r"\{\w+\}", "k3v9m2xq7r4t", path)
    where = urlsplit(house.address)
    head = f"{method} {path} HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    with socket.create_connection((where.hostname, where.port), timeout=30) as line:
        line.sendall(f"{head}cookie: {cookie}\r\n\r\n".encode() + body)
        with line.makefile("rb") as file:
            answer = file.readline()
    return int(answer.split()[1])
