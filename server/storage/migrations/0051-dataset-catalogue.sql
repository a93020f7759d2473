-- The catalogue of datasets: what everybody browses and searches.

-- The pieces of a text that a search looks for: runs of Chinese, Japanese or Korean characters, and words.
create function search_pieces(content text) returns setof text
language sql immutable strict parallel safe
as $$
  select piece[1] from regexp_matches(
    regexp_replace(lower(normalize(content, NFKC)) collate natural_order, '([\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)', ' \1 ', 'g'),
    '[[:alnum:]]+', 'g') as piece
$$;

-- A word without its English ending; other words stay.
create function word_stem(word text) returns text
language sql immutable strict parallel safe
as $$ select left(coalesce((ts_lexize('english_stem', word))[1], word), 40) $$;

-- Keys of a text: the stems of its words, and for scripts without spaces each character with the next one.
create function search_keys(content text) returns tsvector
language sql immutable strict parallel safe
as $$
  select coalesce(array_to_tsvector(array_agg(distinct key)), ''::tsvector) from (
    select case when piece ~ '^[\u2e80-\ud7af\uf900-\ufaff]' then substr(piece, i, 2) else word_stem(piece) end as key
    from search_pieces(content) as piece,
      generate_series(1, case when piece ~ '^[\u2e80-\ud7af\uf900-\ufaff]' then char_length(piece) else 1 end) as i
  ) as keys
$$;

-- What a text must have to be found: every key of the search, words at their beginning.
create function search_query(wanted text) returns tsquery
language sql immutable strict parallel safe
as $$
  select string_agg(distinct '''' || key || '''' || case when is_whole then '' else ':*' end, ' & ')::tsquery from (
    select case when is_cjk then substr(piece, i, 2) else word_stem(piece) end as key, is_cjk and length > 1 as is_whole
    from (
      select piece, piece ~ '^[\u2e80-\ud7af\uf900-\ufaff]' as is_cjk, char_length(piece) as length
      from search_pieces(wanted) as piece
    ) as pieces, generate_series(1, case when is_cjk then greatest(length - 1, 1) else 1 end) as i
  ) as keys
$$;

-- One row for each dataset of which a version is published: the newest one, narrow, so that counting is fast. Kept by
-- triggers.
create table dataset_entry (
  dataset_id uuid primary key references dataset on delete cascade,
  publication_id uuid not null unique references publication on delete cascade,
  published_at timestamptz not null,
  year integer not null,
  resource_type text not null,
  access_kind text not null,
  -- The day that an embargo ends; null without one.
  embargo_until date,
  licence text not null,
  publisher text not null,
  subjects text[] not null,
  title text not null,
  keys tsvector not null
) with (toast_tuple_target = 128);
alter table dataset_entry alter column keys set storage external;
create index dataset_entry_newest on dataset_entry (published_at, dataset_id);
create index dataset_entry_title on dataset_entry (title collate natural_order, dataset_id);
create index dataset_entry_keys on dataset_entry using gin (keys);

create function keep_dataset_entry() returns trigger language plpgsql as $$
begin
  if new.is_current then
    insert into dataset_entry
    select new.dataset_id, new.id, new.published_at, extract(year from new.published_at at time zone 'UTC'),
      new.resource_type, new.access_kind, case when new.access_kind = 'embargo' then new.embargo_until end,
      coalesce(new.metadata->>'licence', ''),
      coalesce(nullif(new.publisher->>'zh', ''), new.publisher->>'en', ''),
      array(select jsonb_array_elements_text(new.metadata->'subjects')), new.title, search_keys(new.words)
    on conflict (dataset_id) do update set publication_id = excluded.publication_id,
      published_at = excluded.published_at, year = excluded.year, resource_type = excluded.resource_type,
      access_kind = excluded.access_kind, embargo_until = excluded.embargo_until, licence = excluded.licence,
      publisher = excluded.publisher, subjects = excluded.subjects, title = excluded.title, keys = excluded.keys;
  else
    delete from dataset_entry where publication_id = new.id;
  end if;
  return null;
end $$;
create trigger dataset_entry_made after insert on publication for each row when (new.is_current)
  execute function keep_dataset_entry();
create trigger dataset_entry_changed after update on publication for each row when (old.is_current or new.is_current)
  execute function keep_dataset_entry();
update publication set is_current = true where is_current;

drop index publication_words;
drop index publication_newest;
