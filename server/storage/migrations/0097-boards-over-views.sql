-- What a frozen board reads besides tables and files: folders by their ids with their paths in the version, and data
-- views by their ids, as they were defined when it was frozen.
alter table publication_board
  add column folders jsonb not null default '{}',
  add column views jsonb not null default '{}';
