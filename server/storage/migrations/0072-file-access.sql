-- Files of an open dataset that are given on request only.
alter table publication_file add column is_restricted boolean not null default false;
alter table publication_table add column is_restricted boolean not null default false;
alter table publication add column restricted_count integer not null default 0;
