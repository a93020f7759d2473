-- The file manager: background tasks, versions with words, facts of files, text that is searched, thumbnails, shares,
-- preview components.

-- Work in the background, for people: archives, imports, restores, checks. A node that works on
-- one holds a lease and says so every few seconds; a lease that ran out is anybody's. `state` as the specification names
-- the states of transfer tasks, and cancelled. What is secret in it (a password of another site) is sealed.
create table task (
  id uuid primary key,
  kind text not null check (kind in ('archive', 'extract', 'verify', 'versionMake', 'versionRestore',
    'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'metaApply')),
  space_id uuid not null references space on delete cascade,
  -- Where it brings things; null for what brings none.
  folder_id uuid references node on delete set null,
  person_id uuid not null references person on delete cascade,
  door text not null default 'web',
  state text not null default 'waiting'
    check (state in ('waiting', 'preparing', 'transferring', 'completed', 'failed', 'partlyFailed', 'cancelled')),
  title text not null default '',
  options jsonb not null default '{}',
  -- What it must not be read for, as long as it is under way; who tries the task again gives it again.
  sealed bytea,
  needs_secret boolean not null default false,
  -- Its parts are all there.
  is_planned boolean not null default false,
  -- Progress as it is shown; parts that failed are counted apart.
  items_total integer not null default 0,
  items_done integer not null default 0,
  items_failed integer not null default 0,
  bytes_total bigint not null default 0,
  bytes_done bigint not null default 0,
  -- What is under way and no part's yet, as its node said last.
  ahead_items integer not null default 0,
  ahead_bytes bigint not null default 0,
  -- Bytes of the space's capacity that it holds, and what it asked for last.
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  asked_bytes bigint not null default 0,
  -- Name of the refusal that ended it, '' for none, and what came of it.
  error text not null default '',
  result jsonb not null default '{}',
  -- Drawn anew whenever a node takes it: whoever held it before can't write any more.
  lease_by uuid,
  lease_until timestamptz,
  tries integer not null default 0,
  cancel_asked_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- What is due: leases that ran out, then what waits, oldest first; the one walk that every node makes.
create index task_due on task (lease_until, created_at) where finished_at is null;
-- One at a time a person, whatever the number of nodes, and one more that waits for another site.
create unique index task_one_a_person on task (person_id, (kind in ('importShare', 'importDrive', 'importS3', 'importUrl')))
  where lease_by is not null;
create index task_open_of_person on task (person_id) where finished_at is null;
create index task_of_space on task (space_id, created_at, id);
create index task_of_space_state on task (space_id, state, created_at, id);
create index task_of_person on task (person_id, created_at, id);
-- What refers to an item must be found by it, or deleting ten thousand items reads every task each time.
create index task_folder on task (folder_id) where folder_id is not null;
create index task_old on task (finished_at) where finished_at is not null;

-- The files and folders of a task, each with its own end; written once by the preparing, then one by one.
create table task_part (
  task_id uuid not null references task on delete cascade,
  seq integer not null,
  is_folder boolean not null default false,
  path text not null,
  source jsonb not null default '{}',
  size bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'transferring', 'completed', 'failed')),
  error text not null default '',
  -- What came of it in the space.
  node_id uuid,
  primary key (task_id, seq)
);
create index task_part_open on task_part (task_id, seq) where state in ('waiting', 'transferring');
create index task_part_failed on task_part (task_id, seq) where state = 'failed';

-- What is said of a version, the current one included: how it came, by whom, in which words. A file that was never
-- overwritten has none; its first version is its author's.
create table version_fact (
  node_id uuid not null references node on delete cascade,
  number integer not null,
  change text not null check (change in ('created', 'uploaded', 'edited', 'restored', 'copied', 'moved', 'archived', 'extracted', 'imported')),
  by_id uuid not null references person,
  at timestamptz not null,
  name text not null default '',
  description text not null default '',
  is_pinned boolean not null default false,
  -- The number that was brought back, or the task that brought it.
  source jsonb not null default '{}',
  primary key (node_id, number)
);
-- Until when an older content was the current one: a rename moves node.updated_at, so it can't tell.
alter table file_version add column until timestamptz;
update file_version v set until = coalesce((select min(w.created_at) from file_version w where w.node_id = v.node_id and w.number > v.number),
  (select updated_at from node n where n.id = v.node_id));
alter table file_version alter column until set not null;
-- When the current content came.
alter table node add column content_at timestamptz;
update node set content_at = updated_at where version > 1;
create index file_version_until on file_version (node_id, until);

-- Where an item was before it was renamed or moved, so that a folder can be shown as it was at a moment.
create table node_past (
  node_id uuid not null references node on delete cascade,
  until timestamptz not null,
  space_id uuid not null,
  parent_id uuid,
  name text not null,
  -- True for the time in the trash, which a restore ended.
  is_trashed boolean not null default false,
  primary key (node_id, until)
);
create index node_past_parent on node_past (parent_id, until);
-- That something was in a folder for a while and is deleted for good, so that going back can say what is missing.
create table node_gone (
  parent_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  space_id uuid not null references space on delete cascade,
  -- The item with all that was below it.
  items bigint not null
);
create index node_gone_parent on node_gone (parent_id, until);
create index node_gone_space on node_gone (space_id);
-- A moment of a folder that somebody named (spec: a version). What was current then is kept by the thinning.
create table moment (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  folder_id uuid not null references node on delete cascade,
  number integer not null,
  at timestamptz not null,
  name text not null default '',
  description text not null default '',
  by_id uuid not null references person,
  files bigint not null default 0,
  bytes bigint not null default 0,
  state text not null default 'making' check (state in ('making', 'made')),
  unique (space_id, number)
);
create index moment_of_folder on moment (folder_id, at, id);
-- How older versions thin out; a space without a row has the rule of contract/limits.ts.
create table version_rule (
  space_id uuid primary key references space on delete cascade,
  rule jsonb not null
);

-- The same pairs in a time that grows with the text, not with its square: a character of a long text is found by counting
-- all bytes before it.
create or replace function grams(content text) returns text[]
language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(distinct pair), '{}') from (
    select c || lead(c) over (order by i) as pair from unnest(string_to_array(lower(content), null)) with ordinality as t (c, i)
  ) as pairs where pair is not null
$$;

-- What people say of an item: key/value metadata in its order, tags, a note. `words` is what a search looks at.
create table node_fact (
  node_id uuid primary key references node on delete cascade,
  space_id uuid not null references space on delete cascade,
  -- Id of the list as the specification's calls carry it: a new one each time the list is replaced, none before the first.
  meta_id uuid,
  -- Another one with every change: a sheet says which state it was made from.
  stamp uuid not null default gen_random_uuid(),
  meta jsonb not null default '[]',
  tags text[] not null default '{}',
  note text not null default '',
  note_by uuid references person,
  changed_at timestamptz not null,
  words text not null default ''
);
create function space_keys(space_id uuid, pieces text[]) returns text[]
language sql immutable strict parallel safe
as $$ select coalesce(array_agg(right(space_id::text, 10) || piece), '{}') from unnest(pieces) as piece $$;
-- Names are found by pairs of one space: what is common elsewhere costs nothing.
drop index node_by_grams;
create index node_by_words on node using gin (space_keys(space_id, grams(name)));
create index node_fact_words on node_fact using gin (space_keys(space_id, grams(words)));
create index node_fact_space on node_fact (space_id, changed_at);
create index node_fact_tags on node_fact using gin (space_keys(space_id, tags));
-- Templates with typed fields and the vocabularies that they choose from; a folder's template holds for all below it
-- until another one does.
create table vocabulary (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  stamp uuid not null default gen_random_uuid(),
  name text not null,
  terms jsonb not null,
  unique (space_id, name)
);
create table meta_template (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  -- Another one when it changes, or a vocabulary that it chooses from.
  stamp uuid not null default gen_random_uuid(),
  name text not null,
  fields jsonb not null,
  changed_at timestamptz not null,
  unique (space_id, name)
);
create table folder_template (
  folder_id uuid primary key references node on delete cascade,
  template_id uuid not null references meta_template on delete cascade
);
create index folder_template_template on folder_template (template_id);

-- What one person marked, and opened last.
create table favourite (
  person_id uuid not null references person on delete cascade,
  node_id uuid not null references node on delete cascade,
  at timestamptz not null,
  primary key (person_id, node_id)
);
create index favourite_by_time on favourite (person_id, at, node_id);
create index favourite_node on favourite (node_id);
create table recent (
  person_id uuid not null references person on delete cascade,
  node_id uuid not null references node on delete cascade,
  at timestamptz not null,
  primary key (person_id, node_id)
);
create index recent_by_time on recent (person_id, at, node_id);
create index recent_node on recent (node_id);

-- What is made of a content once, whatever number of files have it: text for the search, a small picture. `kind` and
-- `state` are a queue: rows that are due are taken with `for update skip locked`.
create table derived (
  sha256 bytea not null references blob on delete cascade,
  kind text not null check (kind in ('text', 'thumb')),
  suffix text not null,
  state text not null default 'due' check (state in ('due', 'done', 'none', 'failed')),
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  -- Small pictures are contents like any other.
  blob_sha256 bytea references blob,
  -- Who brought it: those who wait for what is made of theirs have turns, whatever somebody else brought before.
  person_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (sha256, kind)
);
create index derived_due on derived (kind, person_id, due_at) where state = 'due';
create index derived_blob on derived (blob_sha256) where blob_sha256 is not null;
-- The text of a content, for the line that a result shows; `columns` are the headings of a table.
create table content_text (
  sha256 bytea primary key references blob on delete cascade,
  text text not null,
  columns text[] not null default '{}',
  is_whole boolean not null
);
-- What a content is found by, once for each space that holds it: words and pairs of Chinese characters, each marked with
-- the space and with where it stood (t text, c column), so that a word costs nothing that is common elsewhere.
create table content_key (
  space_id uuid not null references space on delete cascade,
  sha256 bytea not null references blob on delete cascade,
  keys tsvector,
  primary key (space_id, sha256)
);
alter table content_key alter column keys set storage external;
create index content_key_keys on content_key using gin (keys) with (fastupdate = off);
create index content_key_blob on content_key (sha256);
-- A content whose text is known already came into another space: its keys are still to be written.
create index content_key_open on content_key (space_id, sha256) where keys is null;

-- Whichever way a content comes into a space (web, link, drive), what is made of it is due: in the same transaction.
-- The suffixes stand here because a trigger can't ask the contract; a test compares both.
create table derived_suffix (
  suffix text not null,
  kind text not null check (kind in ('text', 'thumb')),
  primary key (suffix, kind)
);
insert into derived_suffix select unnest(string_to_array('txt log md markdown csv tsv json jsonl geojson xml html htm svg css scss sass less ts tsx js jsx mjs vue py r rmd m jl c h cpp hpp go rs sh bat java scala sql yaml yml toml ini conf tex bib ipynb pdb cif nwk tree fasta fa docx pptx xlsx xls pdf parquet nc h5 hdf5', ' ')), 'text';
insert into derived_suffix select unnest(string_to_array('bmp jpg jpeg png gif ico webp avif svg tif tiff pdf mp4 m4v webm mov', ' ')), 'thumb';
create function note_contents() returns trigger language plpgsql as $$
begin
  insert into derived (sha256, kind, suffix, person_id)
    select distinct on (c.blob_sha256, s.kind) c.blob_sha256, s.kind, c.suffix, c.author_id
    from came c join derived_suffix s on s.suffix = c.suffix where c.size > 0 order by c.blob_sha256, s.kind
    on conflict do nothing;
  -- Nothing came of it by another suffix: this may be the right one. Rows that stay are not locked.
  update derived d set suffix = c.suffix, state = 'due', due_at = now(), tries = 0, person_id = c.author_id
    from came c join derived_suffix s on s.suffix = c.suffix
    where d.sha256 = c.blob_sha256 and d.kind = s.kind and d.suffix <> c.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select distinct c.space_id, c.blob_sha256 from came c join derived_suffix s on s.suffix = c.suffix and s.kind = 'text'
    where c.size > 0 order by 1, 2 on conflict do nothing;
  return null;
end $$;
create function note_content() returns trigger language plpgsql as $$
begin
  insert into derived (sha256, kind, suffix, person_id)
    select new.blob_sha256, kind, suffix, new.author_id from derived_suffix where suffix = new.suffix order by kind on conflict do nothing;
  update derived d set suffix = s.suffix, state = 'due', due_at = now(), tries = 0, person_id = new.author_id from derived_suffix s
    where s.suffix = new.suffix and d.sha256 = new.blob_sha256 and d.kind = s.kind and d.suffix <> s.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select new.space_id, new.blob_sha256 from derived_suffix where suffix = new.suffix and kind = 'text' on conflict do nothing;
  return null;
end $$;
create trigger node_came after insert on node
  referencing new table as came for each statement execute function note_contents();
create trigger node_became after update of blob_sha256, suffix, space_id on node for each row
  when (new.blob_sha256 is not null and new.size > 0 and (old.blob_sha256, old.suffix, old.space_id) is distinct from (new.blob_sha256, new.suffix, new.space_id))
  execute function note_content();
insert into derived (sha256, kind, suffix)
  select distinct on (n.blob_sha256, s.kind) n.blob_sha256, s.kind, n.suffix
  from node n join derived_suffix s on s.suffix = n.suffix where n.size > 0 and n.blob_sha256 is not null order by n.blob_sha256, s.kind
  on conflict do nothing;
insert into content_key (space_id, sha256)
  select distinct n.space_id, n.blob_sha256 from node n join derived_suffix s on s.suffix = n.suffix and s.kind = 'text'
  where n.size > 0 and n.blob_sha256 is not null on conflict do nothing;

-- A link for whoever has it. `hash` is the SHA-256 of the secret in the address; `sealed` is the address itself, for its
-- maker to copy again. What a link may show is judged each time by what its maker may do then.
create table share (
  id uuid primary key,
  hash bytea not null unique,
  sealed bytea not null,
  space_id uuid not null references space on delete cascade,
  kind text not null check (kind in ('space', 'folder', 'file', 'selection')),
  -- The folder of a selection, or the item itself.
  title text not null,
  person_id uuid not null references person on delete cascade,
  may_download boolean not null default true,
  -- A drop box: its visitors bring files and see none.
  is_box boolean not null default false,
  box_bytes bigint not null default 0,
  box_used bigint not null default 0,
  password_way text not null default 'none' check (password_way in ('none', 'rand', 'custom')),
  password_hash text,
  -- A new password ends the visits that the old one began.
  password_epoch integer not null default 0,
  wrong_tries integer not null default 0,
  closed_until timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  visits integer not null default 0,
  downloads integer not null default 0,
  created_at timestamptz not null,
  check ((password_way = 'none') = (password_hash is null))
);
create index share_of_person on share (person_id, created_at, id);
create index share_of_space on share (space_id, created_at, id);
-- What a link is about: one row for a space, folder or file, more for a selection.
create table share_item (
  share_id uuid not null references share on delete cascade,
  node_id uuid not null references node on delete cascade,
  primary key (share_id, node_id)
);
create index share_item_node on share_item (node_id);
create table share_visit (
  id bigint generated always as identity primary key,
  share_id uuid not null references share on delete cascade,
  at timestamptz not null,
  action text not null check (action in ('opened', 'wrongPassword', 'previewed', 'downloaded', 'uploaded')),
  person_id uuid,
  person_name text not null default '',
  address text not null default '',
  agent text not null default '',
  item_name text not null default '',
  bytes bigint not null default 0
);
create index share_visit_by_time on share_visit (share_id, at, id);
create index share_visit_age on share_visit using brin (at);
-- What a visitor brought to a drop box; `code` is what they show.
create table share_receipt (
  id uuid primary key,
  share_id uuid not null references share on delete cascade,
  code text not null unique,
  sender text not null default '',
  note text not null default '',
  at timestamptz not null,
  files jsonb not null default '[]',
  bytes bigint not null default 0,
  -- Made in the box for what this visitor brings, when the first file comes.
  folder_id uuid references node on delete set null,
  changed_at timestamptz not null,
  -- When the maker was told of it; null again when more comes.
  told_at timestamptz
);
create index share_receipt_folder on share_receipt (folder_id) where folder_id is not null;
create index share_receipt_untold on share_receipt (changed_at) where told_at is null and files <> '[]';
create index share_receipt_by_time on share_receipt (share_id, at, id);
-- An upload by a visitor of a drop box: its maker stands for it, the visit owns it.
-- `dropped_as` is its name with the folders, as the visitor knows it and the receipt tells it.
alter table upload add column receipt_id uuid references share_receipt on delete cascade, add column dropped_as text;
create index upload_receipt on upload (receipt_id) where receipt_id is not null;
-- Uploads refer to items too: purging many read every upload for each.
create index upload_folder on upload (folder_id);
create index upload_node on upload (node_id) where node_id is not null;

-- Preview components that were installed. Their files are contents.
create table component (
  id text primary key,
  bundle text not null,
  name jsonb not null,
  version text not null,
  category text not null default '',
  logo text not null default '',
  description jsonb not null default '{}',
  author text not null default '',
  size bigint not null,
  sha256 bytea not null,
  -- The file that the frame opens, and what it asked for: nothing else is given.
  entry text not null,
  rights text[] not null default '{}',
  suffixes text[] not null,
  parameters jsonb not null default '[]',
  is_on boolean not null default true,
  installed_at timestamptz not null,
  installed_by uuid references person on delete set null,
  changed_at timestamptz not null
);
create index component_bundle on component (bundle);
create index component_suffixes on component using gin (suffixes);
create table component_file (
  component_id text not null references component on delete cascade,
  path text not null,
  blob_sha256 bytea not null references blob,
  size bigint not null,
  primary key (component_id, path)
);
create index component_file_blob on component_file (blob_sha256);
