-- What formulas of computed columns call. None of them raises an error: null says that there is no such value. All give
-- the same for the same arguments for ever, as generated columns need it: parts of dates are numbers, times are UTC.
create function formula_multiply(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  product numeric;
begin
  if abs(a) >= 1e308 or abs(b) >= 1e308 then return null; end if;
  product := a * b;
  if abs(product) >= 1e308 then return null; end if;
  return case when scale(product) > 400 then round(product, 400) else product end;
end $$;

-- Forty digits behind the point, of which a result shows thirty.
create function formula_divide(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  quotient numeric;
begin
  if b = 0 or abs(a) >= 1e308 or abs(b) >= 1e308 then return null; end if;
  quotient := case when scale(a) < 40 then round(a, 40) else a end / b;
  return case when abs(quotient) < 1e308 then quotient end;
end $$;

create function formula_modulo(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  rest numeric;
begin
  if b = 0 or abs(a) >= 1e308 or abs(b) >= 1e308 then return null; end if;
  rest := a % b;
  return case when sign(rest) = -sign(b) then rest + b else rest end;
end $$;

create function formula_power(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  if a = 0 then return case when b > 0 then 0 end; end if;
  if abs(a) >= 1e308 or abs(b) >= 1e6 or (a < 0 and b <> trunc(b)) then return null; end if;
  if b * ln(abs(a)) >= 709 then return null; end if;
  if b * ln(abs(a)) < -709 then return 0; end if;
  return power(a + 0.000000000000000000000000000000, b);
end $$;

create function formula_sqrt(a numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  return case when a >= 0 and a < 1e308 then sqrt(a + 0.000000000000000000000000000000) end;
end $$;

create function formula_exp(a numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  if a >= 709 then return null; end if;
  return case when a < -709 then 0 else exp(a + 0.000000000000000000000000000000) end;
end $$;

create function formula_log(a numeric, base numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  if a <= 0 or base <= 0 or base = 1 or a >= 1e308 or base >= 1e308 then return null; end if;
  return log(base, a + 0.000000000000000000000000000000);
end $$;

create function formula_ln(a numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  return case when a > 0 and a < 1e308 then ln(a + 0.000000000000000000000000000000) end;
end $$;

-- way: 'round' (half away from zero), 'up' (away from zero), 'down' (towards zero).
create function formula_round(a numeric, digits numeric, way text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  places integer;
  cut numeric;
begin
  if abs(a) >= 1e308 then return null; end if;
  places := trunc(greatest(-310, least(500, digits)));
  if way = 'round' then return round(a, places); end if;
  cut := trunc(a, places);
  if way = 'down' or cut = a then return cut; end if;
  return cut + sign(a) * ('1e' || -places)::numeric;
end $$;

-- A number as a result: within the range of Excel, and with thirty digits behind the point unless it is tiny.
create function formula_number(a numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  if abs(a) >= 1e308 then return null; end if;
  return trim_scale(case when scale(a) > 30 and abs(a) >= 1e-14 then round(a, 30) else a end);
end $$;

create function formula_value(a text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  given text := btrim(a, E' \t\r\n');
  digits text := rtrim(replace(given, ',', ''), '%');
begin
  if length(given) > 400 or given !~ '^[-+]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?([eE][-+]?\d{1,3})?%?$' or digits !~ '^[-+]?\.?\d'
    then return null; end if;
  return formula_number(case when right(given, 1) = '%' then digits::numeric / 100 else digits::numeric end);
end $$;

-- Aggregates over the row: `given` are cells, of which empty ones are skipped, `needed` what has to have a value.
create function formula_median(given numeric[], needed numeric[]) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  numbers numeric[];
  half integer;
begin
  if array_position(needed, null) is not null then return null; end if;
  numbers := array(select v from unnest(given || needed) v where v is not null order by v);
  half := (cardinality(numbers) + 1) / 2;
  if cardinality(numbers) % 2 = 1 then return numbers[half]; end if;
  return formula_divide(numbers[half] + numbers[half + 1], 2);
end $$;

create function formula_deviation(given numeric[], needed numeric[]) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  count bigint;
  total numeric;
  squares numeric;
begin
  if array_position(needed, null) is not null then return null; end if;
  select count(v), sum(v) into count, total from unnest(given || needed) v;
  if count < 2 then return null; end if;
  select sum(formula_multiply(v * count - total, v * count - total)) into squares from unnest(given || needed) v;
  return formula_sqrt(formula_divide(squares, count * count * (count - 1)));
end $$;

create function formula_least(given anyarray, needed anyarray) returns anyelement
language plpgsql immutable strict parallel safe as $$
begin
  if array_position(needed, null) is not null then return null; end if;
  return (select min(v) from unnest(given || needed) v);
end $$;

create function formula_greatest(given anyarray, needed anyarray) returns anyelement
language plpgsql immutable strict parallel safe as $$
begin
  if array_position(needed, null) is not null then return null; end if;
  return (select max(v) from unnest(given || needed) v);
end $$;

-- Texts. One that would be longer than a cell may be (100,000 characters) has no value.
create function formula_join(variadic parts text[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  total bigint := 0;
  part text;
begin
  foreach part in array parts loop
    total := total + length(part);
    if part is null or total > 100000 then return null; end if;
  end loop;
  return array_to_string(parts, '');
end $$;

create function formula_substitute(a text, search text, other text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  found bigint;
begin
  if search = '' then return a; end if;
  found := (length(a) - length(replace(a, search, ''))) / length(search);
  if length(a) + found * (length(other) - length(search)) > 100000 then return null; end if;
  return replace(a, search, other);
end $$;

-- Where the nth `search` begins, from 1 on; 0 when there is none.
create function formula_nth(a text, search text, nth numeric) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  at integer := 0;
  step integer;
begin
  if search = '' or nth > length(a) then return 0; end if;
  for i in 1..trunc(nth) loop
    step := strpos(substr(a, at + 1), search);
    if step = 0 then return 0; end if;
    at := at + step;
  end loop;
  return at;
end $$;

create function formula_substitute(a text, search text, other text, nth numeric) returns text
language plpgsql immutable strict parallel safe as $$
declare
  at integer;
begin
  if nth < 1 then return null; end if;
  at := formula_nth(a, search, nth);
  if at = 0 then return a; end if;
  return formula_join(left(a, at - 1), other, substr(a, at + length(search)));
end $$;

create function formula_find(search text, a text, first numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  step integer;
begin
  if first < 1 or first > length(a) + 1 then return null; end if;
  step := strpos(substr(a, trunc(first)::integer), search);
  return case when step > 0 then step + trunc(first) - 1 end;
end $$;

create function formula_left(a text, count numeric) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return case when count >= 0 then left(a, least(trunc(count), 200000)::integer) end;
end $$;

create function formula_right(a text, count numeric) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return case when count >= 0 then right(a, least(trunc(count), 200000)::integer) end;
end $$;

create function formula_mid(a text, first numeric, count numeric) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if first < 1 or count < 0 then return null; end if;
  return substr(a, least(trunc(first), 200000)::integer, least(trunc(count), 200000)::integer);
end $$;

-- The database tries constant parts of a column's definition before it has given them collations, which those that
-- compare letters need: within these functions they are there.
create function formula_upper(a text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return upper(a);
end $$;

create function formula_lower(a text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return lower(a);
end $$;

-- Below, equal to or above 0, without regard to case, in the order in which people see texts.
create function formula_compare(a text, b text) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  first text := lower(a);
  second text := lower(b);
begin
  if first = second then return 0; end if;
  return case when first collate natural_order < second collate natural_order then -1 else 1 end;
end $$;

create function formula_trim(a text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(a, ' {2,}', ' ', 'g'), ' ');

create function formula_terms(terms text[]) returns text
language sql immutable strict parallel safe
return array_to_string(terms, ', ');

-- A number as people read it: at least `before` digits before the point, `fewest` to `most` behind it.
create function formula_text(a numeric, before integer, fewest integer, most integer, is_grouped boolean) returns text
language plpgsql immutable strict parallel safe as $$
declare
  rounded numeric;
  whole text;
  decimals text;
begin
  if abs(a) >= 1e308 then return null; end if;
  rounded := round(a, most);
  whole := trunc(abs(rounded))::text;
  whole := case when whole = '0' and before = 0 then '' else lpad(whole, greatest(before, length(whole)), '0') end;
  if is_grouped then whole := reverse(regexp_replace(reverse(whole), '(\d{3})(?=\d)', '\1,', 'g')); end if;
  decimals := case when most > 0 then split_part(abs(rounded)::text, '.', 2) else '' end;
  decimals := left(decimals, fewest) || rtrim(substr(decimals, fewest + 1), '0');
  return case when rounded < 0 then '-' else '' end || whole || case when decimals = '' then '' else '.' || decimals end;
end $$;

-- A point in time of UTC in a pattern of to_char that has only numbers: nothing depends on the language of a session.
create function formula_text(a timestamp, pattern text) returns text
language sql immutable strict parallel safe
return to_char(a, pattern);

-- Dates from the year 1 to 9999.
create function formula_day(a date) returns date
language plpgsql immutable strict parallel safe as $$
begin
  return case when a between date '0001-01-01' and date '9999-12-31' then a end;
end $$;

create function formula_date(years numeric, months numeric, days numeric) returns date
language plpgsql immutable strict parallel safe as $$
declare
  month integer;
begin
  if abs(years) > 20000 or abs(months) > 200000 or abs(days) > 4000000 then return null; end if;
  month := trunc(years)::integer * 12 + trunc(months)::integer - 1;
  if month < 0 or month > 200000 then return null; end if;
  return formula_day((make_date(month / 12 + 1, month % 12 + 1, 1) - interval '1 year')::date + trunc(days)::integer - 1);
end $$;

create function formula_date(a text) returns date
language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match(a, '^\s*(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\s*$');
  found date;
begin
  if parts is null then return null; end if;
  found := formula_date(parts[1]::numeric, parts[3]::numeric, parts[4]::numeric);
  return case when extract(day from found) = parts[4]::numeric and extract(month from found) = parts[3]::numeric then found end;
end $$;

create function formula_add_days(a date, days numeric) returns date
language plpgsql immutable strict parallel safe as $$
begin
  if abs(days) > 4000000 or days <> trunc(days) then return null; end if;
  return formula_day(a + days::integer);
end $$;

create function formula_add_days(a timestamptz, days numeric) returns timestamptz
language plpgsql immutable strict parallel safe as $$
declare
  moved timestamp;
begin
  if abs(days) > 4000000 then return null; end if;
  moved := a at time zone 'UTC' + make_interval(days => trunc(days)::integer, secs => round((days - trunc(days)) * 86400, 6)::float8);
  return case when extract(year from moved) between 1 and 9999 then moved at time zone 'UTC' end;
end $$;

create function formula_days_between(later timestamptz, earlier timestamptz) returns numeric
language sql immutable strict parallel safe
return formula_divide(extract(epoch from (later at time zone 'UTC') - (earlier at time zone 'UTC')), 86400);

-- The same day of another month, or the last one of a shorter month; with `is_end` always the last one.
create function formula_add_months(a date, months numeric, is_end boolean) returns date
language plpgsql immutable strict parallel safe as $$
declare
  moved date;
begin
  if abs(months) > 120000 then return null; end if;
  moved := a + make_interval(months => trunc(months)::integer);
  if is_end then moved := date_trunc('month', moved::timestamp) + interval '1 month' - interval '1 day'; end if;
  return formula_day(moved);
end $$;

-- Kinds as in Excel: 1 from Sunday = 1, 2 from Monday = 1, 3 from Monday = 0.
create function formula_weekday(a date, kind numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
begin
  return case trunc(kind) when 1 then extract(dow from a) + 1 when 2 then extract(isodow from a)
    when 3 then extract(isodow from a) - 1 end;
end $$;

create function formula_date_difference(earlier date, later date, unit text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  apart interval := age(later::timestamp, earlier::timestamp);
  months integer := extract(year from apart) * 12 + extract(month from apart);
begin
  if later < earlier then return null; end if;
  return case unit when 'D' then later - earlier when 'M' then months when 'Y' then months / 12 when 'YM' then months % 12
    when 'MD' then later - (earlier + make_interval(months => months))::date
    when 'YD' then later - (earlier + make_interval(months => months / 12 * 12))::date end;
end $$;
