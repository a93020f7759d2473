-- Which terms of the site somebody agreed to, and when: {"version", "at"}. Null for accounts from before this was kept.
alter table person add column agreement jsonb;
