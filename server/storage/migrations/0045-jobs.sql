-- What administrators see of the work in the background.

-- Since when a task waits that was tried again; null: since it was created.
alter table task add column due_at timestamptz;
-- Failed work, newest first, whatever else there is.
create index task_failed on task (finished_at) where state in ('failed', 'partlyFailed');
create index mail_failed on mail (created_at) where state = 'failed';
create index rendition_failed on rendition (kind, due_at) where state = 'failed';

-- Trouble that administrators were told of: they are told again only when it has been away for a while.
create table job_alarm (
  key text primary key,
  since timestamptz not null,
  seen_at timestamptz not null
);
