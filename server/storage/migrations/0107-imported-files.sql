-- Which files tables were imported from, in the picture of where data comes from.
create index table_change_import on table_change (table_id) where kind = 'import';
