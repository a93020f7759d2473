-- DOIs at DataCite: what is to be there, and what came of telling it.
create table doi_registration (
  id uuid primary key default gen_random_uuid(),
  dataset_id uuid not null references dataset on delete cascade,
  -- The number of a version; 0: the DOI of all versions together.
  number integer not null,
  doi text not null unique,
  -- registered: it resolves, and is found by no search.
  wanted text not null check (wanted in ('registered', 'findable')),
  -- What DataCite has said last; null: nothing yet.
  known text check (known in ('draft', 'registered', 'findable')),
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- Changes with what is wanted: an answer to an earlier wish does not end a later one.
  revision integer not null default 1,
  attempts integer not null default 0,
  -- When it is tried next; while somebody tries it, when another one may.
  next_at timestamptz not null,
  error text not null default '',
  created_at timestamptz not null,
  unique (dataset_id, number)
);
create index doi_registration_due on doi_registration (next_at) where state = 'waiting';
create index doi_registration_failed on doi_registration (created_at) where state = 'failed';
