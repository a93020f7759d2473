-- Tables and columns by the words of the field: what they hold is what it was.
alter table derived rename to rendition;
alter index derived_due rename to rendition_due;
alter index derived_blob rename to rendition_blob;
alter table derived_suffix rename to rendition_suffix;
alter table node_fact rename to node_metadata;
alter index node_fact_words rename to node_metadata_words;
alter index node_fact_space rename to node_metadata_space;
alter index node_fact_tags rename to node_metadata_tags;
alter table version_fact rename to version_metadata;
alter table node_past rename to node_history;
alter index node_past_parent rename to node_history_parent;
alter table moment rename to snapshot;
alter index moment_of_folder rename to snapshot_of_folder;
alter table pace rename to rate_limit;
alter index pace_age rename to rate_limit_age;
alter table journal rename column door to channel;
alter table audit rename column door to channel;
alter table task rename column door to channel;
alter table app_password rename column doors to protocols;
alter table node rename column told_modified_at to client_modified_at;
alter table share_receipt rename column told_at to notified_at;
alter index share_receipt_untold rename to share_receipt_unnotified;
alter index journal_by_deed rename to journal_by_person_action;
alter function settle_joining() rename to resolve_joining;

create or replace function note_contents() returns trigger language plpgsql as $$
begin
  insert into rendition (sha256, kind, suffix, person_id)
    select distinct on (c.blob_sha256, s.kind) c.blob_sha256, s.kind, c.suffix, c.author_id
    from came c join rendition_suffix s on s.suffix = c.suffix where c.size > 0 order by c.blob_sha256, s.kind
    on conflict do nothing;
  -- Nothing came of it by another suffix: this may be the right one. Rows that stay are not locked.
  update rendition d set suffix = c.suffix, state = 'due', due_at = now(), tries = 0, person_id = c.author_id
    from came c join rendition_suffix s on s.suffix = c.suffix
    where d.sha256 = c.blob_sha256 and d.kind = s.kind and d.suffix <> c.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select distinct c.space_id, c.blob_sha256 from came c join rendition_suffix s on s.suffix = c.suffix and s.kind = 'text'
    where c.size > 0 order by 1, 2 on conflict do nothing;
  return null;
end $$;
create or replace function note_content() returns trigger language plpgsql as $$
begin
  insert into rendition (sha256, kind, suffix, person_id)
    select new.blob_sha256, kind, suffix, new.author_id from rendition_suffix where suffix = new.suffix order by kind on conflict do nothing;
  update rendition d set suffix = s.suffix, state = 'due', due_at = now(), tries = 0, person_id = new.author_id from rendition_suffix s
    where s.suffix = new.suffix and d.sha256 = new.blob_sha256 and d.kind = s.kind and d.suffix <> s.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select new.space_id, new.blob_sha256 from rendition_suffix where suffix = new.suffix and kind = 'text' on conflict do nothing;
  return null;
end $$;

-- The same words where rows hold them.
update journal set action = 'templateAssigned' where action = 'templateHung';
update task set options = options - 'momentId' || jsonb_build_object('snapshotId', options -> 'momentId') where options ? 'momentId';
update task set result = result - 'momentId' || jsonb_build_object('snapshotId', result -> 'momentId') where result ? 'momentId';
update task set error = 'snapshotGone' where error = 'momentGone';
update task set error = 'snapshotsTooMany' where error = 'momentsTooMany';
update task_part set error = 'snapshotGone' where error = 'momentGone';
update task set error = 'metadata' || substr(error, 6) where error like 'facts%';
update task_part set error = 'metadata' || substr(error, 6) where error like 'facts%';
