"""Sessions and their messages, verbatim. The search index is made in `sessions/index.py`, apart
from the migrations, so that a SQLite without FTS5 can still use everything else.

Times are milliseconds since the epoch. Keys are 60-bit hashes of what a source calls the thing.
"""

STATEMENTS: tuple[str, ...] = (
    "CREATE TABLE session_projects(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    """CREATE TABLE sessions(
        id INTEGER PRIMARY KEY,
        key INTEGER NOT NULL UNIQUE,
        agent TEXT NOT NULL,
        source TEXT NOT NULL,
        project INTEGER NOT NULL REFERENCES session_projects(id),
        title TEXT NOT NULL DEFAULT '',
        started INTEGER,
        ended INTEGER,
        parent TEXT NOT NULL DEFAULT '',
        path TEXT NOT NULL DEFAULT '',
        unnamed INTEGER NOT NULL DEFAULT 0
    )""",
    """CREATE TABLE messages(
        id INTEGER PRIMARY KEY,
        key INTEGER NOT NULL UNIQUE,
        session INTEGER NOT NULL,
        time INTEGER NOT NULL,
        role INTEGER NOT NULL,
        flags INTEGER NOT NULL,
        entry TEXT,
        text TEXT NOT NULL
    )""",
    # Filters: whose message is which, as runs of numbers; and a byte a message, in blocks, for its role.
    """CREATE TABLE message_runs(
        first INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        session INTEGER NOT NULL,
        oldest INTEGER NOT NULL,
        newest INTEGER NOT NULL
    )""",
    "CREATE TABLE message_roles(block INTEGER PRIMARY KEY, roles BLOB NOT NULL)",
    "CREATE INDEX messages_session ON messages(session, time)",
    # A message that a fork copied stands once in `messages`; here is every further session that holds it.
    """CREATE TABLE message_links(
        session INTEGER, message INTEGER, PRIMARY KEY(session, message)
    ) WITHOUT ROWID""",
    "CREATE INDEX message_links_message ON message_links(message)",
    # The key that a message was known by before its source's own id came in.
    "CREATE TABLE message_aliases(key INTEGER PRIMARY KEY, message INTEGER NOT NULL)",
    "CREATE INDEX message_aliases_message ON message_aliases(message)",
    "CREATE TABLE message_forgotten(key INTEGER PRIMARY KEY)",
    """CREATE TABLE session_files(
        path TEXT PRIMARY KEY,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        line INTEGER NOT NULL,
        mark BLOB NOT NULL,
        state TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE TABLE message_words(word TEXT PRIMARY KEY) WITHOUT ROWID",
)
