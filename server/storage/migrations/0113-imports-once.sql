-- An import that runs once, at a time to come, instead of by cron. The zone is the one whose clocks show its time.
alter table source_import drop constraint source_import_check;
alter table source_import add column once_at timestamptz,
  add constraint source_import_schedule check (num_nonnulls(cron, once_at) = num_nonnulls(zone));
