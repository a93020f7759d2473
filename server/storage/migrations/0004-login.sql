-- Wrong passwords by address, and by address with account: how many, and until when the next try waits.
create table login_delay (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  until timestamptz not null
);
create index login_delay_age on login_delay (last_at);
