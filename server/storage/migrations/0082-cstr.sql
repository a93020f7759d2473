-- The CSTR that a registration agency gave a published version; '' for none.
alter table publication add column cstr text not null default '';
create unique index publication_cstr on publication (lower(cstr)) where cstr <> '';
