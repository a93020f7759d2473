-- The result of a task whose work is committed, although the task has not ended yet: it is not done again.
alter table task add column kept_result jsonb;
