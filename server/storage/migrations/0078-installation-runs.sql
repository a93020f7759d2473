-- Backups of the whole installation, and drills of them, that administrators began on the page.
create table installation_run (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'drill')),
  state text not null check (state in ('running', 'completed', 'lacking', 'failed')),
  person_id uuid not null references person,
  -- What the command said, its last lines.
  report jsonb not null default '[]',
  started_at timestamptz not null,
  -- When the server that runs it was last there.
  seen_at timestamptz not null,
  finished_at timestamptz
);
-- One at a time.
create unique index installation_run_open on installation_run ((true)) where state = 'running';
create index installation_run_newest on installation_run (started_at desc);
create index installation_run_person on installation_run (person_id);
