-- Version 2 of benchdoc's PostgreSQL store: ids under which a run is known beside its own.

UPDATE benchdoc.store SET version = 2;

-- Whoever puts a run of such an id finds it known. Rows stay when their run is dropped.
CREATE TABLE benchdoc.alias (
  id     text COLLATE "C" PRIMARY KEY, -- of a run that was merged, or as its files would be taken in now
  run_id text COLLATE "C" NOT NULL     -- the run that stands for it, or another alias
);
