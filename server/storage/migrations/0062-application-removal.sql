-- An application that was removed stays as a person without rights, so that authors and journals keep its name; the name
-- may be given to another one.
alter table person add column removed_at timestamptz check (removed_at is null or state = 'application');
drop index application_name;
create unique index application_name on person (lower(name)) where state = 'application' and removed_at is null;

-- Calls of an application in the current minute (of the epoch) that nodes have taken, and how many the last one took.
create table application_minute (
  application_id uuid primary key references application on delete cascade,
  minute bigint not null,
  taken integer not null,
  given integer not null
);
