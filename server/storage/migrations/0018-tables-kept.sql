-- The tables of deleted tables stay, until an hourly sweep drops them, while a backup holds its lock (BACKUP in
-- server/storage/locks.ts): its snapshot still reads them, and a dropped table is gone for every snapshot. They stay too
-- when they are many, as those of a deleted space may be: each takes locks until the transaction ends.
drop trigger data_table_dropped on data_table;
create or replace function drop_data_table() returns trigger language plpgsql as $$
declare id text;
begin
  if (select count(*) from gone) > 20 or not pg_try_advisory_xact_lock_shared(20261126) then
    return null;
  end if;
  for id in select replace(gone.id::text, '-', '') from gone loop
    execute format('drop table if exists tables.%I, tables.%I', 't_' || id, 'h_' || id);
  end loop;
  return null;
end $$;
create trigger data_table_dropped after delete on data_table referencing old table as gone
  for each statement execute function drop_data_table();

-- The last change that `bytes` knows of.
alter table data_table add column measured_change bigint not null default 0;

-- Rows of a table as the statement that asks sees them; null: the table that holds them is not there.
create function count_table_rows(id uuid) returns bigint stable language plpgsql as $$
declare rows bigint;
begin
  execute format('select count(*) from tables.%I', 't_' || replace(id::text, '-', '')) into rows;
  return rows;
exception when undefined_table then
  return null;
end $$;

-- Drops up to 100 tables that belong to no table of a space; answers how many. None while a backup reads them.
create function drop_stray_tables() returns bigint language plpgsql as $$
declare
  name text;
  dropped bigint = 0;
begin
  if not pg_try_advisory_xact_lock_shared(20261126) then return 0; end if;
  for name in
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'tables'::regnamespace
      and not exists (select 1 from data_table d where substr(c.relname, 3) = replace(d.id::text, '-', ''))
    limit 100
  loop
    execute format('drop table if exists tables.%I', name);
    dropped = dropped + 1;
  end loop;
  return dropped;
end $$;
