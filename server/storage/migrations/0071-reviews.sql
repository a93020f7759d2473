-- Reviews of submissions: comments, rounds, deadlines, and who reviews what.

-- Submissions of this version so far.
alter table publication add column round integer not null default 0;
update publication set round = 1 where state <> 'draft';
-- Until when the reviewer has claimed it, and when they were reminded.
alter table publication add column review_until timestamptz;
alter table publication add column reminded_at timestamptz;
create index publication_review_until on publication (review_until) where state = 'pending' and review_until is not null;

alter table publication_event drop constraint publication_event_kind_check;
alter table publication_event add constraint publication_event_kind_check check (kind in ('made', 'submitted',
  'revoked', 'claimed', 'released', 'lapsed', 'rejected', 'published', 'withdrawn'));

-- What a person reviews: submissions of these types, and of authors of these institutions; empty: all.
alter table publication_reviewer add column types text[] not null default '{}';
alter table publication_reviewer add column institutions text[] not null default '{}';

-- Whether a person whom administrators named reviews a version.
create function reviews(reviewer uuid, version publication) returns boolean language sql stable as $$
  select exists (
    select 1 from publication_reviewer r where r.person_id = reviewer
      and (r.types = '{}' or version.resource_type = any(r.types))
      and (r.institutions = '{}' or exists (
        select 1 from jsonb_path_query(coalesce(version.metadata, version.fields),
          '$.authors[*].affiliations[*].name') as name
        where lower(trim(name #>> '{}')) in (select lower(one) from unnest(r.institutions) as one))))
$$;

-- The submission before the last one, to be compared with: its record, and its files without their contents.
create table publication_round (
  publication_id uuid primary key references publication on delete cascade,
  round integer not null,
  metadata jsonb not null,
  submitted_at timestamptz not null
);
create table publication_round_file (
  publication_id uuid not null references publication_round on delete cascade,
  path text not null,
  sha256 bytea not null,
  size bigint not null,
  primary key (publication_id, path)
);

-- What reviewers and authors say to each other. An answer has the thread that it belongs to.
create table review_comment (
  id uuid primary key,
  publication_id uuid not null references publication on delete cascade,
  thread_id uuid references review_comment on delete cascade,
  round integer not null,
  -- The field, and the file; '' for none.
  place text not null default '',
  path text not null default '',
  person_id uuid not null references person,
  text text not null,
  -- What the field should say.
  suggestion text,
  applied_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references person,
  at timestamptz not null
);
create index review_comment_list on review_comment (publication_id, at, id);
create index review_comment_thread on review_comment (thread_id) where thread_id is not null;
create index review_comment_person on review_comment (person_id);
create index review_comment_resolver on review_comment (resolved_by);
