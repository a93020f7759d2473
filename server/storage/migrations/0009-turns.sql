-- Who brought a content: those who wait for what is made of theirs have turns, whatever somebody else brought before.
alter table derived add column person_id uuid not null default '00000000-0000-0000-0000-000000000000';
drop index derived_due;
create index derived_due on derived (kind, person_id, due_at) where state = 'due';

create or replace function note_contents() returns trigger language plpgsql as $$
begin
  insert into derived (sha256, kind, suffix, person_id)
    select distinct on (c.blob_sha256, s.kind) c.blob_sha256, s.kind, c.suffix, c.author_id
    from came c join derived_suffix s on s.suffix = c.suffix where c.size > 0 order by c.blob_sha256, s.kind
    on conflict do nothing;
  -- Nothing came of it by another suffix: this may be the right one. Rows that stay are not locked.
  update derived d set suffix = c.suffix, state = 'due', due_at = now(), tries = 0, person_id = c.author_id
    from came c join derived_suffix s on s.suffix = c.suffix
    where d.sha256 = c.blob_sha256 and d.kind = s.kind and d.suffix <> c.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select distinct c.space_id, c.blob_sha256 from came c join derived_suffix s on s.suffix = c.suffix and s.kind = 'text'
    where c.size > 0 order by 1, 2 on conflict do nothing;
  return null;
end $$;
create or replace function note_content() returns trigger language plpgsql as $$
begin
  insert into derived (sha256, kind, suffix, person_id)
    select new.blob_sha256, kind, suffix, new.author_id from derived_suffix where suffix = new.suffix order by kind on conflict do nothing;
  update derived d set suffix = s.suffix, state = 'due', due_at = now(), tries = 0, person_id = new.author_id from derived_suffix s
    where s.suffix = new.suffix and d.sha256 = new.blob_sha256 and d.kind = s.kind and d.suffix <> s.suffix and d.state in ('none', 'failed');
  insert into content_key (space_id, sha256)
    select new.space_id, new.blob_sha256 from derived_suffix where suffix = new.suffix and kind = 'text' on conflict do nothing;
  return null;
end $$;
