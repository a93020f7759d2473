-- Announcements that somebody does not want to see again; the announcements themselves are a setting.
create table dismissed_notice (
  person_id uuid not null references person on delete cascade,
  notice_id uuid not null,
  primary key (person_id, notice_id)
);
