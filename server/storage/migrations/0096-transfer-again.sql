-- The institution missed something of what it had been sent: what is there whole is sent again, too.
alter table publication_transfer add column is_again boolean not null default false;
