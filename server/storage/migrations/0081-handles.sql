-- Handles beside DOIs: what is to be registered, and what came of it, by scheme.
alter table doi_registration rename to identifier_registration;
alter table identifier_registration rename column doi to value;
alter table identifier_registration add column scheme text not null default 'DOI' check (scheme in ('DOI', 'Handle'));
alter table identifier_registration alter column scheme drop default;
alter table identifier_registration drop constraint doi_registration_dataset_id_number_key;
alter table identifier_registration add unique (dataset_id, number, scheme);
alter index doi_registration_due rename to identifier_registration_due;
alter index doi_registration_failed rename to identifier_registration_failed;
