-- A deleted account stays as a person without a name, an address and rights, so that authors and journals lead to it.
alter table person drop constraint person_check;

-- What was deleted, by whom: `certificate` is the text that `sha256` and `signature` are of.
create table account_deletion (
  id uuid primary key references person,
  name text not null,
  email text not null,
  deleted_by text not null,
  deleted_at timestamptz not null,
  removed_rows bigint not null,
  certificate text not null,
  sha256 bytea not null,
  signature bytea not null
);
create index account_deletion_newest on account_deletion (deleted_at, id);
