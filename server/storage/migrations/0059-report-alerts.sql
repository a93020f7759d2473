-- People who want to be told when the number of a card crosses a value.
create table report_alert (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  card text not null,
  person_id uuid not null references person on delete cascade,
  direction text not null check (direction in ('above', 'below')),
  value double precision not null,
  is_on boolean not null default true,
  -- The number was beyond the value when it was last checked: it is told again only after it came back.
  is_crossed boolean not null,
  last_value double precision,
  -- Null until the first check that failed; why stands in the list.
  failed_at timestamptz,
  checked_at timestamptz not null,
  created_at timestamptz not null,
  -- The tables that the number stands on, and the last of their changes that was looked at.
  tables uuid[] not null,
  seen bigint not null
);
create index report_alert_of_report on report_alert (report_id, person_id, created_at);
create index report_alert_of_person on report_alert (person_id);
create index report_alert_due on report_alert (checked_at) where is_on;
