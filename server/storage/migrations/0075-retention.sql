-- Where the audit log begins once its oldest entries have gone: the last one of them, with its hash, signed.
create table audit_start (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash bytea not null,
  signature bytea not null,
  at timestamptz not null
);
