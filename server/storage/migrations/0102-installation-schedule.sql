-- When the whole installation is backed up by itself, and how many backups are kept; one row at most.
create table installation_schedule (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null,
  cycle text not null check (cycle in ('daily', 'weekly', 'monthly')),
  weekday integer not null,
  month_day text not null check (month_day in ('first', 'last')),
  hour integer not null,
  zone text not null,
  retention text not null check (retention in ('all', 'three', 'latest')),
  drill text not null check (drill in ('never', 'weekly', 'monthly')),
  -- When the next run is due; null while it is off.
  next_at timestamptz,
  drill_at timestamptz
);
-- Nobody: the schedule began it.
alter table installation_run alter column person_id drop not null;
-- How often it was begun: a server takes over what one that stopped or died has left.
alter table installation_run add column tries integer not null default 1;
