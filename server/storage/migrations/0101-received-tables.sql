-- The names of what a sender says are tables: their workbooks become tables of the dataset before reviewers see it.
alter table received_dataset add column tables text[] not null default '{}';
