-- What a text means as a number, a day or a moment: the rule of contract/cells for typed, pasted and imported texts, for
-- texts that are in the database already. Null: it means none, or more than one. Nothing here raises an error.
create function text_number(given text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  x text := regexp_replace(translate(given, '０１２３４５６７８９．，＋－％', '0123456789.,+-%'), '^−', '-');
  m text[];
  shift integer;
  value numeric;
begin
  if length(given) > 2000 then return null; end if;
  if x ~ E'^[+-]?[0-9]{1,3}(?:[\\s\u00a0\u2009\u202f''’][0-9]{3})+(?:[.,%]|$)' then
    x := regexp_replace(x, E'[\\s\u00a0\u2009\u202f''’]', '', 'g');
  end if;
  if x ~ '^[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:[.]|%?$)' then x := replace(x, ',', ''); end if;
  m := regexp_match(x, '^([+-]?)([0-9]*)(?:[.]([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?(%?)$');
  if m is null or m[2] || coalesce(m[3], '') = '' then return null; end if;
  if length(m[2]) > 1000 or length(m[3]) > 1000 then return null; end if;
  shift := coalesce(m[4], '0')::integer - case m[5] when '%' then 2 else 0 end;
  if abs(shift) > 400 then
    return case when m[2] || coalesce(m[3], '') ~ '[1-9]' then null else 0 end;
  end if;
  value := (m[1] || '0' || m[2] || '.' || coalesce(m[3], '') || 'e' || shift)::numeric;
  return case when abs(value) < 1e400 and scale(trim_scale(value)) <= 400 then value end;
end $$;

create function text_is_day(y integer, m integer, d integer) returns boolean
language sql immutable parallel safe as $$
  select case when y < 1 or m not between 1 and 12 then false
    else d between 1 and extract(day from make_date(y, m, 1) + interval '1 month' - interval '1 day') end
$$;

-- The day at the beginning of a text, and what follows it.
create function text_leading_day(x text, out day date, out rest text)
language plpgsql immutable strict parallel safe as $$
declare
  months constant text := '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
  m text[];
  y integer;
  mo integer;
  d integer;
begin
  if length(x) > 100 then return; end if;
  m := regexp_match(x, '^([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})(.*)$');
  if m is not null then
    y := m[1]; mo := m[3]; d := m[4]; rest := m[5];
  else
    m := regexp_match(x, '^([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})(?![0-9])(.*)$');
    if m is not null then
      y := m[4]; d := m[1]; mo := m[3]; rest := m[5];
      if m[2] <> '.' and text_is_day(y, d, mo) then
        if text_is_day(y, mo, d) then
          if m[1] <> m[3] then return; end if;
        else
          mo := m[1]; d := m[3];
        end if;
      end if;
    else
      m := coalesce(regexp_match(x, '^([0-9]{4})\s*年\s*([0-9]{1,2})\s*月\s*([0-9]{1,2})\s*[日号](.*)$'),
        regexp_match(x, '^([0-9]{4})([0-9]{2})([0-9]{2})(?![0-9])(.*)$'));
      if m is not null then
        y := m[1]; mo := m[2]; d := m[3]; rest := m[4];
      else
        m := regexp_match(x, '^([0-9]{1,2})[-\s]' || months || '[.]?,?[-\s]([0-9]{4})(?![0-9])(.*)$', 'i');
        if m is not null then
          d := m[1]; y := m[3]; rest := m[4];
        else
          m := regexp_match(x, '^' || months || '[.]?\s([0-9]{1,2}),?\s([0-9]{4})(?![0-9])(.*)$', 'i');
          if m is null then return; end if;
          d := m[2]; y := m[3]; rest := m[4];
          m[2] := m[1];
        end if;
        mo := (strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(m[2], 3))) + 2) / 3;
      end if;
    end if;
  end if;
  day := case when text_is_day(y, mo, d) then make_date(y, mo, d) end;
end $$;

create function text_date(x text) returns date
language sql immutable strict parallel safe as $$
  select l.day from text_leading_day(x) as l where l.rest ~ '^(?:(?:[tT]|\s)\s*0?0:00(?::00(?:[.]0+)?)?)?$'
$$;

-- `minutes_east` is the zone of a time that names none.
create function text_moment(x text, minutes_east integer) returns timestamptz
language plpgsql immutable strict parallel safe as $$
declare
  l record;
  m text[];
  hour integer := 0;
  east integer := minutes_east;
  at timestamp;
begin
  select * into l from text_leading_day(x);
  if l.day is null then return null; end if;
  at := l.day;
  if l.rest <> '' then
    m := regexp_match(l.rest, '^(?:t|\s)?\s*(上午|下午)?\s*([0-9]{1,2})(?::|：|时|点)(?:([0-9]{1,2})(?:分(?![0-9])|(?::|：|分)([0-9]{1,2})(?:[.]([0-9]{1,9}))?秒?)?)?\s*([ap][.]?m[.]?)?\s*(z|utc|gmt|[+-][0-9]{2}:?(?:[0-9]{2})?)?$', 'i');
    if m is null then return null; end if;
    hour := m[2];
    if hour > 23 or coalesce(m[3], '0')::integer > 59 or coalesce(m[4], '0')::integer > 59 then return null; end if;
    if (m[1] is not null or m[6] is not null) and (hour > 12 or (m[6] is not null and hour = 0)) then return null; end if;
    if substr(m[5], 7) ~ '[1-9]' then return null; end if;
    if m[1] is not null or m[6] is not null then
      hour := hour % 12 + case when m[1] = '下午' or lower(left(m[6], 1)) = 'p' then 12 else 0 end;
    end if;
    at := at + make_interval(hours => hour, mins => coalesce(m[3], '0')::integer)
      + (coalesce(m[4], '0') || '.' || rpad(left(coalesce(m[5], ''), 6), 6, '0') || ' seconds')::interval;
    if m[7] ~* '^[zug]' then
      east := 0;
    elsif m[7] is not null then
      if substr(m[7], 2, 2)::integer > 14 or ('0' || replace(substr(m[7], 4), ':', ''))::integer > 59 then return null; end if;
      east := (substr(m[7], 2, 2)::integer * 60 + ('0' || replace(substr(m[7], 4), ':', ''))::integer)
        * case when m[7] like '-%' then -1 else 1 end;
    end if;
  end if;
  at := at - make_interval(mins => east);
  return case when at >= '0001-01-01' and at < '10000-01-01' then at at time zone 'UTC' end;
end $$;
