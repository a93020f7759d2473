-- Days and months that lead out of the years 1 to 9999 give no value, however far out: PostgreSQL refuses days before 4713 BC.
create or replace function formula_add_days(a date, days numeric) returns date
language plpgsql immutable strict parallel safe as $$
begin
  if days <> trunc(days) or days not between date '0001-01-01' - a and date '9999-12-31' - a then return null; end if;
  return a + days::integer;
end $$;

create or replace function formula_add_days(a timestamptz, days numeric) returns timestamptz
language plpgsql immutable strict parallel safe as $$
declare
  moved timestamp;
  today date := (a at time zone 'UTC')::date;
begin
  if days not between date '0001-01-01' - today - 1 and date '9999-12-31' - today + 1 then return null; end if;
  moved := a at time zone 'UTC' + make_interval(days => trunc(days)::integer, secs => round((days - trunc(days)) * 86400, 6)::float8);
  return case when extract(year from moved) between 1 and 9999 then moved at time zone 'UTC' end;
end $$;

create or replace function formula_add_months(a date, months numeric, is_end boolean) returns date
language plpgsql immutable strict parallel safe as $$
declare
  moved date;
begin
  if extract(year from a) * 12 + extract(month from a) - 1 + trunc(months) not between 12 and 119999 then return null; end if;
  moved := a + make_interval(months => trunc(months)::integer);
  if is_end then moved := date_trunc('month', moved::timestamp) + interval '1 month' - interval '1 day'; end if;
  return formula_day(moved);
end $$;

create or replace function formula_date(years numeric, months numeric, days numeric) returns date
language plpgsql immutable strict parallel safe as $$
declare
  month integer;
  first date;
begin
  if abs(years) > 20000 or abs(months) > 200000 then return null; end if;
  month := trunc(years)::integer * 12 + trunc(months)::integer - 1;
  if month < 0 or month > 200000 then return null; end if;
  first := (make_date(month / 12 + 1, month % 12 + 1, 1) - interval '1 year')::date;
  if trunc(days) - 1 not between date '0001-01-01' - first and date '9999-12-31' - first then return null; end if;
  return first + trunc(days)::integer - 1;
end $$;
