-- What came of a file by FTP or SFTP before its sender was gone: for that person alone to go on with, and no file of the
-- space. `held_bytes` counts against the capacity (0 while somebody goes on with it). The folder may be gone by then: a
-- sweep ends what nobody comes back for.
create table unfinished (
  id uuid primary key,
  person_id uuid not null references person,
  space_id uuid not null references space on delete cascade,
  folder_id uuid not null,
  name text not null,
  blob_sha256 bytea not null references blob,
  size bigint not null check (size > 0),
  held_bytes bigint not null check (held_bytes >= 0),
  kept_at timestamptz not null
);
create unique index unfinished_name_key on unfinished (person_id, folder_id, name);
create index unfinished_space on unfinished (space_id);
create index unfinished_blob on unfinished (blob_sha256);
create index unfinished_old on unfinished (kept_at);
