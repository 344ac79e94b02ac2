"""What goes over the socket, described for programs: every message as JSON Schema, and the socket as AsyncAPI."""

from functools import cache
from typing import Any

import msgspec

from septet import __version__
from septet.games import GAMES
from septet.games.game import Choose, TableMove, Timeout
from septet.server.tables import events, wire

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Json = dict[str, Any]
OWN = [move for game in GAMES.values() for move in getattr(game.moves, "__args__", (game.moves,))]
MOVES = tuple(dict.fromkeys([*OWN, *TableMove.__args__]))
VIEWS = tuple(dict.fromkeys(game.views for game in GAMES.values()))
HAPPENINGS = (*events.Stored.__args__, events.Nothing)
FAMILIES = {"Message": wire.Message.__args__, "Sent": wire.Sent.__args__}
UNIONS: dict[str, tuple[Any, ...]] = {**FAMILIES, "Move": (*MOVES, Timeout), "View": VIEWS, "Happening": HAPPENINGS}
# What the Python types leave open because it depends on the game.
OPEN = {
    ("Play", "move"): "Move",
    ("Ask", "move"): "Move",
    ("TryMove", "move"): "Move",
    ("Event", "event"): "Happening",
}


def _schemas(where: str) -> Json:
    """Every type by its name; one type refers to another at this place."""
    kinds = list(dict.fromkeys([*(kind for union in UNIONS.values() for kind in union), Choose]))
    kinds += [game.Options for game in GAMES.values() if game.Options not in kinds]
    roots, found = msgspec.json.schema_components(kinds, ref_template=where + "{name}")
    names = {kind: root["$ref"] for kind, root in zip(kinds, roots, strict=True)}
    for union, inside in UNIONS.items():
        found[union] = {"anyOf": [{"$ref": names[kind]} for kind in inside]}
    for (name, field), union in OPEN.items():
        found[name]["properties"][field] = {"$ref": where + union}
    moment = found["Moment"]["properties"]
    either = [{"$ref": where + "Move"}, {"$ref": where + "Choose"}]
    moment["offers"] = {"type": "array", "items": {"anyOf": either}, "default": []}
    moment["view"] = {"anyOf": [{"$ref": where + "View"}, {"type": "null"}]}
    return found


@cache
def socket_schema() -> Json:
    """JSON Schema of a message in either direction; `$defs` has each type, `Message` and `Sent` the two directions."""
    return {
        "$schema": DIALECT,
        "title": f"Messages of Septet's socket, protocol {wire.PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/Message"}, {"$ref": "#/$defs/Sent"}],
        "$defs": _schemas("#/$defs/"),
    }


@cache
def asyncapi() -> Json:
    """The socket as AsyncAPI 3 has it: what may be sent, what is heard, and who may come in."""
    tags = {kind.__name__: kind for union in FAMILIES.values() for kind in union}
    messages = {
        name: {
            "name": kind.__struct_config__.tag,
            "summary": (kind.__doc__ or name).strip().splitlines()[0],
            "contentType": "application/json",
            "payload": {"$ref": f"#/components/schemas/{name}"},
        }
        for name, kind in tags.items()
    }
    channel = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Septet",
            "version": __version__,
            "description": "The socket of a Septet server, where games are played; HTTP is at /api/openapi.json.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "this": {
                "host": "localhost:7777",
                "protocol": "ws",
                "description": "Any server; wss behind TLS.",
                "security": [{"$ref": f"#/components/securitySchemes/{way}"} for way in ("session", "token")],
            }
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "description": f"Protocol {wire.PROTOCOL}; without a session one may only watch.",
                "bindings": {
                    "ws": {"query": {"type": "object", "properties": {"lang": {"enum": ["en", "fr", "nl"]}}}},
                },
                "messages": channel,
            }
        },
        "operations": {
            "say": _operation("receive", "What a program says; each is answered exactly once.", "Message"),
            "hear": _operation("send", "What the server says.", "Sent"),
        },
        "components": {
            "messages": messages,
            "schemas": _schemas("#/components/schemas/"),
            "securitySchemes": {
                "session": {
                    "type": "httpApiKey",
                    "name": "septet",
                    "in": "cookie",
                    "description": "A person in a browser: the cookie that POST /api/guest or POST /api/session gives.",
                },
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A program: a token of POST /api/tokens.",
                },
            },
        },
    }


def _operation(action: str, summary: str, union: str) -> Json:
    names = [kind.__name__ for kind in FAMILIES[union]]
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{name}"} for name in names],
    }
