-- What the sentence of a task's error names, such as the reason why a file can't be read.
alter table task add column error_values jsonb not null default '{}';
