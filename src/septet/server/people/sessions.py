"""Who is speaking: signed cookies for people, tokens for programs, one secret for our own workers."""

import hashlib
import hmac
import secrets
import time
from pathlib import Path
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from septet.server.store.disk import write_new
from septet.server.store.store import CannotOpen

COOKIE, CHALLENGE, DEVICE = "septet", "septet-passkey", "septet-device"
MAX_AGE_S = 400 * 86_400  # the longest that browsers keep a cookie
CHALLENGE_S = 300  # how long somebody may look for a passkey
LEAST_SECRET = 16
MOST_USERS = 8  # of one device, such as a family's


class Session(msgspec.Struct, frozen=True):
    """Whose session, and of which epoch: signing out everywhere begins a new one. Signing out here ends this id."""

    user: str
    epoch: int
    id: str = msgspec.field(default_factory=lambda: secrets.token_hex(12))


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What a passkey has to sign, and for whom: a user who wants to have it, or nobody yet who signs in with it."""

    text: str
    user: str | None = None
    name: str | None = None  # the name that a guest will have as an account


class Device(msgspec.Struct, frozen=True):
    """A browser that somebody has signed in with, and whose accounts it knows; it opens nothing, but strangers who
    guess a password do not use up its tries."""

    id: str = msgspec.field(default_factory=lambda: secrets.token_hex(12))
    users: list[str] = []

    def known_to(self, user: str) -> "Device":
        others = [one for one in self.users if one != user]
        return Device(self.id, [user, *others][:MOST_USERS])


class Signer:
    """Signs sessions with the server's secret; several servers of one house share it."""

    def __init__(self, secret: str, age_s: int = MAX_AGE_S) -> None:
        self.age_s = age_s  # of a session, since it was last used
        self.serializer = _serializer(secret, "session")
        self.challenges = _serializer(secret, "passkey")
        self.devices = _serializer(secret, "device")
        self.worker = hmac.new(secret.encode(), b"worker", hashlib.sha256).hexdigest()

    def sign(self, session: Session) -> str:
        return str(self.serializer.dumps([session.user, session.epoch, session.id]))

    def read(self, cookie: str) -> Session | None:
        try:
            user, epoch, *named = _loads(self.serializer, cookie, self.age_s)
            name = named[0] if named else token_hash(cookie)[:24]  # of a time when sessions had none
            return msgspec.convert({"user": user, "epoch": epoch, "id": name}, Session)
        except (BadSignature, ValueError, TypeError):
            return None

    def sign_challenge(self, challenge: PasskeyChallenge) -> str:
        return str(self.challenges.dumps(msgspec.to_builtins(challenge)))

    def read_challenge(self, cookie: str) -> PasskeyChallenge | None:
        try:
            return msgspec.convert(_loads(self.challenges, cookie, CHALLENGE_S), PasskeyChallenge)
        except (BadSignature, ValueError, TypeError):
            return None

    def sign_device(self, device: Device) -> str:
        return str(self.devices.dumps([device.id, *device.users]))

    def read_device(self, cookie: str) -> Device | None:
        try:
            name, *users = msgspec.convert(_loads(self.devices, cookie, MAX_AGE_S), list[str])
            return Device(name, users)
        except (BadSignature, ValueError, TypeError):
            return None

    def is_worker(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.worker.encode())


def _loads(serializer: URLSafeTimedSerializer, cookie: str, age_s: int) -> Any:
    """What we have signed, no longer ago than this. Clocks are set back, and two servers never have the same: a
    moment that lies as far ahead is as good."""
    value, signed = serializer.loads(cookie, return_timestamp=True)
    if abs(time.time() - signed.timestamp()) > age_s:
        raise BadSignature("too old")
    return value


def _serializer(secret: str, salt: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret, salt=salt, signer_kwargs={"digest_method": hashlib.sha256})


def session_age(days: float | None) -> int:
    """How many seconds a session lasts that nobody uses."""
    return MAX_AGE_S if days is None else min(MAX_AGE_S, round(days * 86_400))


def secret_in(folder: Path) -> str:
    """The secret of this folder's server, made on its first start; one that is not whole is no secret."""
    file = folder / "secret"
    try:
        if not file.exists():
            write_new(file, secrets.token_hex(32))
        found = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CannotOpen("database", path=str(file), why=why) from error
    if len(found) < LEAST_SECRET:
        raise CannotOpen("secret", path=str(file), least=LEAST_SECRET)
    return found


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(authorization: str) -> str | None:
    """The token in such a header, if it carries one; other schemes are a proxy's business."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
