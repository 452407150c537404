-- Version 1 of benchdoc's PostgreSQL store: see docs/store.md. Runs inside one transaction,
-- in a schema "benchdoc" that is there and empty. Every name is written out in full, so that
-- no search_path decides what is meant.

-- One row. Numbered as SQLite's migrations where they mean the same.
CREATE TABLE benchdoc.store (
  version integer NOT NULL,
  parts   integer NOT NULL DEFAULT 4 CHECK (parts BETWEEN 1 AND 1024) -- of a new month
);
INSERT INTO benchdoc.store (version) VALUES (1);

-- Never given twice, not even after a rollback: what points on another server are left of a
-- run that was not finished belong to no run, ever.
CREATE SEQUENCE benchdoc.run_number AS integer;

-- Here only, and with the only key that has to be unique: what makes storing a run twice
-- impossible.
CREATE TABLE benchdoc.run (
  number         integer PRIMARY KEY DEFAULT pg_catalog.nextval('benchdoc.run_number'),
  id             text COLLATE "C" NOT NULL,      -- 64 hex digits: what the run is
  complete       boolean NOT NULL DEFAULT false, -- set by the last update; readers look at nothing else
  digest         text COLLATE "C",               -- SHA-256 over the packed forms
  month          integer NOT NULL,               -- of measured_at, as in point
  -- Copies, for looking runs up; what counts is in the body.
  suite          text COLLATE "C" NOT NULL,
  format         text COLLATE "C",
  commit_id      text COLLATE "C",
  branch         text COLLATE "C",
  cpu            text COLLATE "C",
  cpu_slug       text COLLATE "C",
  backend        text COLLATE "C",
  file           text COLLATE "C",
  measured_at_ns bigint,                         -- NULL = unknown
  commit_time_ns bigint,
  dirty          integer NOT NULL,               -- 0 unknown, 1 clean, 2 dirty
  outcome        integer NOT NULL,               -- 0 ok, 4 incomplete
  points         integer NOT NULL,
  body           bytea NOT NULL,                 -- all of the run but its points, packed
  CONSTRAINT run_id UNIQUE (id)
);
ALTER SEQUENCE benchdoc.run_number OWNED BY benchdoc.run.number;
CREATE INDEX run_newest ON benchdoc.run (measured_at_ns DESC NULLS LAST, number DESC);
CREATE INDEX run_unfinished ON benchdoc.run (number) WHERE NOT complete;

-- Rows are only ever added: numbers may be remembered by a running program. Found by a digest,
-- because a name of a megabyte fits into no index.
CREATE TABLE benchdoc.series (
  number   integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  digest   bytea NOT NULL,            -- SHA-256 of suite and key, each behind its length
  suite    text COLLATE "C" NOT NULL,
  key      text COLLATE "C" NOT NULL, -- benchmark, mode, threads, params and metric, order-free
  identity bytea NOT NULL,            -- the same as its first point had it, packed
  CONSTRAINT series_digest UNIQUE (digest)
);

-- No unique key and no foreign key: a month, or a part of one, may be a foreign table.
CREATE TABLE benchdoc.point (
  month    integer NOT NULL, -- 12 * year + month - 1; 0 = it is not known when
  run      integer NOT NULL,
  series   integer NOT NULL,
  place    integer NOT NULL, -- in the run, from 0
  value    double precision, -- a copy for queries; exact in the facts
  identity bytea,            -- NULL: the series' own
  facts    bytea NOT NULL,   -- packed
  samples  bytea             -- packed; NULL = none
) PARTITION BY RANGE (month);
-- samples do not get smaller by packing them again
ALTER TABLE benchdoc.point ALTER COLUMN samples SET STORAGE EXTERNAL;
-- a run is appended at its end; a series' point of a run is one look-up
CREATE INDEX point_place ON benchdoc.point (run, series);

-- Makes room for the points of a month. With the rights of the schema's owner, so that who
-- may write need not be able to create tables. A month is built apart and then attached:
-- that waits for nobody who writes into other months.
CREATE FUNCTION benchdoc.add_month(wanted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  name text := CASE wanted WHEN 0 THEN 'point_undated'
               ELSE format('point_%s_%s', wanted / 12, lpad((wanted % 12 + 1)::text, 2, '0')) END;
  parts integer;
BEGIN
  IF wanted IS NULL OR (wanted <> 0 AND wanted NOT BETWEEN 12 * 1677 AND 12 * 2263 - 1) THEN
    RAISE EXCEPTION 'no such month: %', wanted USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF to_regclass('benchdoc.' || name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(1648652131, 2); -- "bDoc"
  -- a query, because to_regclass() remembers that there was none before the wait
  PERFORM 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = 'benchdoc' AND c.relname = name;
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT s.parts INTO STRICT parts FROM benchdoc.store AS s;
  EXECUTE format('CREATE TABLE benchdoc.%I (LIKE benchdoc.point INCLUDING ALL)'
                 ' PARTITION BY HASH (series)', name);
  FOR part IN 0 .. parts - 1 LOOP
    EXECUTE format('CREATE TABLE benchdoc.%I PARTITION OF benchdoc.%I'
                   ' FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                   name || '_' || part, name, parts, part);
  END LOOP;
  EXECUTE format('ALTER TABLE benchdoc.point ATTACH PARTITION benchdoc.%I'
                 ' FOR VALUES FROM (%s) TO (%s)', name, wanted, wanted + 1);
END
$$;
REVOKE ALL ON FUNCTION benchdoc.add_month(integer) FROM PUBLIC;

-- Retention: the runs of a month leave the store with their points, at once.
CREATE FUNCTION benchdoc.drop_month(wanted integer) RETURNS bigint
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  name text := CASE wanted WHEN 0 THEN 'point_undated'
               ELSE format('point_%s_%s', wanted / 12, lpad((wanted % 12 + 1)::text, 2, '0')) END;
  gone bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(1648652131, 2);
  LOCK TABLE benchdoc.run IN SHARE ROW EXCLUSIVE MODE; -- nobody is writing into it
  DELETE FROM benchdoc.run AS r WHERE r.month = wanted;
  GET DIAGNOSTICS gone = ROW_COUNT;
  EXECUTE format('DROP TABLE IF EXISTS benchdoc.%I', name);
  RETURN gone;
END
$$;
REVOKE ALL ON FUNCTION benchdoc.drop_month(integer) FROM PUBLIC;
