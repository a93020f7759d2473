-- Publications: versions of datasets from draft to tombstone.

-- What all versions of a dataset have in common. It outlives its space: what is published stays.
create table dataset (
  id uuid primary key,
  space_id uuid references space on delete set null,
  created_at timestamptz not null
);
create index dataset_of_space on dataset (space_id, id);

-- One version of a dataset.
create table publication (
  id uuid primary key,
  dataset_id uuid not null references dataset on delete cascade,
  number integer not null check (number > 0),
  state text not null check (state in ('draft', 'pending', 'rejected', 'published', 'withdrawn')),
  -- The newest published version of its dataset; none when all are withdrawn.
  is_current boolean not null default false check (not is_current or state = 'published'),
  -- What people fill in, by field, and the number of the last change of each field.
  fields jsonb not null,
  revisions jsonb not null,
  -- The title of the draft, for lists.
  title text not null,
  resource_type text not null,
  -- The metadata record of the contract, frozen when it is submitted; null before that.
  metadata jsonb,
  publisher jsonb,
  -- What the version changed, as text.
  changes text not null default '',
  access_kind text check (access_kind in ('open', 'embargo', 'restricted', 'closed')),
  embargo_until date,
  file_count integer not null default 0,
  size_bytes bigint not null default 0,
  -- Tables are written as files after the submission.
  transfer text check (transfer in ('transmitting', 'success', 'failed')),
  transfer_failures integer not null default 0,
  transfer_error text not null default '',
  made_by uuid not null references person,
  -- Everybody who changed or submitted it: none of them reviews it.
  editors uuid[] not null,
  submitted_by uuid references person,
  reviewer_id uuid references person,
  -- Why it was rejected, or withdrawn.
  reason text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  claimed_at timestamptz,
  published_at timestamptz,
  withdrawn_at timestamptz,
  check ((state in ('draft', 'rejected', 'pending')) = (published_at is null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check (state not in ('published', 'withdrawn') or (metadata is not null and publisher is not null
    and access_kind is not null))
);
create unique index publication_number on publication (dataset_id, number);
create unique index publication_current on publication (dataset_id) where is_current;
-- One version of a dataset is worked on at a time.
create unique index publication_open on publication (dataset_id) where state in ('draft', 'pending', 'rejected');
create index publication_by_maker on publication (made_by);
create index publication_by_editor on publication using gin (editors);
create index publication_by_reviewer on publication (reviewer_id);
create index publication_by_submitter on publication (submitted_by);
create index publication_queue on publication (submitted_at, id) where state = 'pending';
create index publication_public on publication (published_at, id) where state in ('published', 'withdrawn');
create index publication_changed on publication (changed_at, id) where state in ('published', 'withdrawn');

-- The files of a submitted or published version: contents are kept by their hash whatever happens in the space.
create table publication_file (
  publication_id uuid not null references publication on delete cascade,
  path text not null,
  blob_sha256 bytea not null references blob,
  size bigint not null,
  mime text not null,
  -- The table that it was written from.
  table_id uuid,
  primary key (publication_id, path)
);
create index publication_file_blob on publication_file (blob_sha256);

-- The tables of a submitted or published version; `path` names the file with the rows.
create table publication_table (
  publication_id uuid not null references publication on delete cascade,
  table_id uuid not null,
  position integer not null,
  name text not null,
  description text not null,
  path text not null,
  rows bigint not null,
  columns jsonb not null,
  primary key (publication_id, table_id)
);

-- What happened to a version, in order.
create table publication_event (
  id uuid primary key,
  publication_id uuid not null references publication on delete cascade,
  kind text not null check (kind in ('made', 'submitted', 'revoked', 'claimed', 'released', 'rejected', 'published',
    'withdrawn')),
  person_id uuid references person,
  reason text not null default '',
  at timestamptz not null
);
create index publication_event_list on publication_event (publication_id, at, id);
create index publication_event_person on publication_event (person_id);

-- Who reviews besides the administrators.
create table publication_reviewer (
  person_id uuid primary key references person on delete cascade,
  added_at timestamptz not null
);

-- Metadata templates that administrators changed or made; the built-in ones come with the program.
create table publication_template (
  id text primary key,
  version integer not null,
  definition jsonb not null,
  is_on boolean not null,
  changed_by uuid not null references person,
  changed_at timestamptz not null
);
create index publication_template_person on publication_template (changed_by);

-- Drafts and what waits for a review go with their space; what is or was published stays without it.
create function remove_unpublished() returns trigger language plpgsql as $$
begin
  delete from publication p using dataset d where d.id = p.dataset_id and d.space_id = old.id
    and p.state in ('draft', 'pending', 'rejected');
  delete from dataset d where d.space_id = old.id
    and not exists (select 1 from publication p where p.dataset_id = d.id);
  return old;
end $$;
create trigger space_unpublished before delete on space for each row execute function remove_unpublished();

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('archive', 'extract', 'verify', 'versionMake',
  'versionRestore', 'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'metaApply', 'tableImport',
  'sourceImport', 'tableExport', 'publish'));
