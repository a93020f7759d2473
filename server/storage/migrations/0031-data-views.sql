-- Data views: what is kept is how rows are put together; the rows stay where they are.
create table data_view (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  name text not null,
  description text not null,
  definition jsonb not null,
  -- Everybody of the space sees it; otherwise only its maker.
  is_shared boolean not null,
  -- 'sources': rows are for those who may see every source. 'published': for all readers of the space, on behalf of the maker.
  access text not null check (access in ('sources', 'published')),
  maker_id uuid not null references person,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid not null references person,
  version integer not null default 1,
  -- Names of the sources and the columns when it was saved; columns of SQL are known in no other way.
  source_names text[] not null,
  columns jsonb not null
);
create unique index data_view_name on data_view (space_id, lower(name));
create index data_view_list on data_view (space_id, name collate natural_order, id);
create index data_view_maker on data_view (maker_id);
create index data_view_changer on data_view (changed_by);
