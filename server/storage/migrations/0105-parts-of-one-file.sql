-- Files go to a repository one after another, so a transfer remembers the parts of one: its path, what the repository
-- said of its upload (sealed, for its addresses let bytes in), what it calls each part that it has, and how many
-- attempts since the last one brought none. What goes in parts while this is installed begins its file anew, once.
alter table publication_transfer
  add column part_path text not null default '',
  add column part_to bytea,
  add column part_tags text[] not null default '{}',
  add column part_breaks integer not null default 0;
alter table publication_file drop column parts_sent;
