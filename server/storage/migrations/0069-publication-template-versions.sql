-- Every version of a metadata template that administrators saved.
create table publication_template_version (
  template_id text not null references publication_template on delete cascade,
  version integer not null,
  definition jsonb not null,
  changed_by uuid not null references person,
  changed_at timestamptz not null,
  primary key (template_id, version)
);
create index publication_template_version_person on publication_template_version (changed_by);
insert into publication_template_version
  select id, version, definition, changed_by, changed_at from publication_template;

-- Drafts by their template.
create index publication_template_drafts on publication ((fields ->> 'template')) where state in ('draft', 'rejected');
