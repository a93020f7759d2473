import { sql } from 'kysely'
import type { TemplateField } from '#contract/fields.ts'
import type { Template, Vocabulary, VocabularyRecord } from '#contract/metadata.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type TemplateRow = {
  id: string
  stamp: string
  name: string
  fields: TemplateField[]
  folders: number
  changed_at: Date
}
/** A template as assigned to a folder. */
export type FolderTemplateRow = { folderId: string; id: string; stamp: string; name: string; fields: TemplateField[] }
type Kind = 'meta_template' | 'vocabulary'

const templateOf = ({ changed_at, ...row }: TemplateRow): Template => ({
  ...row,
  changeTime: changed_at.toISOString(),
})
const templateColumns = sql`t.id, t.stamp, t.name, t.fields, t.changed_at,
  (select count(*) from folder_template h join node n on n.id = h.folder_id and n.trash_id is null where h.template_id = t.id) as folders`

export async function templatesOf(db: Db, spaceId: string): Promise<Template[]> {
  const { rows } = await sql<TemplateRow>`
    select ${templateColumns} from meta_template t where t.space_id = ${spaceId}::uuid order by t.name collate natural_order`.execute(
    db,
  )
  return rows.map(templateOf)
}

export async function templateById(db: Db | Tx, spaceId: string, id: string): Promise<Template | null> {
  const { rows } = await sql<TemplateRow>`
    select ${templateColumns} from meta_template t where t.id = ${id}::uuid and t.space_id = ${spaceId}::uuid`.execute(
    db,
  )
  return rows[0] ? templateOf(rows[0]) : null
}

export async function vocabulariesOf(db: Db, spaceId: string): Promise<VocabularyRecord[]> {
  const { rows } = await sql<VocabularyRecord>`
    select id, name, jsonb_array_length(terms) as size from vocabulary
    where space_id = ${spaceId}::uuid order by name collate natural_order`.execute(db)
  return rows
}

export async function vocabulariesById(
  db: Db | Tx,
  spaceId: string,
  ids: readonly string[],
): Promise<Map<string, Vocabulary>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Vocabulary>`
    select id, stamp, name, terms from vocabulary where id = any(${[...ids]}::uuid[]) and space_id = ${spaceId}::uuid`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Number of templates or vocabularies of a space; the caller has locked the space's row, so none can be added
 * meanwhile.
 */
export async function countOf(tx: Tx, kind: Kind, spaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(kind)} where space_id = ${spaceId}::uuid`.execute(tx)
  return rows[0]?.count ?? 0
}

type Wish<Content> = { id: string; spaceId: string; name: string; content: Content; at: Date }

/** Inserts a template or updates an existing one. Throws templateTaken. */
export const putTemplate = (tx: Tx, { id, spaceId, name, content, at }: Wish<TemplateField[]>) =>
  uniqueAs({ meta_template_space_id_name_key: 'templateTaken' }, () =>
    sql`
      insert into meta_template (id, space_id, name, fields, changed_at)
      values (${id}, ${spaceId}, ${name}, ${JSON.stringify(content)}::jsonb, ${at})
      on conflict (id) do update set name = excluded.name, fields = excluded.fields, changed_at = excluded.changed_at,
        stamp = gen_random_uuid()`.execute(tx),
  )

/** Inserts or updates a vocabulary. Templates that use it get new stamps. Throws vocabularyTaken. */
export async function putVocabulary(tx: Tx, { id, spaceId, name, content }: Wish<string[]>): Promise<void> {
  await uniqueAs({ vocabulary_space_id_name_key: 'vocabularyTaken' }, () =>
    sql`
      insert into vocabulary (id, space_id, name, terms) values (${id}, ${spaceId}, ${name}, ${JSON.stringify(content)}::jsonb)
      on conflict (id) do update set name = excluded.name, terms = excluded.terms, stamp = gen_random_uuid()`.execute(
      tx,
    ),
  )
  await sql`
    update meta_template set stamp = gen_random_uuid()
    where space_id = ${spaceId}::uuid and fields @> ${JSON.stringify([{ vocabularyId: id }])}::jsonb`.execute(tx)
}

export const dropTemplate = (tx: Tx, id: string) => sql`delete from meta_template where id = ${id}::uuid`.execute(tx)
export const dropVocabulary = (tx: Tx, id: string) => sql`delete from vocabulary where id = ${id}::uuid`.execute(tx)

/** The name of a template that uses the vocabulary. */
export async function userOf(tx: Tx, spaceId: string, vocabularyId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from meta_template
    where space_id = ${spaceId}::uuid and fields @> ${JSON.stringify([{ vocabularyId }])}::jsonb order by name limit 1`.execute(
    tx,
  )
  return rows[0]?.name ?? null
}

/** The templates assigned to these folders. */
export async function templatesOn(db: Db | Tx, folderIds: readonly string[]): Promise<Map<string, FolderTemplateRow>> {
  const { rows } = await sql<FolderTemplateRow>`
    select h.folder_id as "folderId", t.id, t.stamp, t.name, t.fields from folder_template h join meta_template t on t.id = h.template_id
    where h.folder_id = any(${[...new Set(folderIds)]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.folderId, row]))
}

/** Assigns a template to a folder of its space and locks the folder until the transaction ends. Throws folderGone. */
export async function hang(tx: Tx, folderId: string, templateId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into folder_template (folder_id, template_id)
    select id, template_id from (
      select n.id, t.id as template_id from node n join meta_template t on t.space_id = n.space_id
      where n.id = ${folderId}::uuid and t.id = ${templateId}::uuid for share of n
    ) as folder
    on conflict (folder_id) do update set template_id = excluded.template_id`.execute(tx)
  if (!numAffectedRows) throw new Failure('folderGone')
}

/** Removes the template of a folder. */
export const takeDown = (tx: Tx, folderId: string) =>
  sql`delete from folder_template where folder_id = ${folderId}::uuid`.execute(tx)
