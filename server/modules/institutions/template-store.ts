import { type Selectable, sql } from 'kysely'
import type { Bilingual } from '#contract/publications/metadata.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type TemplateRow = Selectable<Schema['institution_template']>

/** The templates of institutions, as they were last read. */
export const sqlRemoteTemplates = (db: Db) => ({
  of: (institutionId: string) =>
    db
      .selectFrom('institution_template')
      .selectAll()
      .where('institution_id', '=', institutionId)
      .where('is_gone', '=', false)
      .orderBy('name')
      .orderBy('id')
      .execute(),

  one: (id: string, from: Db | Tx = db) =>
    from.selectFrom('institution_template').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Names by ids, for lists. */
  async names(ids: readonly string[]): Promise<Map<string, Bilingual>> {
    if (!ids.length) return new Map()
    const { rows } = await sql<{ id: string; name: Bilingual }>`
      select id, definition -> 'name' as name from institution_template where id = any(${[...ids]}::text[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },

  /** Stores the templates; those that the institution has removed are kept for existing drafts. */
  async write(tx: Tx, institutionId: string, rows: readonly TemplateRow[], now: Date): Promise<void> {
    await tx
      .updateTable('institution_template')
      .set({ is_gone: true })
      .where('institution_id', '=', institutionId)
      .execute()
    for (const { definition, plan, omitted, unusable, ...row } of rows) {
      const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`
      const values = {
        definition: json(definition),
        plan: json(plan),
        omitted: json(omitted),
        unusable: json(unusable),
        ...row,
      }
      await tx
        .insertInto('institution_template')
        .values(values)
        .onConflict((on) => on.column('id').doUpdateSet(values))
        .execute()
    }
    await tx.updateTable('institution').set({ templates_at: now }).where('id', '=', institutionId).execute()
  },
})
export type RemoteTemplateStore = ReturnType<typeof sqlRemoteTemplates>
