-- A data source may be a SQL Server, an Oracle database or a MongoDB, whose drivers are optional.
alter table data_source drop constraint data_source_kind_check;
alter table data_source add constraint data_source_kind_check
  check (kind in ('postgresql', 'mysql', 'sqlServer', 'oracle', 'mongodb', 'https', 's3', 'tableApi'));
