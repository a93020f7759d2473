-- Requests for the restricted files of datasets, and the grants that came of them.
create table access_request (
  id uuid primary key,
  dataset_id uuid not null references dataset on delete cascade,
  number integer not null,
  person_id uuid not null references person on delete cascade,
  purpose text not null,
  -- What was agreed to, as it was then.
  terms text not null,
  state text not null check (state in ('pending', 'granted', 'refused', 'withdrawn', 'revoked', 'expired')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references person on delete set null,
  opinion text not null default '',
  -- The last day of a grant (UTC); null: it does not expire.
  expires_on date,
  check (state in ('pending', 'withdrawn') or answered_at is not null)
);
-- Of what is asked or granted, a person has one at a time.
create unique index access_request_open on access_request (dataset_id, person_id) where state in ('pending', 'granted');
create index access_request_list on access_request (dataset_id, asked_at, id);
create index access_request_person on access_request (person_id, asked_at, id);
create index access_request_answered on access_request (answered_by);
