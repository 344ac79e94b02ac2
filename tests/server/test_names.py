"""Names that could be taken for others, and words that show nothing or too much."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from septet.server.errors import Denied
from septet.server.people.names import given_name
from septet.server.people.passwords import is_weak
from septet.server.store.migrations import migrate
from septet.server.tables.phrases import clean
from tests.server.running import House, running
from tests.server.test_people import PASSWORD, account, code, sign_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("names")) as found:
        yield found


BAD = {
    "Hangul fillers": "\u3164\u3164\u3164",
    "Latin and Cyrillic": "p\u0430ypal",
    "Cyrillic and Greek": "\u0414\u03bc\u0438\u0442\u0440\u0438\u0439",
    "Hebrew and Arabic": "\u05d0\u05d1\u0646",
    "Latin and Han": "Ann\u5c71",
    "a braille blank": "\u2800\u2800\u2800",
    "signs": "Ann\u2665",
}
GOOD = "Дмитрий|山田 太郎|ヤマダ たろう|김철수|Zoë d'Arc|Nguyễn-Văn_7|אברהם|नमस्ते|Müller-Lang|Łukasz".split("|")
OFFICIAL = ("\u0251dmin", "Adm\u0131n", "m\u1d0fderator", "ADMlN", "Adrnin", "C\u0251sual")


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_name_is_refused(kind: str) -> None:
    with pytest.raises(Denied) as refused:
        given_name(BAD[kind])
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize("name", GOOD)
def test_names_of_every_script_are_names(name: str) -> None:
    assert given_name(name) == name


def test_what_shows_nothing_is_left_out_of_a_name() -> None:
    for name in ("Ann\u115f", "A\u0488\u0489nn", "An\uffa0n", "\u200bAnn"):
        assert given_name(name) == "Ann"


@pytest.mark.parametrize("name", OFFICIAL)
def test_nobody_looks_like_the_house(name: str) -> None:
    with pytest.raises(Denied) as refused:
        given_name(name)
    assert refused.value.code == "name_taken"


def test_nobody_looks_like_somebody_else(house: House) -> None:
    account(house, "Milly Iron")
    for name in ("Mi11y Iron", "MiIIy lron", "M\u0131lly Iron", "milly iron"):
        taken = house.browser().post("/api/account", json={"name": name, "password": PASSWORD})
        assert code(taken) == (409, "name_taken"), name
    other = account(house, "Molly Iron")
    assert code(other.patch("/api/me", json={"name": "Mi11y Iron"})) == (409, "name_taken")
    assert other.patch("/api/me", json={"name": "Mo11y Iron"}).json()["name"] == "Mo11y Iron"  # one's own looks
    assert code(house.guest().post("/api/passkeys/options", json={"name": "Mi11y lron"})) == (409, "name_taken")


def test_accounts_of_before_have_looks_after_the_migration(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        account(house, "Old Hand")
    as_it_was(tmp_path / "septet.db", "0003")
    with running(tmp_path) as house:
        taken = house.browser().post("/api/account", json={"name": "01d Hand", "password": PASSWORD})
        assert code(taken) == (409, "name_taken")
        assert sign_in(house.browser(), "old hand").status_code == 201


def as_it_was(path: Path, revision: str) -> None:
    """The same rows in the tables and columns that an earlier schema had."""
    newer = path.rename(path.with_suffix(".newer"))
    engine = create_engine(f"sqlite:///{path}")
    migrate(engine, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ATTACH ? AS newer", [str(newer)])
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'alembic%'")
        for (table,) in tables.fetchall():
            columns = ", ".join(f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})"))
            connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM newer.{table}")
        connection.commit()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Well played", "Well played"),
        ("\u3164\u115f\u2800", ""),
        ("a\u3164b", "ab"),
        ("\u0301\u0301", ""),
        ("e\u0301\u0302\u0303\u0304\u0305\u0306", "é\u0302\u0303"),
        ("Z" + "\u20dd" * 40, "Z"),
        ("Z\u0489" * 2, "ZZ"),
        ("\u202eevil", "evil"),
        ("👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3"),
        ("नमस्ते ไทย", "नमस्ते ไทย"),
    ],
)
def test_what_is_said_shows_something_and_stays_on_its_line(said: str, shown: str) -> None:
    assert clean(said) == shown


@pytest.mark.parametrize("name", ["Annabelle", "Bob"])
@pytest.mark.parametrize(
    "password", ["password", "P@ssw0rd", "12345678", "azertyuiop", "motdepasse", "wachtwoord", "welkom01", "septet123"]
)
def test_common_passwords_are_weak(password: str, name: str) -> None:
    assert is_weak(password, name) and is_weak(name.lower() * 2, name) and is_weak(f"{name}1990", name)


def test_a_weak_password_is_refused_with_words(house: House) -> None:
    for weak in ("password", "Grandmaster"):
        refused = house.browser().post("/api/account", json={"name": "Grandmaster", "password": weak})
        assert code(refused) == (400, "weak_password")
    browser = account(house, "Grandmaster")
    change = {"old": PASSWORD, "password": "grandmaster1"}
    assert code(browser.post("/api/me/password", json=change)) == (400, "weak_password")
    assert not is_weak(PASSWORD, "Grandmaster")
    is_weak("4@8({[<369&#!1|0$5+7%2" * 9, "Bob")  # and takes no age, whatever it is
