-- What an application may use in a day (UTC): calls, and GB that come in and go out; null: no limit but that of a minute.
alter table application
  add column calls_per_day integer check (calls_per_day > 0),
  add column gb_per_day double precision check (gb_per_day > 0);
alter table application_day add column bytes bigint not null default 0;
