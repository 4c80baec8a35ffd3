CREATE TABLE rules (
    id TEXT PRIMARY KEY,
    decision TEXT NOT NULL,
    hook TEXT NOT NULL,
    tool TEXT NOT NULL,
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    pattern TEXT NOT NULL,
    expires_at BIGINT,
    uses_left INTEGER,
    made_by TEXT NOT NULL,
    made_for TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    uses BIGINT NOT NULL DEFAULT 0,
    used_at BIGINT,
    ended_at BIGINT,
    ordinal BIGINT NOT NULL
);
CREATE TABLE rule_version (
    version BIGINT NOT NULL
);
INSERT INTO rule_version (version) VALUES (0);
