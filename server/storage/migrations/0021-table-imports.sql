-- Files of tables that were uploaded to be imported, and the rows of an import that did not fit.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('archive', 'extract', 'verify', 'versionMake',
  'versionRestore', 'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'metaApply', 'tableImport'));

create table table_upload (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  person_id uuid not null references person on delete cascade,
  blob_sha256 bytea not null references blob,
  name text not null,
  created_at timestamptz not null
);
create index table_upload_space on table_upload (space_id);
create index table_upload_person on table_upload (person_id);
create index table_upload_blob on table_upload (blob_sha256);
create index table_upload_created on table_upload (created_at);

create table table_misfit (
  task_id uuid not null references task on delete cascade,
  -- The row of the file, as spreadsheet programs count them, and its texts; 0 is the row of the headings.
  row integer not null,
  cells jsonb not null,
  -- Why, by the number of the column.
  reasons jsonb not null,
  primary key (task_id, row)
);

-- Rows of imports under way, in one table for each (i_<task>), until they go into their table all at once.
create schema table_imports;
