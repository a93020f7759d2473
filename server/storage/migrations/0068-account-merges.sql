-- An account that was merged into another one: it opens nothing any more, and its address names the other one.
alter table person add column merged_into uuid references person, add column merged_at timestamptz,
  add check ((merged_into is null) = (merged_at is null)), add check (merged_into is null or disabled_at is not null);
create index person_merged_into on person (merged_into) where merged_into is not null;
