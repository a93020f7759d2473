-- Copies go to SFTP servers, too; a server is known by the key that it had when the policy was made.
alter table backup_policy
  drop constraint backup_policy_kind_check,
  add constraint backup_policy_kind_check check (kind in ('folder', 's3', 'webdav', 'sftp')),
  add column host_key text not null default '';
