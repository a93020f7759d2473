-- Other installations that may send datasets here, and what they sent.

create table sender (
  id uuid primary key,
  name text not null,
  account text not null,
  host text not null,
  -- The last day of its authorization.
  until date,
  dataset_gb integer not null,
  -- SHA-256 of its authorization code.
  code_sha256 bytea not null unique,
  code_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  entered_at timestamptz
);
create unique index sender_name on sender (lower(name));

-- What other installations send has no maker here; `sender_id` tells where it comes from.
alter table publication alter column made_by drop not null;
alter table publication add column sender_id uuid references sender;
alter table publication add constraint publication_origin check ((made_by is null) = (sender_id is not null));
create index publication_of_sender on publication (sender_id) where sender_id is not null;

-- A submission of another installation; its id is what the sender calls it by.
create table received_dataset (
  id uuid primary key,
  sender_id uuid not null references sender,
  dataset_id uuid not null references dataset on delete cascade,
  publication_id uuid not null references publication on delete cascade,
  -- SHA-256 of the address for the decision, which is another one for each submission: announced twice it is one.
  submission_sha256 bytea not null,
  -- The address for the decision, and the password for its files, sealed.
  secrets bytea not null,
  person text not null,
  organisation text not null,
  -- received: whole; told: the sender knows the decision; untold: it can't be told.
  state text not null check (state in ('receiving', 'received', 'told', 'untold')),
  decision text check (decision in ('adopt', 'no')),
  attempts integer not null default 0,
  -- When the sender is told next; while somebody tells it, when another one may.
  next_at timestamptz not null,
  error text not null default '',
  created_at timestamptz not null,
  -- The last file that came.
  touched_at timestamptz not null,
  received_at timestamptz,
  unique (sender_id, submission_sha256)
);
create index received_dataset_list on received_dataset (created_at, id);
create index received_dataset_due on received_dataset (next_at) where state = 'received';
create index received_dataset_unfinished on received_dataset (touched_at) where state = 'receiving';
create index received_dataset_of_publication on received_dataset (publication_id);
create index received_dataset_of_dataset on received_dataset (dataset_id);

-- Files of a submission that have begun to come; a whole one is a file of its publication.
create table received_file (
  upload_id uuid primary key,
  incoming_id uuid not null references received_dataset on delete cascade,
  path text not null,
  size bigint not null,
  unique (incoming_id, path)
);
