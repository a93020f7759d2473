-- Contents that were damaged or gone, and were brought back from a backup of a space.
create table repaired_content (
  id uuid primary key,
  sha256 bytea not null,
  problem text not null check (problem in ('missing', 'damaged')),
  repaired_at timestamptz not null,
  -- The policy and the space whose copy had it, as they were called.
  policy_name text not null,
  space_name text not null,
  copied_at timestamptz not null
);
create index repaired_content_newest on repaired_content (repaired_at desc, id desc);
