-- What administrators ordered to be kept; deletions of it fail here, whatever asks for them.
create table legal_hold (
  id uuid primary key,
  kind text not null check (kind in ('space', 'person', 'dataset')),
  target_id uuid not null,
  -- As it was called when the hold was placed.
  target_name text not null,
  reason text not null,
  placed_by uuid not null references person,
  placed_at timestamptz not null,
  -- From then on it holds no more; null: until somebody ends it.
  until timestamptz,
  ended_by uuid references person,
  ended_at timestamptz,
  end_reason text not null default ''
);
create index legal_hold_target on legal_hold (target_id, kind) where ended_at is null;
create index legal_hold_placed on legal_hold (placed_at desc, id desc);
create index legal_hold_placed_by on legal_hold (placed_by);
create index legal_hold_ended_by on legal_hold (ended_by) where ended_by is not null;

create function on_hold_now(what text) returns setof uuid language sql stable as $$
  select h.target_id from legal_hold h where h.kind = what and h.ended_at is null and (h.until is null or h.until > now())
$$;
create function on_hold(what text, which uuid) returns boolean language sql stable as $$
  select exists (select from legal_hold h
    where h.target_id = which and h.kind = what and h.ended_at is null and (h.until is null or h.until > now()))
$$;

-- Arguments: the kind of target, the column of its id, and a condition on the rows (as g) that it concerns.
create function refuse_on_hold() returns trigger language plpgsql as $$
declare
  held text;
begin
  if not exists (select from legal_hold where kind = tg_argv[0] and ended_at is null) then
    return null;
  end if;
  execute format('select h.target_name from legal_hold h where h.kind = %L and h.ended_at is null
    and (h.until is null or h.until > now()) and h.target_id in (select g.%I from gone g where %s) limit 1',
    tg_argv[0], tg_argv[1], tg_argv[2]) into held;
  if held is not null then
    raise exception 'on legal hold' using errcode = 'LH001', detail = held;
  end if;
  return null;
end $$;

create trigger space_on_hold after delete on space
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'id', 'true');
create trigger node_on_hold after delete on node
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'space_id', 'true');
-- A table that an import fills is removed with it when it fails.
create trigger data_table_on_hold after delete on data_table
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'space_id', 'g.lock is null');
create trigger data_view_on_hold after delete on data_view
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'space_id', 'true');
create trigger report_on_hold after delete on report
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'space_id', 'true');
create trigger snapshot_on_hold after delete on snapshot
  referencing old table as gone for each statement execute function refuse_on_hold('space', 'space_id', 'true');
create trigger publication_on_hold after delete on publication
  referencing old table as gone for each statement execute function refuse_on_hold('dataset', 'dataset_id', 'true');

-- Versions name their file, which names the space.
create function refuse_versions_on_hold() returns trigger language plpgsql as $$
declare
  held text;
begin
  if not exists (select from legal_hold where kind = 'space' and ended_at is null) then
    return null;
  end if;
  select s.name into held from (select distinct n.space_id from gone g join node n on n.id = g.node_id) as t
    join space s on s.id = t.space_id where on_hold('space', t.space_id) limit 1;
  if held is not null then
    raise exception 'on legal hold' using errcode = 'LH001', detail = held;
  end if;
  return null;
end $$;
create trigger file_version_on_hold after delete on file_version
  referencing old table as gone for each statement execute function refuse_versions_on_hold();

-- Nothing leaves a space on hold for one where it could be deleted; of items the server looks once for a whole move.
create function refuse_leaving_hold() returns trigger language plpgsql as $$
begin
  if on_hold('space', old.space_id) then
    raise exception 'on legal hold' using errcode = 'LH001', detail = (select name from space where id = old.space_id);
  end if;
  return null;
end $$;
create trigger data_table_leaves_hold after update of space_id on data_table
  for each row when (old.space_id is distinct from new.space_id) execute function refuse_leaving_hold();
