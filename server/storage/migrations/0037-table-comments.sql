-- Comments on the rows of tables and on their cells, and the replies to them.
create table table_comment (
  id uuid primary key,
  table_id uuid not null references data_table on delete cascade,
  -- The comment that a reply answers; null: it begins a thread.
  thread_id uuid references table_comment on delete cascade,
  row_id bigint not null,
  -- The column of the cell; null: the whole row.
  column_id integer,
  person_id uuid not null references person,
  text text not null,
  at timestamptz not null,
  edited_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references person
);
create index table_comment_list on table_comment (table_id, at, id) where thread_id is null;
create index table_comment_row on table_comment (table_id, row_id) where thread_id is null;
create index table_comment_thread on table_comment (thread_id, at, id) where thread_id is not null;
create index table_comment_person on table_comment (person_id);
create index table_comment_resolver on table_comment (resolved_by) where resolved_by is not null;
