-- What data views showed: each saving keeps the former definitions, the newest hundred of a view.
create table data_view_version (
  view_id uuid not null references data_view on delete cascade,
  -- That of the view when this was saved.
  number integer not null,
  definition jsonb not null,
  saved_by uuid not null references person,
  saved_at timestamptz not null,
  primary key (view_id, number)
);
create index data_view_version_person on data_view_version (saved_by);
insert into data_view_version select id, version, definition, defined_by, changed_at from data_view;
