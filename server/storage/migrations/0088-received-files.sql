-- What came of a file by FTP before it broke off: its sender goes on from there.
alter table received_file
  add column blob_sha256 bytea references blob,
  add column came_bytes bigint not null default 0;
create index received_file_blob on received_file (blob_sha256) where blob_sha256 is not null;

-- What all files of a submission take, those that are still coming included; whoever changes one changes it.
alter table received_dataset
  add column all_bytes bigint not null default 0,
  add column all_files integer not null default 0;
update received_dataset i set all_bytes = t.bytes, all_files = t.files from (
  select d.id, coalesce(sum(f.size), 0)::bigint as bytes, count(f.path)::integer as files
  from received_dataset d left join lateral (
    select n.path, n.size from received_file n where n.incoming_id = d.id
    union all
    select p.path, p.size from publication_file p where p.publication_id = d.publication_id
      and not exists (select from received_file n where n.incoming_id = d.id and n.path = p.path)
  ) f on true where d.state = 'receiving' group by d.id) t
where t.id = i.id;
