"""The packed word list in the database: made by writers when a dictionary changed, read by queries."""

from __future__ import annotations

from knapsack_cli.store.database import Database
from knapsack_cli.text.tokenization import Lexicon

_WORDS = "lexicon.words"
_SIGNATURE = "lexicon.signature"


def load_lexicon(database: Database) -> Lexicon:
    """The words packed by the last writer; before there was one, an empty lexicon: every pair is a word."""
    row = database.execute("SELECT value FROM meta WHERE key=?", (_WORDS,)).fetchone()
    return Lexicon(row[0].decode("utf-16-le") if row else "")


def keep_lexicon(database: Database, own_dictionary: str) -> None:
    """Pack the installed dictionary and the user's own (a path, or empty) unless that was done already.

    Raises:
        InputError: the user's dictionary cannot be read.
    """
    from knapsack_cli.text.dictionary import installed_dictionary, pack_words, signature

    installed = installed_dictionary()
    mark = signature([path for path in (installed, own_dictionary) if path])
    row = database.execute("SELECT value FROM meta WHERE key=?", (_SIGNATURE,)).fetchone()
    if row is not None and row[0] == mark:
        return
    words = pack_words(installed, own_dictionary or None)
    # A pair of characters beyond the basic plane would break the fixed width of two code units a pair.
    words = "".join(
        words[at : at + 2] for at in range(0, len(words), 2) if max(words[at : at + 2]) < "\U00010000"
    )
    with database.writing() as connection:
        for key, value in ((_WORDS, words.encode("utf-16-le")), (_SIGNATURE, mark)):
            connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", (key, value))
