-- Indexes of big tables, made when people sort or filter by a column and dropped when nobody does any more.
create table table_index (
  table_id uuid not null references data_table on delete cascade,
  physical integer not null,
  direction text not null check (direction in ('asc', 'desc')),
  used_at timestamptz not null,
  primary key (table_id, physical, direction)
);
-- The last change that added, removed or moved rows: what is known of their positions holds until the next one.
alter table data_table add column placed_by bigint not null default 0;
