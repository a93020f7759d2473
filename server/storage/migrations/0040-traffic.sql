-- What passed through each channel, by hour for a month and by day for years. Spaces and people stay in it when they are
-- gone, so that sums stay what they were.
create table traffic_hour (
  hour timestamptz not null,
  channel text not null,
  space_id uuid,
  person_id uuid,
  requests bigint not null,
  in_bytes bigint not null,
  out_bytes bigint not null,
  unique nulls not distinct (hour, channel, space_id, person_id)
);
create table traffic_day (
  day date not null,
  channel text not null,
  space_id uuid,
  person_id uuid,
  requests bigint not null,
  in_bytes bigint not null,
  out_bytes bigint not null,
  unique nulls not distinct (day, channel, space_id, person_id)
);
create index traffic_day_space on traffic_day (space_id, day);
create index traffic_hour_space on traffic_hour (space_id, hour);
