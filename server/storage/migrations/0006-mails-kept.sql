-- A mail that lies in the folder has reached nobody yet: kept, not sent.
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('waiting', 'sent', 'kept', 'failed'));
-- What has left for good holds no link any more.
update mail set state = 'kept', sent_at = null where state = 'sent' and secrets is not null;
