-- The doors that programs come in by: WebDAV, FTP, SFTP.

-- When the content was changed last, as the machine that it came from says; null: what we saw ourselves holds.
alter table node add column told_modified_at timestamptz;

-- SHA-1 of a content, where a program brought and proved it: some programs compare by nothing else.
alter table blob add column sha1 bytea;

-- Room that what comes by a door holds in a space until it is a file; `active_at` moves while its bytes come.
create table incoming (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  person_id uuid not null references person on delete cascade,
  bytes bigint not null check (bytes >= 0),
  active_at timestamptz not null
);
create index incoming_space on incoming (space_id);
create index incoming_idle on incoming (active_at);

-- What a program has locked: a file, a folder, or all that is below one, until it says so or the time is over. The clock
-- of the database alone decides. `item_id` is a node or a scratch; `owner` is what the program says of its user (XML).
create table file_lock (
  token uuid primary key,
  item_id uuid not null,
  space_id uuid not null references space on delete cascade,
  is_deep boolean not null,
  is_shared boolean not null,
  person_id uuid not null references person on delete cascade,
  owner text not null,
  seconds integer not null,
  expires_at timestamptz not null
);
create index file_lock_space on file_lock (space_id, expires_at);
create index file_lock_person on file_lock (person_id);
create index file_lock_expired on file_lock (expires_at);

-- What programs keep beside a file or folder, as they wrote it: element by namespace and name.
create table file_property (
  node_id uuid not null references node on delete cascade,
  namespace text not null,
  name text not null,
  xml text not null,
  primary key (node_id, namespace, name)
);

-- Small files that the machines of people leave beside theirs (`._a.txt`, `.DS_Store`): for the one person and the door
-- alone, no file of the space.
create table scratch (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  folder_id uuid not null references node on delete cascade,
  name text not null,
  content bytea not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  used_at timestamptz not null
);
create unique index scratch_name_key on scratch (person_id, folder_id, name);
create index scratch_folder on scratch (folder_id);
create index scratch_unused on scratch (used_at);
