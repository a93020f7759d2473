-- While a backup holds its lock (BACKUP in server/storage/locks.ts), the tables of a deleted table stay: its snapshot
-- still reads them, and a dropped table is gone for every snapshot. An hourly sweep drops them afterwards.
create or replace function drop_data_table() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock_shared(20261126) then
    execute format('drop table if exists tables.%I, tables.%I',
      't_' || replace(old.id::text, '-', ''), 'h_' || replace(old.id::text, '-', ''));
  end if;
  return null;
end $$;
