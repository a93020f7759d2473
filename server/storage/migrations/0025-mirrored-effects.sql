-- An undoing or redoing whose effects on rows are those of the change `of_id`, read backwards or as they are.
alter table table_change add column is_mirror boolean not null default false;
