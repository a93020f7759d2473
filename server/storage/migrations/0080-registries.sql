-- People, organisations, projects and papers that the metadata of datasets name.

create table registry_entry (
  id uuid primary key,
  kind text not null check (kind in ('person', 'organisation', 'project', 'paper')),
  name text not null,
  other_name text not null,
  family text not null,
  given text not null,
  email text not null,
  -- ORCID, ROR, number of a project, DOI, CSTR or address of a paper; '' for none.
  identifier text not null,
  funder_id text not null,
  organisation text not null,
  organisation_ror text not null,
  -- Names of entries that were merged into this one.
  aliases text[] not null default '{}',
  -- The account that it was filled from.
  person_id uuid unique references person on delete set null,
  added_by uuid references person on delete set null,
  added_at timestamptz not null,
  -- All that is searched, in lower case.
  words text not null
);
create unique index registry_entry_identifier on registry_entry (kind, lower(identifier)) where identifier <> '';
create index registry_entry_by_name on registry_entry (kind, name collate natural_order, id);
create index registry_entry_begins on registry_entry (kind, lower(name) text_pattern_ops);
