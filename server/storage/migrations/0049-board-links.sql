-- Share links to boards.
alter table share
  add column report_id uuid references report on delete cascade,
  -- Pages of other sites may show the board in a frame.
  add column may_embed boolean not null default false,
  drop constraint share_kind_check,
  add constraint share_kind_check check (kind in ('space', 'folder', 'file', 'selection', 'board')),
  add constraint share_of_board check ((kind = 'board') = (report_id is not null));
create index share_of_report on share (report_id) where report_id is not null;
