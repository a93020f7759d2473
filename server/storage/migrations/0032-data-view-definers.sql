-- Whoever last said what a view shows: a published view that reads it hands out nothing that this person may not see.
-- Names of sources are told as they are, to those who may see the sources.
alter table data_view add column defined_by uuid references person, drop column source_names;
update data_view set defined_by = changed_by;
alter table data_view alter column defined_by set not null;
create index data_view_definer on data_view (defined_by);
