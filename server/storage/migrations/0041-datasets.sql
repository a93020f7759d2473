-- What the world finds of published datasets.

-- The persistent identifier of a dataset; that of a version is this one with `.v<number>`. Reserved with the first
-- draft, and never changed or given again.
create table identifier (
  dataset_id uuid primary key references dataset on delete cascade,
  scheme text not null check (scheme in ('ARK')),
  value text not null unique,
  created_at timestamptz not null
);

-- What a search looks at, in small letters.
alter table publication add column words text generated always as (lower(
  coalesce(metadata->'title'->>'zh', '') || ' ' || coalesce(metadata->'title'->>'en', '') || ' ' ||
  coalesce(jsonb_path_query_array(metadata, '$.authors[*].name')::text, '') || ' ' ||
  coalesce(jsonb_path_query_array(metadata, '$.keywords.*[*]')::text, '') || ' ' ||
  coalesce(metadata->'description'->>'zh', '') || ' ' || coalesce(metadata->'description'->>'en', '')
)) stored;
create index publication_words on publication using gin (grams(words)) where is_current;
create index publication_newest on publication (published_at desc, id desc) where is_current;
