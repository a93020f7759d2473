import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type Row = Insertable<Schema['publication_template']>

export const sqlTemplateStore = (db: Db) => ({
  all: () => db.selectFrom('publication_template').selectAll().execute(),
  one: (id: string) => db.selectFrom('publication_template').selectAll().where('id', '=', id).executeTakeFirst(),
  held: (tx: Tx, id: string) =>
    tx.selectFrom('publication_template').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /** Versions that were edited here, the newest first. */
  versions: (id: string, most: number) =>
    db
      .selectFrom('publication_template_version as v')
      .innerJoin('person as p', 'p.id', 'v.changed_by')
      .select(['v.version', 'v.definition', 'v.changed_at', 'p.name as person'])
      .where('v.template_id', '=', id)
      .orderBy('v.version', 'desc')
      .limit(most)
      .execute(),

  /** How many drafts use each template. */
  async drafts(): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; count: number }>`
      select fields ->> 'template' as id, count(*)::int as count from publication
      where state in ('draft', 'rejected') and fields ->> 'template' is not null group by 1`.execute(db)
    return new Map(rows.map(({ id, count }) => [id, count]))
  },

  count: async (tx: Tx): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from publication_template`.execute(tx)
    return rows[0]?.count ?? 0
  },

  /** Throws publicationTemplateChanged when somebody else made one of the same name. */
  async write(tx: Tx, { id, ...values }: Row, isThere: boolean): Promise<void> {
    if (isThere) await tx.updateTable('publication_template').set(values).where('id', '=', id).execute()
    else
      await uniqueAs({ publication_template_pkey: 'publicationTemplateChanged' }, () =>
        tx
          .insertInto('publication_template')
          .values({ id, ...values })
          .execute(),
      )
    const { version, definition, changed_by, changed_at } = values
    await tx
      .insertInto('publication_template_version')
      .values({ template_id: id, version, definition, changed_by, changed_at })
      .execute()
  },
})
export type TemplateStore = ReturnType<typeof sqlTemplateStore>
