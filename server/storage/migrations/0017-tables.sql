-- Tables of spaces. Their rows are in the schema `tables`, in one table for each: t_<id> for the rows, h_<id> for what
-- changes did to them. Physical names are generated; what people type is only ever a value.
create schema tables;

create table data_table (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  name text not null,
  description text not null,
  -- Everybody of the space sees it; otherwise only its maker.
  is_shared boolean not null,
  maker_id uuid not null references person,
  created_at timestamptz not null,
  row_count bigint not null default 0 check (row_count >= 0),
  -- What it takes of the space's capacity, as last measured.
  bytes bigint not null default 0 check (bytes >= 0),
  -- The next number of a column, and of a physical column (c<number> in t_<id>); both are never used again.
  next_column integer not null default 1,
  next_physical integer not null default 1,
  trashed_at timestamptz,
  -- The import that works in it: {"taskId", "personName", "done", "total"}.
  lock jsonb
);
create unique index data_table_name on data_table (space_id, lower(name)) where trashed_at is null;
create index data_table_list on data_table (space_id, name collate natural_order, id);
create index data_table_maker on data_table (maker_id);

create table data_column (
  table_id uuid not null references data_table on delete cascade,
  id integer not null,
  physical integer not null,
  position integer not null,
  name text not null,
  description text not null,
  unit text not null,
  type text not null,
  format jsonb not null,
  options text[] not null,
  vocabulary_id uuid references vocabulary on delete set null,
  -- A formula is computed by the database: the physical column is generated.
  formula text,
  rules jsonb not null,
  primary key (table_id, id)
);
create unique index data_column_name on data_column (table_id, lower(name));
create index data_column_vocabulary on data_column (vocabulary_id) where vocabulary_id is not null;

create table table_change (
  id bigint generated always as identity primary key,
  table_id uuid not null references data_table on delete cascade,
  person_id uuid not null references person,
  at timestamptz not null,
  kind text not null,
  -- Texts for the sentence of the history.
  details jsonb not null,
  -- Columns that it added, changed or removed: [{"id", "before", "after"}], each a row of data_column or null.
  columns jsonb not null default '[]',
  -- Physical columns whose cells it wrote.
  physical integer[] not null default '{}',
  touched bigint not null,
  -- The change that this one undid or did again.
  of_id bigint references table_change on delete cascade,
  -- A step that its person can undo ('done') or redo ('undone'); null: neither any more.
  step text check (step in ('done', 'undone')),
  is_undone boolean not null default false,
  name text not null default ''
);
create index table_change_list on table_change (table_id, id);
create index table_change_step on table_change (table_id, person_id, id) where step is not null;
create index table_change_of on table_change (of_id) where of_id is not null;
create index table_change_person on table_change (person_id);

create table table_view (
  id uuid primary key,
  table_id uuid not null references data_table on delete cascade,
  person_id uuid not null references person,
  -- '' is how this person last looked at the table.
  name text not null,
  is_shared boolean not null,
  state jsonb not null
);
create unique index table_view_name on table_view (table_id, person_id, lower(name));

-- Rows go with their table, however it is deleted.
create function drop_data_table() returns trigger language plpgsql as $$
begin
  execute format('drop table if exists tables.%I, tables.%I',
    't_' || replace(old.id::text, '-', ''), 'h_' || replace(old.id::text, '-', ''));
  return null;
end $$;
create trigger data_table_dropped after delete on data_table for each row execute function drop_data_table();
