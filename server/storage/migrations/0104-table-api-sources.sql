-- A data source may be a space of another installation: host and port, its identifier in "database", a token as password.
alter table data_source drop constraint data_source_kind_check;
alter table data_source add constraint data_source_kind_check
  check (kind in ('postgresql', 'mysql', 'https', 's3', 'tableApi'));
