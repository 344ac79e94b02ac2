"""Who is speaking: signed cookies for people, tokens for programs, one secret for our own workers."""

import hashlib
import hmac
import secrets
from pathlib import Path

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

COOKIE, CHALLENGE = "septet", "septet-passkey"
MAX_AGE_S = 400 * 86_400  # the longest that browsers keep a cookie
CHALLENGE_S = 300  # how long somebody may look for a passkey


class Session(msgspec.Struct, frozen=True):
    """Whose session, and of which epoch: signing out everywhere begins a new one."""

    user: str
    epoch: int


class Challenge(msgspec.Struct, frozen=True):
    """What a passkey has to sign, and for whom: a user who wants to have it, or nobody yet who signs in with it."""

    text: str
    user: str | None = None
    name: str | None = None  # the name that a guest will have as an account


class Signer:
    """Signs sessions with the server's secret; several servers of one house share it."""

    def __init__(self, secret: str) -> None:
        self.serializer = _serializer(secret, "session")
        self.challenges = _serializer(secret, "passkey")
        self.worker = hmac.new(secret.encode(), b"worker", hashlib.sha256).hexdigest()

    def sign(self, session: Session) -> str:
        return str(self.serializer.dumps([session.user, session.epoch]))

    def read(self, cookie: str) -> Session | None:
        try:
            user, epoch = self.serializer.loads(cookie, max_age=MAX_AGE_S)
        except (BadSignature, ValueError, TypeError):
            return None
        return Session(user, epoch) if isinstance(user, str) and isinstance(epoch, int) else None

    def sign_challenge(self, challenge: Challenge) -> str:
        return str(self.challenges.dumps(msgspec.to_builtins(challenge)))

    def read_challenge(self, cookie: str) -> Challenge | None:
        try:
            return msgspec.convert(self.challenges.loads(cookie, max_age=CHALLENGE_S), Challenge)
        except (BadSignature, ValueError, TypeError):
            return None

    def is_worker(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.worker.encode())


def _serializer(secret: str, salt: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret, salt=salt, signer_kwargs={"digest_method": hashlib.sha256})


def secret_in(folder: Path) -> str:
    """The secret of this folder's server, made on its first start."""
    file = folder / "secret"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        made = folder / f"secret.{secrets.token_hex(4)}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32))
        made.replace(file) if not file.exists() else made.unlink()
    return file.read_text().strip()


def house_of(secret: str) -> str:
    """A name for the house that has this secret, of no use to find the secret."""
    return hmac.new(secret.encode(), b"house", hashlib.sha256).hexdigest()[:16]


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
