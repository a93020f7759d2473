-- Visitors of a link to a board may set its filters.
alter table share add column may_filter boolean not null default false;
