"""Who is speaking: signed cookies for people, tokens for programs, one secret for our own workers."""

import hashlib
import hmac
import secrets
from pathlib import Path

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

COOKIE = "septet"
MAX_AGE_S = 400 * 86_400  # the longest that browsers keep a cookie
WORKER = "worker"


class Session(msgspec.Struct, frozen=True):
    """Whose session, and of which epoch: signing out everywhere begins a new one."""

    user: str
    epoch: int


class Signer:
    """Signs sessions with the server's secret; several servers of one house share it."""

    def __init__(self, secret: str) -> None:
        self.serializer = URLSafeTimedSerializer(
            secret, salt="session", signer_kwargs={"digest_method": hashlib.sha256}
        )
        self.worker = hmac.new(secret.encode(), b"worker", hashlib.sha256).hexdigest()

    def sign(self, session: Session) -> str:
        return str(self.serializer.dumps([session.user, session.epoch]))

    def read(self, cookie: str) -> Session | None:
        try:
            user, epoch = self.serializer.loads(cookie, max_age=MAX_AGE_S)
        except (BadSignature, ValueError, TypeError):
            return None
        return Session(user, epoch)

    def is_worker(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.worker.encode())


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


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
