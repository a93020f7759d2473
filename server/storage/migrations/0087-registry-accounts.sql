-- An entry may stand for several accounts, once others were merged into it.
create table registry_account (
  person_id uuid primary key references person on delete cascade,
  entry_id uuid not null references registry_entry on delete cascade
);
create index registry_account_entry on registry_account (entry_id);
insert into registry_account (person_id, entry_id) select person_id, id from registry_entry where person_id is not null;
alter table registry_entry drop column person_id;

create index registry_entry_grams on registry_entry using gin (grams(words));
