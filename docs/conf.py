"""The documentation as a site: these pages, and the API as its docstrings tell it. `./septet docs` builds it."""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/septet"

project = "Septet"
copyright = "the Septet authors"  # noqa: A001
version = release = re.findall(r'__version__ = "(.+)"', (SOURCE / "__init__.py").read_text("utf-8"))[0]

extensions = ["myst_parser", "autoapi.extension"]
html_theme = "furo"
html_title = f"Septet {version}"
html_show_sourcelink = False
html_copy_source = False
templates_path: list[str] = []

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
default_role = "code"  # docstrings write code as Markdown does

# Read, not imported: the site can be built where nothing of Septet is installed.
autoapi_dirs = [str(SOURCE)]
autoapi_file_patterns = ["*.py"]
PUBLIC = (
    "__init__.py",
    "workbench/*.py",
    "client.py",
    "bots/__init__.py",
    "bots/bot.py",
    "games/*.py",
    "games/*/__init__.py",
)
PUBLIC += (
    "games/*/moves.py",
    "games/*/options.py",
    "games/*/cards.py",
    "games/*/tiles.py",
    "games/*/state.py",
    "games/*/view.py",
)
shown = {file for pattern in PUBLIC for file in SOURCE.glob(pattern)}
autoapi_ignore = [str(file) for file in SOURCE.rglob("*.py") if file not in shown]
autoapi_root = "api"
autoapi_add_toctree_entry = False
autoapi_keep_files = False
autoapi_options = ["members", "undoc-members", "show-inheritance", "show-module-summary"]
autoapi_member_order = "bysource"
autoapi_python_class_content = "class"
suppress_warnings = ["autoapi.python_import_resolution", "myst.xref_missing", "ref.python", "misc.highlighting_failure"]


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", without_downloads, priority=1)  # before they are gathered


def without_downloads(_: Sphinx, page: nodes.document) -> None:
    """Links to sources are for whoever reads these pages in a checkout; a site has the names alone."""
    for link in list(page.findall(addnodes.download_reference)):
        link.replace_self(link.children)
