-- Accounts and how people prove who they are. Secrets are kept as SHA-256 (what only needs comparing) or sealed with the
-- installation's key (what must be read again); see server/storage/seal.ts.

alter table person
  add column english_name text not null default '',
  add column unit text not null default '',
  add column english_unit text not null default '',
  add column phone text not null default '',
  add column orcid text not null default '',
  add column introduction text not null default '',
  add column role_source text not null default 'administrator' check (role_source in ('administrator', 'suffix', 'method')),
  add column state text not null default 'active' check (state in ('pending', 'active', 'invited')),
  add column locked_at timestamptz,
  add column join_method text not null default 'administrator',
  add column backup_email text not null default '',
  add column backup_verified_at timestamptz,
  add column password_changed_at timestamptz,
  add column last_sign_in_at timestamptz,
  add column language text not null default 'zh' check (language in ('zh', 'en'));

create index person_by_created on person (created_at, id);
create index person_by_name on person (name collate natural_order, id);
create index person_by_email on person (lower(email), id);
create index person_by_last_sign_in on person (coalesce(last_sign_in_at, '-infinity'), id);
create index person_by_role on person (role, created_at, id);
create index person_waiting on person (state, created_at, id) where state <> 'active';
create index person_disabled on person (created_at, id) where disabled_at is not null;
create index person_locked on person (created_at, id) where locked_at is not null;
create index person_by_grams on person using gin (grams(name || ' ' || email || ' ' || unit));

-- `ticket` is the other side's name for its session, by which it can end ours; `confirmed_at` the last proof of identity;
-- `second_passed` says that a second step was taken in it.
alter table session
  add column id uuid not null default gen_random_uuid(),
  add column address text not null default '',
  add column method text not null default 'password',
  add column ticket text,
  add column second_passed boolean not null default false,
  add column confirmed_at timestamptz not null default now();
create unique index session_id_key on session (id);
create index session_ticket on session (ticket) where ticket is not null;

-- Pictures by the SHA-256 of their PNG; `person.avatar` holds the address.
create table avatar (
  hash bytea primary key,
  png bytea not null,
  created_at timestamptz not null default now()
);

-- Outside sign-in methods. `config` is what the contract says for the kind, `secrets` is sealed JSON.
create table method (
  id uuid primary key,
  kind text not null,
  name jsonb not null,
  icon text not null default '',
  is_on boolean not null default false,
  position integer not null default 0,
  source text not null default 'console' check (source in ('console', 'environment')),
  config jsonb not null,
  secrets bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table identity (
  id uuid primary key,
  method_id uuid not null references method on delete cascade,
  subject text not null,
  person_id uuid not null references person on delete cascade,
  label text not null default '',
  bound_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index identity_subject_key on identity (method_id, subject);
create index identity_person on identity (person_id);

-- Something begun that the cookie of one browser goes on with: a sign-in elsewhere, a person known elsewhere, a second
-- step, a passkey's challenge, a new authenticator app. `key` is a SHA-256, `data` sealed JSON.
create table attempt (
  key bytea primary key,
  kind text not null,
  person_id uuid references person on delete cascade,
  method_id uuid references method on delete cascade,
  data bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index attempt_expires on attempt (expires_at);
create index attempt_person on attempt (person_id) where person_id is not null;

-- Links in mails: used once, dead after `expires_at`. `claim` is what the one who registered said: each link brings its own.
create table link (
  hash bytea primary key,
  kind text not null check (kind in ('activation', 'reset', 'invitation', 'backup')),
  person_id uuid not null references person on delete cascade,
  email text not null,
  claim jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_person on link (person_id, kind);
create index link_expires on link (expires_at);

-- When something was last done that may be done only so often.
create table pace (
  key text primary key,
  at timestamptz not null
);
create index pace_age on pace (at);

create table captcha (
  id uuid primary key,
  answer bytea not null,
  expires_at timestamptz not null
);
create index captcha_expires on captcha (expires_at);

create table invitation (
  id uuid primary key,
  hash bytea not null unique,
  email text not null default '',
  role text not null check (role in ('role_general', 'role_senior')),
  uses_left integer not null check (uses_left >= 0),
  created_by uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitation_by_created on invitation (created_at, id);

-- The outbox: written with what it tells of, sent by any node. `secrets` (sealed links and codes) goes once a mail has left.
create table mail (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  language text not null check (language in ('zh', 'en')),
  person_id uuid references person on delete set null,
  details jsonb not null default '{}',
  secrets bytea,
  subject text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  next_at timestamptz default now(),
  sent_at timestamptz
);
create index mail_by_created on mail (created_at, id);
create index mail_due on mail (next_at) where state = 'waiting';

create table mail_template (
  kind text primary key,
  words jsonb not null
);

create table mail_off (
  person_id uuid not null references person on delete cascade,
  type text not null,
  primary key (person_id, type)
);

-- Browsers that somebody signed in with; a new one is told by mail. `hash` is of a cookie.
create table device (
  person_id uuid not null references person on delete cascade,
  hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, hash)
);

create table totp (
  person_id uuid primary key references person on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz not null default now(),
  last_step bigint not null default 0
);
create table recovery_code (
  person_id uuid not null references person on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

create table app_password (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  name text not null,
  hash bytea not null unique,
  doors text[] not null,
  space_id uuid references space on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index app_password_person on app_password (person_id);
create table access_token (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  scope text not null check (scope in ('read', 'write')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_token_person on access_token (person_id);

-- What happened to accounts and settings. Each row carries the keyed hash of itself and of the row before, so that a
-- changed, missing or added row shows. `target_id` of a sign-in is the account that was meant.
create table audit (
  number bigint primary key,
  at timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('success', 'refused')),
  reason text not null default '',
  actor_id text,
  actor_name text not null default '',
  actor_email text not null default '',
  door text not null,
  address text not null default '',
  agent text not null default '',
  method text not null default '',
  target_id text,
  target_name text not null default '',
  before jsonb,
  after jsonb,
  hash bytea not null
);
create index audit_by_action on audit (action, number);
create index audit_by_actor on audit (actor_id, number);
create index audit_by_target on audit (target_id, number);
create index audit_by_grams on audit using gin (grams(actor_name || ' ' || actor_email || ' ' || target_name || ' ' || address));
