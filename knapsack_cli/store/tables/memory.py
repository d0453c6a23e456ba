"""Memories with the states they had before they were merged, anchors and drift events.

Times are milliseconds since the epoch. A key is 15 hexadecimal digits, the same on every machine. The
search index is made in `memory/index.py`, apart from the migrations, so that a SQLite without FTS5 can
still use everything else.
"""

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE memories(
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        content TEXT NOT NULL,
        type TEXT NOT NULL,
        scope TEXT NOT NULL,
        project TEXT NOT NULL DEFAULT '',
        session TEXT NOT NULL DEFAULT '',
        importance REAL NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        tags TEXT NOT NULL DEFAULT '',
        source TEXT NOT NULL DEFAULT '',
        origin TEXT NOT NULL DEFAULT '',
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        expires INTEGER,
        uses INTEGER NOT NULL DEFAULT 0,
        last_used INTEGER,
        superseded_by TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX memories_place ON memories(scope, project, session)",
    "CREATE INDEX memories_source ON memories(source) WHERE source <> ''",
    # What a memory was before something was merged into it, and what that was, so that it can be undone.
    """CREATE TABLE memory_merges(
        id INTEGER PRIMARY KEY,
        memory TEXT NOT NULL,
        time INTEGER NOT NULL,
        before TEXT NOT NULL,
        merged TEXT NOT NULL
    )""",
    "CREATE INDEX memory_merges_memory ON memory_merges(memory)",
    # Keys that were merged into another memory, or forgotten: an import does not bring them back.
    "CREATE TABLE memory_gone(key TEXT PRIMARY KEY, into_key TEXT NOT NULL DEFAULT '') WITHOUT ROWID",
    """CREATE TABLE memory_vectors(
        memory INTEGER PRIMARY KEY,
        content TEXT NOT NULL,
        model TEXT NOT NULL,
        vector BLOB NOT NULL
    )""",
    """CREATE TABLE anchors(
        key TEXT PRIMARY KEY,
        statement TEXT NOT NULL,
        signals TEXT NOT NULL,
        allow TEXT NOT NULL,
        project TEXT NOT NULL DEFAULT '',
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        superseded_by TEXT NOT NULL DEFAULT '',
        acknowledged TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID""",
    # Lines that may stand though they drift from an anchor; their text without needless white space.
    """CREATE TABLE anchor_lines(
        anchor TEXT NOT NULL,
        text TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY(anchor, text)
    ) WITHOUT ROWID""",
    """CREATE TABLE drift_events(
        id INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        anchor TEXT NOT NULL,
        place TEXT NOT NULL,
        text TEXT NOT NULL
    )""",
    "CREATE INDEX drift_events_anchor ON drift_events(anchor)",
)
