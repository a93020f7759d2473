-- The space of a message, kept when the space is gone.
alter table message add column space_id uuid;
-- Spaces from which people get no messages.
create table muted_space (
  person_id uuid not null references person on delete cascade,
  space_id uuid not null references space on delete cascade,
  at timestamptz not null,
  primary key (person_id, space_id)
);
create index muted_space_by_time on muted_space (person_id, at, space_id);
create index muted_space_of on muted_space (space_id);
