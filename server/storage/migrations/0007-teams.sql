-- Spaces where teams work: joining, invitations, journal, approvals, messages, counters of interest, pictures.

alter table space
  add column cover text not null default '',
  add column reason text not null default '',
  add column views bigint not null default 0,
  -- Interest of the last week, brought up to date by a schedule: what "hot" sorts by.
  add column heat double precision not null default 0;

-- What is in the open, by everything that the home page sorts by.
create index space_open_by_heat on space (heat, id) where status = 'normal' and type in ('public', 'restricted');
create index space_open_by_created on space (created_at, id) where status = 'normal' and type in ('public', 'restricted');
create index space_usage_by_members on space_usage (member_count, space_id);
create index space_by_status on space (status, created_at, id) where status <> 'normal';
-- What a search looks at, in small letters: comparing is cheap then.
alter table space add column words text
  generated always as (lower(name || ' ' || identifier || ' ' || introduction)) stored;
create index space_by_words on space using gin (grams(words));

-- Views, downloads and joins of a space by day (UTC): heat and growth come from here.
create table space_day (
  space_id uuid not null references space on delete cascade,
  day date not null,
  views integer not null default 0,
  downloads integer not null default 0,
  joins integer not null default 0,
  primary key (space_id, day)
);
create index space_day_by_day on space_day (day);

-- Whether its people were told that the room runs out: once each time that the use gets that far.
alter table space_usage add column is_low boolean not null default false;

-- Members as a list shows them: the owner, then senior ones, each by when they came.
create index member_in_order on member (space_id, array_position(array['owner', 'senior', 'normal'], role), joined_at, person_id);

-- Pictures that we drew again (covers, logo, banner) by the SHA-256 of their PNG.
create table picture (
  hash bytea primary key,
  png bytea not null,
  created_at timestamptz not null default now()
);

-- A record outlives its space: it keeps what the space was called when it was asked for.
create table join_request (
  id uuid primary key,
  space_id uuid references space on delete set null,
  space_name text not null,
  space_identifier text not null,
  person_id uuid not null references person on delete cascade,
  reason text not null,
  state text not null default 'pending' check (state in ('pending', 'passed', 'rejected', 'withdrawn')),
  asked_at timestamptz not null,
  reminded_at timestamptz,
  answered_at timestamptz,
  answered_by uuid references person on delete set null,
  opinion text not null default ''
);
create unique index join_request_one_pending on join_request (space_id, person_id) where state = 'pending';
create index join_request_open on join_request (space_id, asked_at, id) where state = 'pending';
create index join_request_done on join_request (space_id, answered_at, id) where state <> 'pending';
create index join_request_person on join_request (person_id, asked_at, id);
create index join_request_old on join_request (asked_at) where state = 'pending' and reminded_at is null;

-- A place kept for one address. `hash` is the SHA-256 of the code in the mail.
create table space_invitation (
  id uuid primary key,
  hash bytea not null unique,
  space_id uuid not null references space on delete cascade,
  email text not null,
  person_id uuid references person on delete cascade,
  role text not null check (role in ('senior', 'normal')),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined', 'revoked', 'expired')),
  invited_by uuid not null references person on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz
);
create unique index space_invitation_one_waiting on space_invitation (space_id, lower(email)) where state = 'waiting';
create index space_invitation_by_time on space_invitation (space_id, invited_at, id);
create index space_invitation_email on space_invitation (lower(email)) where state = 'waiting';
create index space_invitation_person on space_invitation (person_id) where state = 'waiting';

-- A code that lets a stranger register for the sake of a space ends with the space.
alter table invitation add column space_id uuid references space on delete cascade;
create index invitation_space on invitation (space_id) where space_id is not null;

-- Who belongs has nothing left to wait for, whichever way they came in: by a request, an invitation, a handover.
create function settle_joining() returns trigger language plpgsql as $$
begin
  update join_request r set state = 'passed', answered_at = n.joined_at from joined n
    where r.space_id = n.space_id and r.person_id = n.person_id and r.state = 'pending';
  update space_invitation i set state = 'accepted', answered_at = n.joined_at, person_id = n.person_id
    from joined n join person p on p.id = n.person_id
    where i.space_id = n.space_id and i.state = 'waiting' and i.expires_at > n.joined_at
      and (i.person_id = n.person_id or (i.person_id is null and lower(i.email) = lower(p.email)));
  return null;
end $$;
create trigger member_settles_joining after insert on member
  referencing new table as joined for each statement execute function settle_joining();

-- People are looked for by their names alone: an address is found only by those who know it.
create index person_by_names on person using gin (grams(name || ' ' || english_name));

-- Who did what in a space. Names stand as they were; the people may be gone.
create table journal (
  id bigint generated always as identity primary key,
  space_id uuid not null references space on delete cascade,
  at timestamptz not null,
  "group" text not null,
  action text not null,
  person_id uuid,
  person_name text not null default '',
  door text not null,
  item_id text not null default '',
  item_name text not null default '',
  item_path text not null default '',
  details jsonb not null default '{}',
  count integer not null default 1
);
-- Every filter is a walk along these, newest first: actions and doors are few, so what a filter leaves open is walked
-- value by value.
create index journal_by_time on journal (space_id, at, id);
create index journal_by_group on journal (space_id, "group", at, id);
create index journal_by_action on journal (space_id, action, door, at, id);
create index journal_by_person on journal (space_id, person_id, at, id);
create index journal_by_deed on journal (space_id, person_id, action, door, at, id);

-- What a word is found by: the characters of a text and their pairs, each marked with its space and a span of 32 days,
-- so that a word costs nothing that is common elsewhere, or was once.
create function journal_span(at timestamptz) returns bigint
language sql immutable strict parallel safe
as $$ select floor(extract(epoch from at at time zone 'UTC') / 2764800)::bigint $$;
create function journal_words(item_name text, person_name text, details jsonb) returns text
language sql immutable parallel safe
as $$ select item_name || ' ' || person_name || ' ' || coalesce(details ->> 'from', '') $$;
create function journal_keys(space_id uuid, span bigint, pieces text[]) returns text[]
language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(mark || piece), '{}')
  from (select right(space_id::text, 10) || span::text as mark) as marked, unnest(pieces) as piece
$$;
create index journal_by_words on journal using gin (journal_keys(space_id, journal_span(at),
  grams(journal_words(item_name, person_name, details)) || string_to_array(lower(journal_words(item_name, person_name, details)), null)));
create index journal_age on journal using brin (at);

-- What administrators are asked for: new spaces and more room.
create table approval (
  id uuid primary key,
  kind text not null check (kind in ('space', 'capacity')),
  space_id uuid references space on delete set null,
  space_name text not null,
  space_identifier text not null,
  applicant_id uuid not null references person on delete cascade,
  reason text not null default '',
  size_gb integer not null default 0,
  granted_gb integer not null default 0,
  state text not null default 'pending' check (state in ('pending', 'passed', 'rejected', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references person on delete set null,
  opinion text not null default ''
);
create unique index approval_one_pending on approval (space_id, kind) where state = 'pending';
create index approval_open on approval (asked_at, id) where state = 'pending';
create index approval_done on approval (answered_at, id) where state <> 'pending';
create index approval_applicant on approval (applicant_id, asked_at, id);

create table message (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  kind text not null,
  "values" jsonb not null default '{}',
  link text not null default '',
  read_at timestamptz,
  created_at timestamptz not null
);
create index message_by_time on message (person_id, created_at, id);
create index message_unread on message (person_id, created_at, id) where read_at is null;
create index message_age on message (created_at);

-- The largest live files of a space, for the clean-up adviser; small ones free nothing.
create index node_large on node (space_id, size) where trash_id is null and not is_folder and size >= 65536;

-- What the older versions of a file weigh together, kept with every change: the adviser begins with the heaviest.
alter table node add column version_bytes bigint not null default 0;
update node n set version_bytes = v.bytes
from (select node_id, sum(size) as bytes from file_version group by node_id) as v where v.node_id = n.id;
create index node_versions on node (space_id, version_bytes) where version_bytes > 0;
