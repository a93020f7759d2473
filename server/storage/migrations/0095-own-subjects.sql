-- Disciplines that a template brings: a dataset is found by its own and by those above them, which are named with it.
create or replace function keep_dataset_entry() returns trigger language plpgsql as $$
begin
  if new.is_current then
    insert into dataset_entry
    select new.dataset_id, new.id, new.published_at, extract(year from new.published_at at time zone 'UTC'),
      new.resource_type, new.access_kind, case when new.access_kind = 'embargo' then new.embargo_until end,
      coalesce(new.metadata->>'licence', ''),
      coalesce(nullif(new.publisher->>'zh', ''), new.publisher->>'en', ''),
      array(select jsonb_array_elements_text(new.metadata->'subjects')
        union select jsonb_object_keys(coalesce(new.metadata->'subjectNames', '{}'))), new.title,
      search_keys(new.words), (select d.space_id from dataset d where d.id = new.dataset_id)
    on conflict (dataset_id) do update set publication_id = excluded.publication_id,
      published_at = excluded.published_at, year = excluded.year, resource_type = excluded.resource_type,
      access_kind = excluded.access_kind, embargo_until = excluded.embargo_until, licence = excluded.licence,
      publisher = excluded.publisher, subjects = excluded.subjects, title = excluded.title, keys = excluded.keys;
  else
    delete from dataset_entry where publication_id = new.id;
  end if;
  return null;
end $$;
create index publication_subject_names on publication using gin ((metadata -> 'subjectNames')) where is_current;
