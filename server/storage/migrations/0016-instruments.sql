-- What the researchers of a space measure with.
create table instrument (
  id uuid primary key,
  space_id uuid not null references space on delete cascade,
  name text not null,
  manufacturer text not null,
  model text not null,
  serial_number text not null,
  -- DOI, handle or URL; '' for none.
  pid text not null,
  location text not null,
  contact text not null,
  state text not null check (state in ('inUse', 'inRepair', 'retired')),
  calibrated_on date,
  due_on date,
  note text not null,
  check (due_on > calibrated_on)
);
create unique index instrument_pid on instrument (space_id, pid) where pid <> '';
-- A list of one space, and of all, in each of its orders.
create index instrument_of_space on instrument (space_id, name collate natural_order, id);
create index instrument_by_name on instrument (name collate natural_order, id);
create index instrument_by_manufacturer on instrument (manufacturer collate natural_order, id);
create index instrument_by_due on instrument (coalesce(due_on, 'infinity'), id);
