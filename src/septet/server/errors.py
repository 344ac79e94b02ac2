"""How the server says no; codes and facts have words in every language."""

from septet.games.errors import Refusal


class Denied(Refusal):
    """Something that cannot be done here, now, or by this person."""

    kind = "table"
