"""Skill usage, what each session promoted, and the retrieval profiles."""

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE skill_usage(
        name TEXT PRIMARY KEY,
        uses INTEGER NOT NULL,
        weight REAL NOT NULL,
        last_used REAL NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE skill_evidence(
        session TEXT NOT NULL,
        key TEXT NOT NULL,
        time REAL NOT NULL,
        PRIMARY KEY(session, key)
    ) WITHOUT ROWID""",
    "CREATE INDEX skill_evidence_time ON skill_evidence(time)",
    """CREATE TABLE skill_sessions(
        session TEXT PRIMARY KEY,
        updated REAL NOT NULL,
        state TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX skill_sessions_updated ON skill_sessions(updated)",
    """CREATE TABLE skill_profiles(
        scope TEXT NOT NULL,
        name TEXT NOT NULL,
        hash TEXT NOT NULL DEFAULT '',
        origin TEXT NOT NULL DEFAULT '',
        updated REAL NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY(scope, name)
    ) WITHOUT ROWID""",
)
