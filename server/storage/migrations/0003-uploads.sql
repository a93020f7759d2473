-- Uploads under way: what was promised, to whom, for what. Which chunks are stored is the blob store's to know.
create table upload (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  folder_id uuid not null references node on delete cascade,
  person_id uuid not null references person on delete cascade,
  name text not null,
  size bigint not null check (size >= 0),
  md5 bytea not null,
  conflict text not null check (conflict in ('refuse', 'skip', 'replace', 'keepBoth')),
  -- The file that came of it, once merged: asking to merge again answers the same.
  node_id uuid references node on delete cascade,
  created_at timestamptz not null default now(),
  active_at timestamptz not null default now()
);
create index upload_resume on upload (person_id, folder_id, md5, size) where node_id is null;
create index upload_idle on upload (active_at);
create index upload_space on upload (space_id);
