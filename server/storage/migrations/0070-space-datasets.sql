-- How many datasets of a space are published here; kept by a trigger on the catalogue.
alter table space_usage add column dataset_count integer not null default 0 check (dataset_count >= 0);

create function count_datasets() returns trigger language plpgsql as $$
begin
  update space_usage u set dataset_count = u.dataset_count + case when tg_op = 'INSERT' then 1 else -1 end
  from dataset d where d.id = case when tg_op = 'INSERT' then new.dataset_id else old.dataset_id end
    and u.space_id = d.space_id;
  return null;
end $$;
create trigger dataset_entry_counted after insert or delete on dataset_entry for each row
  execute function count_datasets();
update space_usage u set dataset_count = n.count
from (select d.space_id, count(*) as count from dataset d join dataset_entry e on e.dataset_id = d.id
  group by d.space_id) n
where n.space_id = u.space_id;
