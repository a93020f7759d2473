-- What was counted of all versions of a dataset together, by which the catalogue is ordered; kept by triggers.
create table dataset_usage_total (
  dataset_id uuid primary key references dataset on delete cascade,
  views bigint not null default 0,
  downloads bigint not null default 0
);
create index dataset_usage_total_views on dataset_usage_total (views, dataset_id);
create index dataset_usage_total_downloads on dataset_usage_total (downloads, dataset_id);

-- In the order of datasets, which prevents deadlocks within one trigger; a batch that meets one is written again.
create function add_dataset_usage() returns trigger language plpgsql as $$
begin
  insert into dataset_usage_total as t
  select p.dataset_id, sum(c.views), sum(c.downloads) from counted c join publication p on p.id = c.publication_id
  group by p.dataset_id order by p.dataset_id
  on conflict (dataset_id) do update set views = t.views + excluded.views, downloads = t.downloads + excluded.downloads;
  return null;
end $$;
create function change_dataset_usage() returns trigger language plpgsql as $$
begin
  insert into dataset_usage_total as t
  select p.dataset_id, sum(c.views - b.views), sum(c.downloads - b.downloads)
  from counted c join before b using (publication_id, day) join publication p on p.id = c.publication_id
  group by p.dataset_id order by p.dataset_id
  on conflict (dataset_id) do update set views = t.views + excluded.views, downloads = t.downloads + excluded.downloads;
  return null;
end $$;
create trigger dataset_usage_added after insert on dataset_usage referencing new table as counted
  for each statement execute function add_dataset_usage();
create trigger dataset_usage_changed after update on dataset_usage referencing old table as before new table as counted
  for each statement execute function change_dataset_usage();

-- A dataset is found by the names of its disciplines, too; and one that nobody read yet has its place in every order.
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
      search_keys(new.words || ' ' || coalesce(jsonb_path_query_array(new.metadata, '$.subjectNames.*.*')::text, '')),
      (select d.space_id from dataset d where d.id = new.dataset_id)
    on conflict (dataset_id) do update set publication_id = excluded.publication_id,
      published_at = excluded.published_at, year = excluded.year, resource_type = excluded.resource_type,
      access_kind = excluded.access_kind, embargo_until = excluded.embargo_until, licence = excluded.licence,
      publisher = excluded.publisher, subjects = excluded.subjects, title = excluded.title, keys = excluded.keys;
    insert into dataset_usage_total (dataset_id) values (new.dataset_id) on conflict do nothing;
  else
    delete from dataset_entry where publication_id = new.id;
  end if;
  return null;
end $$;

insert into dataset_usage_total
select e.dataset_id, coalesce(sum(u.views), 0), coalesce(sum(u.downloads), 0)
from dataset_entry e join publication p on p.dataset_id = e.dataset_id
  left join dataset_usage u on u.publication_id = p.id group by e.dataset_id;
insert into dataset_usage_total
select p.dataset_id, sum(u.views), sum(u.downloads) from dataset_usage u join publication p on p.id = u.publication_id
group by p.dataset_id on conflict do nothing;
update dataset_entry e set keys = search_keys(p.words || ' ' || jsonb_path_query_array(p.metadata, '$.subjectNames.*.*')::text)
from publication p where p.id = e.publication_id and p.metadata ? 'subjectNames';
