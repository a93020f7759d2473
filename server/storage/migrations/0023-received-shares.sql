-- Links of others that people opened while signed in.
create table received_share (
  person_id uuid not null references person on delete cascade,
  share_id uuid not null references share on delete cascade,
  at timestamptz not null,
  primary key (person_id, share_id)
);
create index received_share_by_time on received_share (person_id, at, share_id);
create index received_share_of on received_share (share_id);
