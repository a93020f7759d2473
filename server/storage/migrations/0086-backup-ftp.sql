-- Copies go to FTP servers, too.
alter table backup_policy
  drop constraint backup_policy_kind_check,
  add constraint backup_policy_kind_check check (kind in ('folder', 's3', 'webdav', 'sftp', 'ftp'));
