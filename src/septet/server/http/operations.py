"""How the server is: for people who look after it, and for the programs that do."""

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec

from septet import __version__
from septet.server.tables import describing


class Health(msgspec.Struct, frozen=True):
    """Well, or in trouble and why."""

    status: str
    version: str
    trouble: str | None
    tables: int
    sockets: int
    workers: int
    damaged: int  # tables whose log cannot be read: `septet admin verify-all` names them


@get("/api/openapi.json", media_type="application/vnd.oai.openapi+json", include_in_schema=False)
async def document(request: Request[Any, Any, State]) -> dict[str, Any]:
    """What can be asked for over HTTP, and every answer."""
    return request.app.openapi_schema.to_schema()


@get("/api/asyncapi.json", media_type="application/vnd.aai.asyncapi+json", include_in_schema=False)
async def socket_document() -> dict[str, Any]:
    """What is said over the socket."""
    return describing.asyncapi()


@get("/api/socket.schema.json", media_type="application/schema+json", include_in_schema=False)
async def message_schema() -> dict[str, Any]:
    """Every message of the socket, as JSON Schema."""
    return describing.socket_schema()


IN_TROUBLE = ResponseSpec(Health, generate_examples=False, description="Nothing can be written, or about to stop")


@get("/health", tags=["operations"], responses={503: IN_TROUBLE})
async def health(state: State) -> Response[Health]:
    """Is all well? 503 while nothing can be written."""
    server = state.server
    hall = server.hall
    status = "stopping" if hall.stopping else "trouble" if hall.node.trouble else "well"
    trouble = "cannot_write" if hall.node.trouble else None  # the driver's own words are for the log
    numbers = len(hall.tables), len(server.sockets), len(hall.pool.workers), len(hall.quarantine.why)
    found = Health(status, __version__, trouble, *numbers)
    return Response(found, status_code=200 if status == "well" else 503)


@get("/metrics", media_type="text/plain; version=0.0.4", include_in_schema=False)
async def metrics(state: State) -> bytes:
    """Counters for Prometheus, where the host wants everybody to see them."""
    text: bytes = state.server.metrics.text()
    return text
