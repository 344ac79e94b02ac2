"""The HTTP half answers as its own document says, whatever it is asked."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import schemas as _loaded_before_any_thread_runs  # noqa: F401
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from septet.server.app import Server, Settings
from tests.server.running import House, overheard, running
from tests.server.test_people import PASSWORD, account
from tests.server.twists import faults, of_another_age

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("openapi")) as found:
        yield found


@pytest.fixture(autouse=True)
def no_error_in_the_log() -> Iterator[None]:
    with overheard() as lines:
        yield
    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []


@pytest.fixture(scope="module")
def document(house: House) -> Any:
    return schemathesis.openapi.from_dict(house.browser().get("/api/openapi.json").json())


@pytest.fixture
def cookie(house: House) -> str:
    """Somebody whom these questions come from."""
    browser = house.browser()
    browser.post("/api/account", json={"name": f"Asker {token_hex(6)}", "password": PASSWORD})
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


PATHS = Server(Settings(data=Path("unused"), secret="none")).http.openapi_schema.to_schema()["paths"]
OPERATIONS = sorted(f"{method.upper()} {path}" for path, item in PATHS.items() for method in item)
EXAMPLES = max(20, settings().max_examples // 20)  # of each operation; more in the long run
ALONE = ("DELETE /api/me", "DELETE /api/session")  # these would send the asker away


def sensible_or_not(operation: Any) -> Any:
    """What the document allows, and what it does not."""
    strategies = [operation.as_strategy()]
    if operation.body or len(operation.query) or len(operation.path_parameters):
        strategies.append(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    return one_of(*strategies)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_as_the_document_says(operation: str, document: Any, house: House, cookie: str) -> None:
    method, path = operation.split()
    headers = {} if operation in ALONE else {"cookie": cookie}

    @given(case=sensible_or_not(document[path][method]))
    @settings(max_examples=EXAMPLES, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        answer = case.call(base_url=house.address, headers=headers)
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text
        assert answer.headers["x-content-type-options"] == ["nosniff"]

    ask()


def cookies(browser: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def test_nothing_that_no_schema_thinks_of_breaks_a_route(house: House) -> None:
    browser = house.browser()
    account(house, f"Twister {token_hex(6)}", browser)
    browser.headers["cookie"] = cookies(browser)  # whatever an answer says, the next question is asked by the same
    assert faults(house, browser, house.browser().get("/api/openapi.json").json()) == []


def test_a_request_without_a_host_is_understood_or_refused(house: House) -> None:
    asking, bodies = cookies(house.guest()), (b"{}", b'{"name":"Of Old"}')
    found = {(one, body): of_another_age(house, one, body, asking) for one in OPERATIONS for body in bodies}
    assert {asked: status for asked, status in found.items() if not 200 <= status < 500} == {}


def test_what_is_kept_can_be_read_again(house: House) -> None:
    """Lists in lists that can just be read by one program, and no longer by another."""
    browser = house.guest()
    for depth in (3, 15, 17, 100, 300, 500, 900, 1_000):
        body = b'{"settings":{"a":' + b"[" * depth + b"1" + b"]" * depth + b"}}"
        answer = browser.patch("/api/me", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == (200 if depth <= 15 else 400)
        assert browser.get("/api/me").status_code == 200


def test_every_route_says_how_it_may_fail(house: House) -> None:
    told = house.browser().get("/api/openapi.json").json()
    for path, operations in told["paths"].items():
        if path.startswith("/api"):
            for operation in operations.values():
                assert {"400", "401", "403", "404", "429", "500", "503"} <= set(operation["responses"]), path
                problem = operation["responses"]["400"]["content"]["application/json"]["schema"]["$ref"]
                assert problem.endswith("/Problem")
    assert set(told["components"]["schemas"]["Problem"]["properties"]) == {"code", "words", "facts"}


def test_every_route_says_what_it_is_for_and_how_one_comes_in(house: House) -> None:
    told = house.browser().get("/api/openapi.json").json()
    assert {one["type"] for one in told["components"]["securitySchemes"].values()} == {"apiKey", "http"}
    assert {"token": []} in told["security"]
    for path, operations in told["paths"].items():
        for operation in operations.values():
            assert operation.get("description"), path
