import { sql } from 'kysely'

/** That nothing names the content of `blob as b`: no file, older version, thing made of a content, component, or upload. */
export const isUnused = sql`not exists (select 1 from node n where n.blob_sha256 = b.sha256)
  and not exists (select 1 from file_version v where v.blob_sha256 = b.sha256)
  and not exists (select 1 from rendition d where d.blob_sha256 = b.sha256)
  and not exists (select 1 from component_file c where c.blob_sha256 = b.sha256)
  and not exists (select 1 from staged_upload s where s.sha256 = b.sha256)
  and not exists (select 1 from unfinished u where u.blob_sha256 = b.sha256)`
