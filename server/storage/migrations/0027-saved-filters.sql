-- Filters of lists of administration that somebody saved under a name, for themselves.
create table saved_filter (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (person_id, list, lower(name));
