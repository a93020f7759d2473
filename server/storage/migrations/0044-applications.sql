-- Applications: programs that act for themselves. Each is a row of person that nobody can sign in as, so that rights,
-- authors and journals name it like anybody else; `disabled_at` takes it offline.
alter table person drop constraint person_state_check;
alter table person add constraint person_state_check check (state in ('pending', 'active', 'invited', 'application'));
-- The flags of a member that differ from those of the role: only an application has them.
alter table member add column flags text[];

create table application (
  id uuid primary key references person,
  -- The public half of its credentials.
  key text not null unique,
  description text not null,
  contact text not null,
  ways text[] not null check (cardinality(ways) > 0),
  -- SHA-256 of the secret; sealed it is kept only for those who sign with it.
  secret_hash bytea not null,
  sealed_secret bytea check ((sealed_secret is null) = (not 'signature' = any(ways))),
  calls_per_minute integer not null check (calls_per_minute > 0),
  created_at timestamptz not null,
  secret_at timestamptz not null,
  last_used_at timestamptz
);
create unique index application_name on person (lower(name)) where state = 'application';
create index application_newest on application (created_at, id);

-- A group of operations, until the end of a day (UTC) or without an end.
create table application_grant (
  application_id uuid not null references application on delete cascade,
  api_group text not null,
  until date,
  warned_at timestamptz,
  primary key (application_id, api_group)
);
create index application_grant_ending on application_grant (until) where until is not null and warned_at is null;

-- Nonces of signed requests, so that none is accepted twice on any node.
create table application_nonce (
  application_id uuid not null references application on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (application_id, nonce)
);
create index application_nonce_over on application_nonce (expires_at);

create table application_day (
  application_id uuid not null references application on delete cascade,
  day date not null,
  calls bigint not null,
  errors bigint not null,
  limited bigint not null,
  primary key (application_id, day)
);
