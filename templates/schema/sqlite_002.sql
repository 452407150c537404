-- Version 2 of benchdoc's SQLite store: ids under which a run is known beside its own.

PRAGMA user_version = 2;

-- Whoever puts a run of such an id finds it known. Rows stay when their run is dropped.
CREATE TABLE alias (
  id     TEXT PRIMARY KEY, -- of a run that was merged, or as its files would be taken in now
  run_id TEXT NOT NULL     -- the run that stands for it, or another alias
) STRICT, WITHOUT ROWID;
