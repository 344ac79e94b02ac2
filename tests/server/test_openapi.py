"""The HTTP half answers as its own document says, whatever it is asked."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from septet.server.app import Server, Settings
from tests.server.running import House, running
from tests.server.test_people import PASSWORD

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("openapi")) as found:
        yield found


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
    @settings(max_examples=20, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        answer = case.call(base_url=house.address, headers=headers)
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text
        assert answer.headers["x-content-type-options"] == ["nosniff"]

    ask()


def test_every_route_says_how_it_may_fail(house: House) -> None:
    told = house.browser().get("/api/openapi.json").json()
    for path, operations in told["paths"].items():
        if path.startswith("/api"):
            for operation in operations.values():
                assert {"400", "401", "403", "404", "429", "500", "503"} <= set(operation["responses"]), path
                problem = operation["responses"]["400"]["content"]["application/json"]["schema"]["$ref"]
                assert problem.endswith("/Problem")
    assert set(told["components"]["schemas"]["Problem"]["properties"]) == {"code", "words", "facts"}
