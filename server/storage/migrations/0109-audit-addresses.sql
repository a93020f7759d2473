-- Accounts that administrators act on are found by their address, too.
alter table audit add column target_email text not null default '';
drop index audit_by_grams;
create index audit_by_grams on audit using gin (grams(
  actor_name || ' ' || actor_email || ' ' || target_name || ' ' || target_email || ' ' || address
  || ' ' || coalesce(before ->> 'emailAccounts', '') || ' ' || coalesce(after ->> 'emailAccounts', '')));
