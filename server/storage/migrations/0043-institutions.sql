-- Institutions that datasets are sent to.
create table institution (
  id uuid primary key,
  name text not null,
  host text not null,
  account text not null,
  transfer text not null check (transfer in ('ftp', 'https')),
  is_on boolean not null,
  -- The authorization code, sealed.
  code bytea not null,
  created_at timestamptz not null,
  -- When the institution was last asked, and the refusal; '' when it let us in.
  checked_at timestamptz not null,
  error text not null
);
create unique index institution_name on institution (lower(name));
