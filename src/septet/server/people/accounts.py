"""What the database does for accounts: plain functions of a connection, each all or nothing."""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from septet.server.errors import Denied
from septet.server.people.names import given_name, name_key
from septet.server.people.sessions import MAX_AGE_S, Session
from septet.server.store import schema
from septet.server.store.lookalikes import looks
from septet.server.tables.wire import Person

users, tokens, passkeys, ended = schema.users, schema.tokens, schema.passkeys, schema.ended
MOST_TOKENS, MOST_PASSKEYS = 20, 20


class User(msgspec.Struct, frozen=True):
    """Somebody that the server knows."""

    id: str
    name: str
    key: str | None
    settings: dict[str, Any]
    epoch: int
    banned: str | None

    @property
    def guest(self) -> bool:
        return self.key is None

    @property
    def person(self) -> Person:
        return Person(self.id, self.name, self.guest)


class Token(msgspec.Struct, frozen=True):
    """A personal token, without its secret."""

    id: str
    label: str
    created: int
    used: int | None = None


class Passkey(msgspec.Struct, frozen=True):
    """A passkey as its owner sees it."""

    id: str
    created: int


class Signing(msgspec.Struct, frozen=True):
    """What we need of a passkey to know it again: its public half, and how often it has signed."""

    public_key: bytes
    count: int


COLUMNS = tuple(users.c[name] for name in User.__struct_fields__)


def find_user(connection: Connection, user: str) -> User | None:
    return _user(connection, users.c.id == user)


def session_user(connection: Connection, session: Session) -> User | None:
    """Whose session it is, unless it is over: signed out here, or everywhere since."""
    over = connection.execute(select(ended.c.session).where(ended.c.session == session.id)).scalar()
    user = find_user(connection, session.user) if over is None else None
    return user if user and user.epoch == session.epoch else None


def end_session(connection: Connection, session: str, wall: int) -> None:
    """This session is over, for every copy of its cookie; what could no longer be used anyhow is forgotten."""
    connection.execute(delete(ended).where(or_(ended.c.until < wall, ended.c.session == session)))
    connection.execute(insert(ended).values(session=session, until=wall + 2_000 * MAX_AGE_S))


def named_user(connection: Connection, name: str) -> User | None:
    """The account of this name."""
    return _user(connection, users.c.key == name_key(name))


def token_user(connection: Connection, sha256: str) -> User | None:
    return _user(connection, users.c.id == select(tokens.c.user).where(tokens.c.sha256 == sha256).scalar_subquery())


def _user(connection: Connection, which: Any) -> User | None:
    row = connection.execute(select(*COLUMNS).where(which, users.c.merged.is_(None))).one_or_none()
    return User(*row) if row else None


def add_user(connection: Connection, user: User, wall: int) -> None:
    values = msgspec.structs.asdict(user)
    connection.execute(insert(users).values(**values, created=wall, seen=wall))


def password_of(connection: Connection, user: str) -> str | None:
    return connection.execute(select(users.c.password).where(users.c.id == user)).scalar()


def change_user(connection: Connection, user: str, /, **values: Any) -> User:
    """Other columns for this user; the user as it is now."""
    connection.execute(update(users).where(users.c.id == user).values(values))
    found = find_user(connection, user)
    if found is None:
        raise Denied("no_session")
    return found


def free_name(connection: Connection, text: str, user: str | None = None) -> str:
    """A name that no other account has, nor one that looks the same; as it will be shown."""
    name = given_name(text)
    same = or_(users.c.key == name_key(name), users.c.looks == looks(name))
    query = select(users.c.id).where(same, users.c.id != (user or ""))
    if connection.execute(query.limit(1)).scalar():
        raise Denied("name_taken", name=name)
    return name


def rename(connection: Connection, user: str, text: str) -> User:
    """Another name, if nobody's account has it; a guest's is not kept free for the guest."""
    name = free_name(connection, text, user)
    found = find_user(connection, user)
    owned = {"key": name_key(name), "looks": looks(name)} if found and not found.guest else {}
    connection.execute(update(schema.ratings).where(schema.ratings.c.user == user).values(name=name))
    return change_user(connection, user, name=name, **owned)


def new_epoch(connection: Connection, user: str) -> User:
    """Every session so far is over."""
    return change_user(connection, user, epoch=users.c.epoch + 1)


def become_account(connection: Connection, user: str, text: str, password: str | None = None) -> User:
    """A guest stays who it was, with a name of its own; what was open before, here or elsewhere, is over."""
    found = find_user(connection, user)
    if found is None:
        raise Denied("no_session")
    if not found.guest:
        raise Denied("has_account")
    name = free_name(connection, text)
    connection.execute(delete(tokens).where(tokens.c.user == user))
    change_user(connection, user, name=name, key=name_key(name), looks=looks(name), password=password)
    return new_epoch(connection, user)


def join_guest(connection: Connection, guest: str, account: str) -> User:
    """A guest turns out to be this account: settings that the account lacks go along, the guest is no more."""
    was, now = find_user(connection, guest), find_user(connection, account)
    if was is None or now is None or not was.guest:
        raise Denied("no_session")
    connection.execute(delete(tokens).where(tokens.c.user == guest))
    connection.execute(update(users).where(users.c.merged == guest).values(merged=account))
    connection.execute(update(users).where(users.c.id == guest).values(merged=account, epoch=users.c.epoch + 1))
    return change_user(connection, account, settings={**was.settings, **now.settings})


def user_seen(connection: Connection, user: str, wall: int) -> None:
    connection.execute(update(users).where(users.c.id == user).values(seen=wall))


def users_seen(connection: Connection, some: list[str], wall: int) -> None:
    connection.execute(update(users).where(users.c.id.in_(some)).values(seen=wall))


# Tokens


def token_list(connection: Connection, user: str) -> list[Token]:
    c = tokens.c
    query = select(c.id, c.label, c.created, c.used).where(c.user == user).order_by(c.created, c.id)
    return [Token(*row) for row in connection.execute(query)]


def add_token(connection: Connection, user: str, token: Token, sha256: str) -> None:
    if len(token_list(connection, user)) >= MOST_TOKENS:
        raise Denied("too_many_keys", most=MOST_TOKENS)
    connection.execute(insert(tokens).values(**msgspec.structs.asdict(token), user=user, sha256=sha256))


def drop_token(connection: Connection, user: str, token: str) -> None:
    if connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.user == user)).rowcount == 0:
        raise Denied("not_found")


def token_used(connection: Connection, sha256: str, wall: int) -> None:
    connection.execute(update(tokens).where(tokens.c.sha256 == sha256).values(used=wall))


# Passkeys


def passkey_list(connection: Connection, user: str) -> list[Passkey]:
    query = select(passkeys.c.id, passkeys.c.created).where(passkeys.c.user == user).order_by(passkeys.c.created)
    return [Passkey(*row) for row in connection.execute(query)]


def find_passkey(connection: Connection, passkey: str) -> tuple[str, Signing] | None:
    """Whose it is, and how it signs."""
    c = passkeys.c
    row = connection.execute(select(c.user, c.public_key, c.sign_count).where(c.id == passkey)).one_or_none()
    return (row[0], Signing(row[1], row[2])) if row else None


def add_passkey(connection: Connection, user: str, passkey: Passkey, signing: Signing) -> None:
    if find_passkey(connection, passkey.id):
        raise Denied("bad_passkey")
    if len(passkey_list(connection, user)) >= MOST_PASSKEYS:
        raise Denied("too_many_keys", most=MOST_PASSKEYS)
    values = {
        "id": passkey.id,
        "created": passkey.created,
        "public_key": signing.public_key,
        "sign_count": signing.count,
    }
    connection.execute(insert(passkeys).values(user=user, **values))


def register_passkey(connection: Connection, user: str, name: str | None, passkey: Passkey, signing: Signing) -> User:
    """A new way in; a guest who gave a name becomes an account with it, or nothing happens."""
    found = become_account(connection, user, name) if name is not None else find_user(connection, user)
    if found is None:
        raise Denied("no_session")
    add_passkey(connection, user, passkey, signing)
    return found


def passkey_used(connection: Connection, passkey: str, count: int) -> None:
    connection.execute(update(passkeys).where(passkeys.c.id == passkey).values(sign_count=count))


def drop_passkey(connection: Connection, user: str, passkey: str) -> None:
    """Delete it, unless it is the only way in."""
    mine = passkey_list(connection, user)
    if passkey not in {one.id for one in mine}:
        raise Denied("not_found")
    if len(mine) == 1 and password_of(connection, user) is None:
        raise Denied("last_key")
    connection.execute(delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.user == user))
