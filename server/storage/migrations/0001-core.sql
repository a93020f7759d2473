-- Site, accounts, spaces and who belongs to them.

-- Names sort as people expect in Chinese (pinyin) and English, numbers by value: "scan 9" before "scan 10".
create collation natural_order (provider = icu, locale = 'zh-u-kn-true', deterministic = true);

-- All pairs of neighbouring characters of a lower-cased text: what the name search is indexed by.
create function grams(content text) returns text[]
language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(distinct substr(low, i, 2)), '{}')
  from (select lower(content) as low) as lowered, generate_series(1, char_length(low) - 1) as i
$$;

-- Settings of the site, one row a key; `value` is what the contract says for that key.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table person (
  id uuid primary key,
  email text not null,
  name text not null,
  avatar text not null default '',
  role text not null check (role in ('role_general', 'role_senior', 'role_admin')),
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index person_email_key on person (lower(email));

-- `token_hash` is the SHA-256 of the secret in the cookie; the secret itself is kept nowhere.
create table session (
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index session_person on session (person_id);
create index session_seen on session (seen_at);

create table space (
  id uuid primary key,
  name text not null,
  identifier text not null,
  introduction text not null default '',
  tags text[] not null default '{}',
  type text not null check (type in ('private', 'restricted', 'public')),
  status text not null check (status in ('failed', 'pending', 'normal', 'offline')),
  capacity_bytes bigint not null,
  owner_id uuid not null references person,
  root_id uuid not null,
  downloads bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index space_identifier_key on space (lower(identifier));
create index space_by_created on space (created_at, id);
create index space_by_name on space (name collate natural_order, id);
create index space_by_owner on space (owner_id);
create index space_by_tag on space using gin (tags);
create index space_by_grams on space using gin (grams(name));

-- Counters of a space that change with every file; apart from `space` so that its row stays still.
-- used = files, their older versions and the trash; reserved = bytes promised to uploads under way.
create table space_usage (
  space_id uuid primary key references space on delete cascade,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  file_count bigint not null default 0 check (file_count >= 0),
  folder_count bigint not null default 0 check (folder_count >= 0),
  member_count integer not null default 0 check (member_count >= 0)
) with (fillfactor = 50);
create index space_usage_by_used on space_usage (used_bytes, space_id);

create table member (
  space_id uuid not null references space on delete cascade,
  person_id uuid not null references person,
  role text not null check (role in ('owner', 'senior', 'normal')),
  joined_at timestamptz not null default now(),
  primary key (space_id, person_id)
);
create index member_person on member (person_id, joined_at, space_id);
create unique index member_one_owner on member (space_id) where role = 'owner';

-- The flags that a role has in a space; copied from the defaults when the space is made.
create table space_flags (
  space_id uuid not null references space on delete cascade,
  role text not null check (role in ('senior', 'normal')),
  flags text[] not null,
  primary key (space_id, role)
);
