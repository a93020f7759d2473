-- Indexes of the character pairs in the cells of a column, for searches through a whole table.
alter table table_index drop constraint table_index_direction_check;
alter table table_index add constraint table_index_direction_check check (direction in ('asc', 'desc', 'pairs'));

-- The texts of values as they are searched. What they need of the session never differs, so an index may keep them.
create function searched_text(value date) returns text immutable strict parallel safe language sql as $$
  select to_char(value, 'YYYY-MM-DD')
$$;
create function searched_text(value timestamptz) returns text immutable strict parallel safe language sql as $$
  select to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create function searched_text(value text[]) returns text immutable strict parallel safe language sql as $$
  select array_to_string(value, ', ')
$$;
