-- The lists of tasks begin with what runs, then what waits; each newest first.
drop index task_of_person;
drop index task_of_space;
create index task_of_person on task
  (person_id, (case when finished_at is not null then 0 when state = 'waiting' then 1 else 2 end), created_at, id);
create index task_of_space on task
  (space_id, (case when finished_at is not null then 0 when state = 'waiting' then 1 else 2 end), created_at, id);
