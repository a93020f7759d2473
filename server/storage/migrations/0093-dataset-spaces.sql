-- The catalogue counts datasets by the space that published them.
alter table dataset_entry add column space_id uuid references space on delete set null;
create index dataset_entry_space on dataset_entry (space_id) where space_id is not null;

create or replace function keep_dataset_entry() returns trigger language plpgsql as $$
begin
  if new.is_current then
    insert into dataset_entry
    select new.dataset_id, new.id, new.published_at, extract(year from new.published_at at time zone 'UTC'),
      new.resource_type, new.access_kind, case when new.access_kind = 'embargo' then new.embargo_until end,
      coalesce(new.metadata->>'licence', ''),
      coalesce(nullif(new.publisher->>'zh', ''), new.publisher->>'en', ''),
      array(select jsonb_array_elements_text(new.metadata->'subjects')), new.title, search_keys(new.words),
      (select d.space_id from dataset d where d.id = new.dataset_id)
    on conflict (dataset_id) do update set publication_id = excluded.publication_id,
      published_at = excluded.published_at, year = excluded.year, resource_type = excluded.resource_type,
      access_kind = excluded.access_kind, embargo_until = excluded.embargo_until, licence = excluded.licence,
      publisher = excluded.publisher, subjects = excluded.subjects, title = excluded.title, keys = excluded.keys;
  else
    delete from dataset_entry where publication_id = new.id;
  end if;
  return null;
end $$;
update dataset_entry e set space_id = d.space_id from dataset d where d.id = e.dataset_id and d.space_id is not null;

-- Whether everybody may see a space is told with each record that it published: when that changes, the records have.
create function note_dataset_space() returns trigger language plpgsql as $$
declare
  was_open boolean := old.type = 'public' and old.status = 'normal';
  is_open boolean := tg_op <> 'DELETE' and new.type = 'public' and new.status = 'normal';
begin
  if was_open <> is_open then
    update publication p set changed_at = greatest(clock_timestamp(), p.changed_at + interval '1 microsecond')
    from dataset d
    where d.space_id = old.id and p.dataset_id = d.id and p.state in ('published', 'withdrawn')
      and p.institution_id is null;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create trigger dataset_space_opened after update of type, status on space for each row
  execute function note_dataset_space();
create trigger dataset_space_removed before delete on space for each row execute function note_dataset_space();

-- A dataset that outlived its space comes to the restored one.
create function follow_dataset_space() returns trigger language plpgsql as $$
begin
  update dataset_entry set space_id = new.space_id where dataset_id = new.id;
  update publication p set changed_at = greatest(clock_timestamp(), p.changed_at + interval '1 microsecond')
  from space s
  where s.id = new.space_id and s.type = 'public' and s.status = 'normal' and p.dataset_id = new.id
    and p.state in ('published', 'withdrawn') and p.institution_id is null;
  return null;
end $$;
create trigger dataset_moved after update of space_id on dataset for each row
  when (old.space_id is distinct from new.space_id) execute function follow_dataset_space();
