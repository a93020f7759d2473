-- Copies go to a folder of the server, to a bucket of an object store or to a WebDAV server.
alter table backup_policy
  add column kind text not null default 'folder' check (kind in ('folder', 's3', 'webdav')),
  add column server text not null default '',
  add column account text not null default '',
  -- The sealed password or secret key; null: none.
  add column secret bytea,
  add column bucket text not null default '',
  add column region text not null default '';
