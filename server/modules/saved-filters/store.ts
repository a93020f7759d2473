import { sql } from 'kysely'
import { SAVED_FILTERS_MAX } from '#contract/core/limits.ts'
import type { FilteredList, SavedFilter } from '#contract/saved-filters.ts'
import type { Db } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'

/** Saved filters of people. */
export const sqlSavedFilterStore = (db: Db) => ({
  async list(personId: string, list: FilteredList): Promise<SavedFilter[]> {
    const { rows } = await sql<SavedFilter>`
      select id, list, name, query from saved_filter where person_id = ${personId}::uuid and list = ${list}
      order by lower(name), id`.execute(db)
    return rows
  },

  /** False when the person has too many for the list. Throws savedFilterNameTaken. */
  save: (personId: string, { id, list, name, query }: SavedFilter, now: Date): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      // Two saves of one person at once would count the same rows.
      await sql`select from person where id = ${personId}::uuid for update`.execute(tx)
      const { numAffectedRows = 0n } = await uniqueAs({ saved_filter_name: 'savedFilterNameTaken' }, () =>
        sql`
          insert into saved_filter (id, person_id, list, name, query, created_at)
          select ${id}::uuid, ${personId}::uuid, ${list}, ${name}, ${query}, ${now}
          where (select count(*) from saved_filter where person_id = ${personId}::uuid and list = ${list}) < ${SAVED_FILTERS_MAX}`.execute(
          tx,
        ),
      )
      return numAffectedRows > 0n
    }),

  remove: (personId: string, id: string) =>
    sql`delete from saved_filter where id = ${id}::uuid and person_id = ${personId}::uuid`.execute(db),
})
