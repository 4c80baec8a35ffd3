CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    hook TEXT NOT NULL,
    digest TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    boot TEXT NOT NULL,
    deadline BIGINT NOT NULL,
    votes TEXT NOT NULL,
    decision TEXT,
    decided_at BIGINT,
    attempt TEXT,
    refusal_noted INTEGER NOT NULL DEFAULT 0,
    ordinal BIGINT NOT NULL,
    changed BIGINT NOT NULL
);
CREATE INDEX approvals_pending ON approvals (expires_at, id) WHERE state = 'PENDING';
CREATE INDEX approvals_operation ON approvals (digest, session, hook);
CREATE INDEX approvals_ended ON approvals (decided_at);
CREATE INDEX approvals_ordinal ON approvals (ordinal);
CREATE INDEX approvals_changed ON approvals (changed);
CREATE TABLE remembered (
    session TEXT NOT NULL,
    grant_key TEXT NOT NULL,
    remembered_at BIGINT NOT NULL,
    PRIMARY KEY (session, grant_key)
);
