-- Version 1 of benchdoc's SQLite store: see docs/store.md.

PRAGMA application_id = 0x62446f63; -- "bDoc"
PRAGMA user_version = 1;

CREATE TABLE run (
  number         INTEGER PRIMARY KEY,        -- in the order of arrival
  id             TEXT NOT NULL UNIQUE,       -- 64 hex digits: what the run is
  complete       INTEGER NOT NULL DEFAULT 0, -- set by the last update; readers look at nothing else
  digest         TEXT,                       -- SHA-256 over the packed forms
  -- Copies, for looking runs up; what counts is in the body.
  suite          TEXT NOT NULL,
  format         TEXT,
  commit_id      TEXT,
  branch         TEXT,
  cpu            TEXT,
  cpu_slug       TEXT,
  backend        TEXT,
  file           TEXT,
  measured_at_ns INTEGER,                    -- NULL = unknown
  commit_time_ns INTEGER,
  dirty          INTEGER NOT NULL,           -- 0 unknown, 1 clean, 2 dirty
  outcome        INTEGER NOT NULL,           -- 0 ok, 4 incomplete
  points         INTEGER NOT NULL,
  body           BLOB NOT NULL               -- all of the run but its points, packed; last: it is long
) STRICT;

CREATE INDEX run_by_suite ON run (suite, number);

-- Rows are only ever added: numbers may be remembered by a running program.
CREATE TABLE series (
  number    INTEGER PRIMARY KEY,
  suite     TEXT NOT NULL,
  key       TEXT NOT NULL,    -- benchmark, mode, threads, params and metric, order-free
  identity  BLOB NOT NULL,    -- the same as its first point had it, packed
  first_run INTEGER NOT NULL, -- no earlier run has it
  UNIQUE (suite, key)
) STRICT;

-- place_id = run.number * 2^32 + series.number: a run's points lie together and are
-- appended, and a series' point of a run is one look-up, without a second index.
CREATE TABLE point (
  place_id INTEGER PRIMARY KEY,
  place    INTEGER NOT NULL, -- in the run, from 0
  value    REAL,             -- a copy for queries; exact in the facts
  identity BLOB,             -- NULL: the series' own
  facts    BLOB NOT NULL,    -- packed
  samples  BLOB              -- packed; NULL = none
) STRICT;
