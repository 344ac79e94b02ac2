"""A passkey in software: makes credentials and signs challenges as a browser and its authenticator would."""

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class SoftwareKey:
    """One device with one passkey for one site."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.user = b""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` would give."""
        self.user = data(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        seen = self._seen(options["rp"]["id"], ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": seen})
        response = {
            "clientDataJSON": text(self._client("webauthn.create", options["challenge"])),
            "attestationObject": text(statement),
        }
        return self._credential(response)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` would give."""
        self.count += 1
        client, seen = self._client("webauthn.get", options["challenge"]), self._seen(options["rpId"])
        signed = self.key.sign(seen + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(seen),
            "signature": text(signed),
            "userHandle": text(self.user),
        }
        return self._credential(response)

    def _seen(self, host: str, more: int = 0) -> bytes:
        flags = PRESENT | VERIFIED | more
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}
