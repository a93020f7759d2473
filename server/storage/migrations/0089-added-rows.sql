-- Rows that came with an import have numbers in one range, which is all that the history keeps of their coming.
alter table table_change add column added_from bigint, add column added_to bigint;
create index table_change_added on table_change (table_id) where added_from is not null;
