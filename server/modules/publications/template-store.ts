import type { Insertable } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type Row = Insertable<Schema['publication_template']>

export const sqlTemplateStore = (db: Db) => ({
  all: () => db.selectFrom('publication_template').selectAll().execute(),
  one: (id: string) => db.selectFrom('publication_template').selectAll().where('id', '=', id).executeTakeFirst(),
  held: (tx: Tx, id: string) =>
    tx.selectFrom('publication_template').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

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
  },
})
export type TemplateStore = ReturnType<typeof sqlTemplateStore>
