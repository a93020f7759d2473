-- How often published versions were looked at and taken, by day (UTC).
create table dataset_usage (
  publication_id uuid not null references publication on delete cascade,
  day date not null,
  views integer not null,
  downloads integer not null,
  primary key (publication_id, day)
);
