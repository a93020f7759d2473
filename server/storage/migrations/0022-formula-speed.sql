-- Powers of usual numbers without a logarithm that only says whether they are too large.
create or replace function formula_power(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  size numeric := abs(a);
begin
  -- Before PostgreSQL 18 a negative power has few digits, the quotient has them all.
  if a <> 0 and b < 0 and b = trunc(b) and b >= -1000 and size between 1e-30 and 1e30 then
    return 1.000000000000000000000000000000 / power(a, -b);
  end if;
  if b = trunc(b) and ((abs(b) <= 100 and size between 1e-3 and 1e3) or (abs(b) <= 10 and size between 1e-30 and 1e30)) then
    return power(a + 0.000000000000000000000000000000, b);
  end if;
  if a = 0 then return case when b > 0 then 0 end; end if;
  if size >= 1e308 or abs(b) >= 1e6 or (a < 0 and b <> trunc(b)) then return null; end if;
  if b * ln(size) >= 709 then return null; end if;
  if b * ln(size) < -709 then return 0; end if;
  return power(a + 0.000000000000000000000000000000, b);
end $$;

-- In one pass, which is exact because decimals are.
create or replace function formula_deviation(given numeric[], needed numeric[]) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  count bigint := 0;
  total numeric := 0;
  squares numeric := 0;
  v numeric;
begin
  if array_position(needed, null) is not null then return null; end if;
  foreach v in array given || needed loop
    if v is not null then
      if abs(v) >= 1e308 then return null; end if;
      count := count + 1;
      total := total + v;
      squares := squares + v * v;
    end if;
  end loop;
  if count < 2 then return null; end if;
  return formula_sqrt(formula_divide(squares * count - total * total, count * (count - 1)));
end $$;
