-- Files that come with decisions, and links for reviewers without an account.

-- The file of one submission's decision; its authors have it once it is decided.
create table review_attachment (
  publication_id uuid not null references publication on delete cascade,
  round integer not null,
  name text not null,
  blob_sha256 bytea not null references blob,
  size bigint not null,
  person_id uuid not null references person,
  added_at timestamptz not null,
  primary key (publication_id, round)
);
create index review_attachment_blob on review_attachment (blob_sha256);
create index review_attachment_person on review_attachment (person_id);

-- Whoever knows the code sees this one submission, as long as it waits for its decision.
create table review_link (
  id uuid primary key,
  publication_id uuid not null references publication on delete cascade,
  round integer not null,
  code_sha256 bytea not null unique,
  note text not null,
  -- Authors, their institutions, funding and space are not told.
  hides_names boolean not null,
  made_by uuid not null references person,
  made_at timestamptz not null
);
create index review_link_publication on review_link (publication_id, made_at, id);
create index review_link_maker on review_link (made_by);
