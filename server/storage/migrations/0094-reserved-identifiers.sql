-- Identifiers that are registered elsewhere are reserved with a draft: nobody else gets them, and nothing is told yet.
alter table identifier_registration drop constraint doi_registration_state_check;
alter table identifier_registration add constraint identifier_registration_state_check
  check (state in ('reserved', 'waiting', 'done', 'failed'));
