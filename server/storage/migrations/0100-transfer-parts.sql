-- A repository that takes large files in parts goes on with the next one: whether it does (null: not known yet), and how
-- many parts of a file it has.
alter table publication_transfer add column keeps_parts boolean;
alter table publication_file add column parts_sent integer not null default 0;
