-- Boards of versions of datasets, as they were when the version was submitted.

-- `content` has the board and the charts of the space on it; `paths` where the files that it reads lie in the version.
create table publication_board (
  publication_id uuid not null references publication on delete cascade,
  report_id uuid not null,
  position integer not null,
  name text not null,
  description text not null,
  content jsonb not null,
  paths jsonb not null,
  primary key (publication_id, report_id)
);
