-- Corrections of the metadata of published versions.

alter table publication_event drop constraint publication_event_kind_check;
alter table publication_event add constraint publication_event_kind_check check (kind in ('made', 'submitted',
  'revoked', 'claimed', 'released', 'lapsed', 'rejected', 'published', 'corrected', 'withdrawn'));

-- What a correction changed: the parts of the record as they were before it.
create table publication_correction (
  publication_id uuid not null references publication on delete cascade,
  -- Counts the corrections of a version from 1.
  number integer not null check (number > 0),
  at timestamptz not null,
  reason text not null,
  before jsonb not null,
  primary key (publication_id, number)
);
