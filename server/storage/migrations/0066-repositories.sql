-- Institutions that run InvenioRDM or Dataverse.
alter table institution add column kind text not null default 'instdb' check (kind in ('instdb', 'invenio', 'dataverse'));
