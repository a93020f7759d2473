-- A PDF that LibreOffice made of a document is a rendition too; it is made when somebody looks, and never queued.
alter table rendition drop constraint derived_kind_check, add constraint rendition_kind_check check (kind in ('text', 'thumb', 'pdf'));
