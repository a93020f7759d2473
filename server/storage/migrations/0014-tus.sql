-- Uploads by tus: it tells no hash before the bytes are here.
alter table upload alter column md5 drop not null;
create table tus_upload (
  upload_id uuid primary key references upload on delete cascade,
  -- Bytes that are here for good: whole chunks in the store, and behind them the tail, which fills no chunk yet.
  received bigint not null default 0 check (received >= 0),
  tail bytea not null default '',
  -- What its sender said of it, as it came.
  metadata text not null
);
