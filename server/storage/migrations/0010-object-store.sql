-- Uploads whose chunks lie in an object store, and contents on their way into one: what any node must know to go on with
-- them. Never bytes. Which chunks of a local folder are stored is that folder's to know.
create table staged_upload (
  -- The id of an upload, or of a content that is being put.
  upload_id text primary key,
  chunk_count int not null check (chunk_count > 0),
  -- Ends the key of what is put together: an upload that begins anew never takes the place of what it was before.
  whole uuid not null default gen_random_uuid(),
  -- The store's name for what is being put together, once its first part is there.
  multipart_id text,
  -- What it is, once all of it was hashed. What fits into one part lies under its hash from then on.
  sha256 bytea,
  md5 bytea,
  size bigint,
  is_sealed boolean not null default false,
  touched_at timestamptz not null default now()
);
-- A content that an upload is about to make a file of is not swept.
create index staged_upload_sha256 on staged_upload (sha256) where sha256 is not null;

-- Chunks that are stored and wait for their part. They have no foreign key: one may come while its upload is discarded,
-- and is swept with it.
create table staged_chunk (
  upload_id text not null,
  index int not null,
  etag text not null,
  primary key (upload_id, index)
);

-- Parts that are stored, by what the store calls them.
create table staged_part (
  upload_id text not null,
  number int not null,
  etag text not null,
  primary key (upload_id, number)
);
