-- Applications that act for people who agreed (OAuth 2.1).
-- Exact addresses that a browser may be sent back to.
alter table application add column redirect_uris text[] not null default '{}';

create table consent (
  id uuid primary key,
  application_id uuid not null references application on delete cascade,
  person_id uuid not null references person on delete cascade,
  groups text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (application_id, person_id)
);
create index consent_of_person on consent (person_id, created_at, id);

-- Codes, access and refresh tokens: SHA-256 of each. What came of one code is one family and ends together.
create table consent_token (
  hash bytea primary key,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  consent_id uuid not null references consent on delete cascade,
  family_id uuid not null,
  groups text[] not null,
  -- What a code is bound to.
  redirect_uri text,
  challenge text,
  expires_at timestamptz not null,
  -- A code or a refresh token is used once; using it again ends its family.
  used_at timestamptz,
  check ((kind = 'code') = (redirect_uri is not null and challenge is not null))
);
create index consent_token_family on consent_token (family_id);
create index consent_token_consent on consent_token (consent_id);
create index consent_token_over on consent_token (expires_at);
