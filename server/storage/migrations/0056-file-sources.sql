-- A data source may be a file of another site: host and port, its path in "database", and an account where it needs one.
alter table data_source drop constraint data_source_kind_check;
alter table data_source add constraint data_source_kind_check check (kind in ('postgresql', 'mysql', 'https', 's3'));
