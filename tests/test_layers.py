"""Imports point downwards only, and the games are pure."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import septet
from septet.games.game import Game

HOME = Path(septet.__file__).parent
FILES = sorted(HOME.rglob("*.py"))
LAYERS = {  # each layer, and those that it may import
    "games": {"games"},
    "i18n": {"i18n", "games"},  # the registry, for the forms of facts
    "study": {"study", "i18n", "bots", "games"},  # courses lie beside the rule books; how quickly people see a set
    "images": {"images", "i18n", "games"},
    "bots": {"bots", "games"},
    "envs": {"envs", "bots", "games"},
    "workbench": {"workbench", "envs", "background", "lab", "images", "i18n", "bots", "games"},
    "background": {"background", "__version__"},  # each kind of work is found by its name, and not before it is made
    "review": {"review", "background", "study", "i18n", "bots", "games"},
    "puzzles": {"puzzles", "lab", "review", "background", "study", "i18n", "bots", "games"},  # bots play for it
    "daily": {"daily", "puzzles", "games"},
    "lab": {"lab", "review", "study", "background", "i18n", "bots", "games", "__version__"},  # reports name it
    "terminal": {"terminal", "puzzles", "study", "i18n", "bots", "games"},
    "fair": set[str](),
    "client": {"fair"},
    "player": {"client", "bots", "games"},
    "server": {
        "server",
        "background",
        "puzzles",
        "daily",
        "review",
        "lab",
        "images",
        "study",
        "player",
        "client",
        "i18n",
        "bots",
        "games",
        "__version__",
    },
    "cli": {
        "cli",
        "server",
        "background",
        "puzzles",
        "daily",
        "review",
        "images",
        "study",
        "player",
        "client",
        "terminal",
        "i18n",
        "lab",
        "bots",
        "games",
        "__version__",
    },
    "__main__": {"cli"},
    "__init__": {"envs", "workbench"},  # found by its name, when somebody asks for it
}
# Neither files, nor clocks, nor threads, nor chance but through the door.
PURE = {
    "abc",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "operator",
    "random",
    "re",
    "typing",
}
IMPURE_BUILTINS = {"open", "print", "input", "exec", "eval", "__import__", "globals", "breakpoint"}


def ids(files: list[Path]) -> list[str]:
    return [file.relative_to(HOME).as_posix() for file in files]


def module_of(file: Path) -> str:
    parts = ("septet", *file.relative_to(HOME).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, package: str = "septet") -> Iterator[str]:
    """Everything that a file imports, wherever in the file: `septet.games.log.read`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -node.level + 1 or None] if node.level else []
            base = ".".join([*above, node.module] if node.module else above)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def own(file: Path) -> list[str]:
    """What a file imports of septet, without the first word."""
    source = file.read_text(encoding="utf-8")
    package = module_of(file) if file.stem == "__init__" else module_of(file).rpartition(".")[0]
    return [name.partition(".")[2] for name in imports(source, package) if name.split(".")[0] == "septet"]


GAMES = [file for file in FILES if file.is_relative_to(HOME / "games")]
FOLDERS = sorted(folder.name for folder in (HOME / "games").iterdir() if (folder / "__init__.py").exists())
of_games = pytest.mark.parametrize("file", GAMES, ids=ids(GAMES))


def test_there_is_something_to_look_at() -> None:
    assert FOLDERS
    assert len(GAMES) > 10
    found = set(imports("import a.b\nfrom c import d\nfrom . import e\nfrom .f import g\nfrom ..h import i", "x.y"))
    assert found == {"a.b", "c.d", "x.y.e", "x.y.f.g", "x.h.i"}


@pytest.mark.parametrize("file", FILES, ids=ids(FILES))
def test_imports_point_downwards(file: Path) -> None:
    layer = file.relative_to(HOME).with_suffix("").parts[0]
    assert layer in LAYERS, f"give {layer} its place among the layers"
    allowed = LAYERS[layer] | ({"__version__"} if file.name == "log.py" and layer == "games" else set())
    assert {name.split(".")[0] for name in own(file)} <= allowed


@of_games
def test_games_import_nothing_that_acts_on_the_world(file: Path) -> None:
    modules = {name.split(".")[0] for name in imports(file.read_text(encoding="utf-8"))}
    pure = PURE | {"secrets"} if file.name == "chance.py" else PURE
    assert (modules & set(sys.stdlib_module_names)) <= pure
    assert modules - set(sys.stdlib_module_names) <= {"septet", "msgspec"}


@of_games
def test_games_use_no_global_chance_and_touch_nothing(file: Path) -> None:
    """`random` gives the type of a generator, and no more; a generator comes in through the door."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "random":
            use = parents[node]
            assert isinstance(use, ast.Attribute)
            assert use.attr == "Random"
            assert isinstance(parents[use], ast.arg), "an annotation"
        if isinstance(node, ast.Name):
            assert node.id not in IMPURE_BUILTINS
        if isinstance(node, ast.ImportFrom):
            assert node.module != "random"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_game_does_not_import_another(folder: str) -> None:
    others = set(FOLDERS) - {folder}
    for file in (HOME / "games" / folder).rglob("*.py"):
        assert not {name.split(".")[1] for name in own(file) if name.startswith("games.")} & others


def test_the_contract_stays_on_one_page() -> None:
    """What is neither a rule nor known by one is asked of `notation`, `study` or `company`, or is a plain function."""
    declared = [name for name, one in vars(Game).items() if callable(one) and not name.startswith("__")]
    assert len(declared) <= 14, sorted(declared)


def test_what_games_share_knows_none_of_them() -> None:
    """But for the registry."""
    for file in (HOME / "games").glob("*.py"):
        if file.name != "__init__.py":
            assert not {name.split(".")[1] for name in own(file) if name.startswith("games.")} & set(FOLDERS)


WEB = HOME.parent.parent / "web/src"
ROOMS = {  # each room of the web app, and those that it may import
    "lib": {"lib"},
    "parts": {"parts", "lib"},
    "boards": {"boards", "lib", "parts"},
    "books": {"books", "boards", "lib", "parts"},
    "table": {"table", "books", "boards", "lib", "parts"},
    "review": {"review", "table", "boards", "lib", "parts"},
    "replay": {"replay", "review", "table", "boards", "lib", "parts"},
    "puzzles": {"puzzles", "review", "table", "boards", "lib", "parts"},
    "daily": {"daily", "puzzles", "table", "boards", "lib", "parts"},
    "home": {"home", "boards", "lib", "parts"},
    "pages": {"pages", "home", "table", "books", "boards", "lib", "parts"},
    "studio": {"studio", "pages", "lib", "parts"},
    "atlas": {"atlas", "lib", "parts"},
    "editor": {"editor", "replay", "pages", "table", "boards", "lib", "parts"},
}


def web_imports(room: str) -> Iterator[tuple[Path, Path]]:
    """The files below a room of the web app, each with what it imports."""
    for file in sorted((WEB / room).rglob("*")):
        if file.suffix in (".ts", ".svelte") and ".test." not in file.name:
            for name in re.findall(r"(?:from|import|import\()\s*'(\.[^']*)'", file.read_text("utf-8")):
                yield file, (file.parent / name).resolve().relative_to(WEB.resolve())


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_of_the_web_app_point_downwards_too(room: str) -> None:
    found = list(web_imports(room))
    assert found
    for file, target in found:
        assert target.parts[0] in ROOMS[room] | {"wire", "styles"}, f"{file.name} imports {target}"


def test_every_room_of_the_web_app_has_its_place() -> None:
    assert {folder.name for folder in WEB.iterdir() if folder.is_dir()} == {*ROOMS, "styles"}


def test_the_boards_of_a_family_know_no_other_and_what_they_share_knows_none() -> None:
    """But for the words of a family, which the page finds by itself: `family.ts` in each folder."""
    folders = {folder.name for folder in (WEB / "boards").iterdir() if folder.is_dir()}
    assert folders == set(FOLDERS), "called like the folders of their rules"
    for folder in folders:
        assert (WEB / "boards" / folder / "family.ts").is_file()
    for file, target in web_imports("."):
        home = file.relative_to(WEB).parts
        if target.parts[:1] == ("boards",) and len(target.parts) > 2:
            assert home[:2] == target.parts[:2], f"{file.name} imports {target}"


SERVER = [file for file in FILES if file.is_relative_to(HOME / "server")]
of_the_server = pytest.mark.parametrize("file", SERVER, ids=ids(SERVER))
LOWEST = {"errors", "limits", "tasks"}
SERVER_ROOMS = {  # each room of the server, and those that it may import besides the lowest
    "errors": set[str](),
    "limits": set[str](),
    "tasks": set[str](),
    "logging_setup": set[str](),
    "frames": set[str](),
    "tables": set[str](),
    "store": {"tables"},
    "metrics": {"tables"},
    "people": {"store", "tables"},
    "cluster": {"store"},
    "live": {"cluster", "metrics", "store", "tables"},
    "gate": {"live"},
    "workers": {"gate", "live", "metrics", "tables"},
    "hall": {"gate", "live", "people", "store", "tables", "workers"},
    "http": {"gate", "hall", "live", "people", "store", "tables"},
    "outbox": {"frames", "gate", "live"},
    "looking_in": {"gate", "hall", "tables"},
    "socket": {"gate", "hall", "live", "looking_in", "outbox", "people", "store", "tables"},
    "app": {"cluster", "gate", "hall", "http", "live", "metrics", "outbox", "people", "socket", "store", "tables"}
    | {"workers"},
    "serving": {"app", "frames", "gate"},
    "typescript": {"hall", "http", "people", "store", "tables"},
    "__init__": set[str](),
}
PURE_HERE = PURE | {"datetime", "unicodedata"}


@of_the_server
def test_the_rooms_of_the_server_point_downwards(file: Path) -> None:
    room = file.relative_to(HOME / "server").with_suffix("").parts[0]
    assert room in SERVER_ROOMS, f"give {room} its place among the rooms of the server"
    used = {name.split(".")[1] for name in own(file) if name.startswith("server.")} - {room}
    assert used <= SERVER_ROOMS[room] | LOWEST


def test_every_room_of_the_server_stands_above_those_that_it_uses() -> None:
    below = set[str]()
    for room, used in SERVER_ROOMS.items():
        assert used <= below | LOWEST, f"{room} uses what stands above it"
        below.add(room)
    rooms = {file.relative_to(HOME / "server").with_suffix("").parts[0] for file in SERVER}
    assert rooms == SERVER_ROOMS.keys()


@of_the_server
def test_no_cycle_of_imports_is_hidden_from_the_running_program(file: Path) -> None:
    assert "TYPE_CHECKING" not in file.read_text("utf-8")


TABLES = [file for file in SERVER if file.is_relative_to(HOME / "server/tables")]


@pytest.mark.parametrize("file", TABLES, ids=ids(TABLES))
def test_the_pure_half_of_the_server_has_no_clock_no_disk_and_no_socket(file: Path) -> None:
    modules = {name.split(".")[0] for name in imports(file.read_text(encoding="utf-8"))}
    assert modules <= PURE_HERE | {"septet", "msgspec"}


# The same thing in two families of games.
SISTERS = {"Draw", "Effect", "Last", "Place", "Search", "Seen", "State", "Terms", "View"}


def test_a_class_name_means_one_thing() -> None:
    found: dict[str, list[str]] = {}
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(file.relative_to(HOME).as_posix())
    assert {name: files for name, files in found.items() if len(files) > 1 and name not in SISTERS} == {}
    for name in SISTERS:
        assert len({tuple(Path(file).parts[:3]) for file in found[name]}) == len(found[name]) > 1, name
