-- Published datasets of other sites come into spaces.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('archive', 'extract', 'verify', 'versionMake',
  'versionRestore', 'importSpace', 'importShare', 'importDrive', 'importS3', 'importUrl', 'importPublished',
  'metaApply', 'tableImport', 'sourceImport', 'tableExport', 'dataViewExport', 'publish', 'transfer'));
