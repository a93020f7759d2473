-- Content by hash, the tree of each space, older versions and the trash.

-- One row per content in the blob store. `touched_at` moves when a file starts to point at it: a blob that nothing
-- points at is swept only when it has been untouched for a while.
create table blob (
  sha256 bytea primary key,
  md5 bytea not null,
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index blob_by_md5 on blob (md5, size);

-- A file or folder. The root of a space is a folder without parent. `size` of a folder is the sum of the live files
-- below it, `items` the live children, `folders` those that are folders, `files_below` and `folders_below` all live
-- ones at any depth, kept with every change. A deleted item keeps its row: `trash_id` names the
-- deletion on the item itself, what lies below it is reached only through it.
create table node (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  parent_id uuid references node on delete cascade,
  is_folder boolean not null,
  name text not null,
  suffix text not null default '',
  mime text not null,
  size bigint not null default 0,
  items integer not null default 0,
  folders integer not null default 0,
  files_below bigint not null default 0,
  folders_below bigint not null default 0,
  blob_sha256 bytea references blob,
  version integer not null default 1,
  author_id uuid not null references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  trash_id uuid
);
create unique index node_name_key on node (parent_id, name) where trash_id is null;
create index node_by_name on node (parent_id, is_folder, name collate natural_order, id) where trash_id is null;
create index node_by_size on node (parent_id, is_folder, size, id) where trash_id is null;
create index node_by_type on node (parent_id, is_folder, suffix, name collate natural_order, id) where trash_id is null;
create index node_by_modified on node (parent_id, is_folder, updated_at, id) where trash_id is null;
create index node_parent on node (parent_id);
create index node_space on node (space_id, id);
create index node_blob on node (blob_sha256) where blob_sha256 is not null;
create index node_by_grams on node using gin (grams(name));

-- What a file held before it was replaced; `number` counts from 1, the current content has node.version.
create table file_version (
  node_id uuid not null references node on delete cascade,
  number integer not null,
  blob_sha256 bytea not null references blob,
  size bigint not null,
  author_id uuid not null references person,
  created_at timestamptz not null,
  primary key (node_id, number)
);
create index file_version_blob on file_version (blob_sha256);

-- One deletion: where the item was, who took it away.
create table trash (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  node_id uuid not null references node on delete cascade,
  parent_id uuid not null,
  path text not null,
  deleted_by uuid not null references person,
  deleted_at timestamptz not null default now()
);
create index trash_by_time on trash (space_id, deleted_at, id);
create unique index trash_node_key on trash (node_id);
create index trash_age on trash (deleted_at);
