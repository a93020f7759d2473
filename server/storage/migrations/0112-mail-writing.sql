-- What a mail was written with: its text before the values are filled in, the name and the address of the site. The record
-- of a mail stays as it was sent, whatever is changed later.
alter table mail add column written jsonb;
