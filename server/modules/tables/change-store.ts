import { sql } from 'kysely'
import { UNDO_STEPS } from '#contract/core/limits.ts'
import type { HistoryKind, UndoState } from '#contract/tables/changes.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { effectsOf } from './physical-store.ts'

/** The effect of a change on a column: its catalogue rows before and after; null: there was none. */
export type ColumnEffect = { id: number; before: ColumnRow | null; after: ColumnRow | null }
/** Rows whose numbers follow each other. */
export type RowRange = { from: number; to: number }
/** The records of a change in addition to the effects on rows. */
export type ChangeTraces = {
  kind: HistoryKind
  details: Record<string, string>
  columns: readonly ColumnEffect[]
  /** Physical columns whose cells it wrote. */
  physical: readonly number[]
  touched: number
  /** The numbers of rows that it added, when it left no effects for them. */
  added?: RowRange | undefined
  ofId: number | null
  /** Whether it did what the change \`ofId\` did, or the reverse, to the same rows, so that those effects tell it. */
  isMirror: boolean
}
/** A change to record; without `touched` the number of changed rows is counted from its effects. */
export type Recorded = {
  id: number
  personId: string
  traces: Omit<ChangeTraces, 'touched'> & { touched: number | null }
}
type Made = { tableId: string; personId: string; at: Date }
export type StoredChange = {
  id: number
  kind: HistoryKind
  columns: ColumnEffect[]
  physical: number[]
  touched: number
  details: Record<string, string>
  added_from: number | null
  added_to: number | null
}

/**
 * The number of the next change. It is assigned while holding the locks: of two changes, the later one has the higher
 * number.
 */
export const nextNumber = sql<number>`nextval(pg_get_serial_sequence('table_change', 'id'))`

export const sqlChanges = (db: Db) => ({
  async nextId(tx: Tx): Promise<number> {
    const { rows } = await sql<{ id: number }>`select ${nextNumber} as id`.execute(tx)
    return rows[0]?.id ?? 0
  },

  /**
   * Records changes of a table, in their order. With `isStep` their people can undo them: what these could do again is
   * forgotten, and so are steps beyond the last UNDO_STEPS of each.
   */
  async record(tx: Tx, { tableId, at }: Pick<Made, 'tableId' | 'at'>, changes: readonly Recorded[], isStep: boolean) {
    const stepsOf = (personId: string) => changes.filter((one) => one.personId === personId)
    const rows = changes.map(({ id, personId, traces: { ofId, isMirror, added, ...traces } }) => {
      const isKept =
        isStep &&
        stepsOf(personId)
          .slice(-UNDO_STEPS)
          .some((one) => one.id === id)
      const step = isKept ? 'done' : null
      const range = { added_from: added?.from, added_to: added?.to }
      return { ...traces, ...range, id, person_id: personId, of_id: ofId, is_mirror: isMirror, step }
    })
    const isCounted = changes.some(({ traces }) => traces.touched === null)
    const touched = isCounted
      ? sql`coalesce(r.touched, (select count(*) from ${effectsOf(tableId)} h where h.change_id = r.id))`
      : sql`r.touched`
    const insert = sql`
      insert into table_change (id, table_id, person_id, at, kind, details, columns, physical, touched, of_id, is_mirror,
        added_from, added_to, step)
      overriding system value
      select r.id, ${tableId}::uuid, r.person_id, ${at}::timestamptz, r.kind, r.details, r.columns, r.physical, ${touched},
        r.of_id, r.is_mirror, r.added_from, r.added_to, r.step
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, person_id uuid, kind text, details jsonb,
        columns jsonb, physical int[], touched bigint, of_id bigint, is_mirror boolean,
        added_from bigint, added_to bigint, step text)`
    const people = [...new Set(changes.map(({ personId }) => personId))]
    const counts = people.map((personId) => stepsOf(personId).length)
    // The update does not see the new changes, which are the last ones.
    const insertAndTrim = sql`with made as (${insert})
      update table_change c set step = null from (
        select s.id, s.step, p.added + row_number() over (partition by s.person_id, s.step order by s.id desc) as nth
        from unnest(${people}::uuid[], ${counts}::int[]) as p (person_id, added)
        join table_change s on s.table_id = ${tableId}::uuid and s.person_id = p.person_id and s.step is not null) as old
      where c.id = old.id and (old.step = 'undone' or old.nth > ${UNDO_STEPS})`
    await (isStep ? insertAndTrim : insert).execute(tx)
  },

  /** The step that a person would undo or do again next, locked. */
  async nextStep(tx: Tx, { tableId, personId }: Made, way: 'undo' | 'redo'): Promise<StoredChange | undefined> {
    const [step, order] = way === 'undo' ? ['done', sql`desc`] : ['undone', sql`asc`]
    const { rows } = await sql<StoredChange>`
      select id, kind, columns, physical, touched, details, added_from, added_to from table_change
      where table_id = ${tableId}::uuid and person_id = ${personId}::uuid and step = ${step}
      order by id ${order} limit 1 for update`.execute(tx)
    return rows[0]
  },

  /** When a step was done last, or undone, and the physical columns that changes since wrote. */
  async since(tx: Tx, tableId: string, stepId: number): Promise<{ since: number; written: number[] }> {
    const { rows } = await sql<{ since: number; written: number[] }>`
      with last as (select max(id) as id from table_change where id = ${stepId} or of_id = ${stepId})
      select last.id as since, array(
        select distinct p from table_change h, unnest(h.physical) as p
        where h.table_id = ${tableId}::uuid and h.id > last.id) as written
      from last`.execute(tx)
    return rows[0] ?? { since: stepId, written: [] }
  },

  setStep: (tx: Tx, id: number, way: 'undo' | 'redo') =>
    sql`update table_change set step = ${way === 'undo' ? 'undone' : 'done'}, is_undone = ${way === 'undo'}
      where id = ${id}`.execute(tx),

  /** How many steps a person can undo and do again, and the next of each. */
  async steps(tableId: string, personId: string): Promise<UndoState> {
    const stepOf = (id: string) => sql`(
      select jsonb_build_object('id', id, 'kind', kind, 'details', details, 'touched', touched)
      from table_change where id = ${sql.ref(id)})`
    const { rows } = await sql<UndoState>`
      select undo, redo, ${stepOf('undo_id')} as "toUndo", ${stepOf('redo_id')} as "toRedo" from (
        select count(*) filter (where step = 'done') as undo, count(*) filter (where step = 'undone') as redo,
          max(id) filter (where step = 'done') as undo_id, min(id) filter (where step = 'undone') as redo_id
        from table_change
        where table_id = ${tableId}::uuid and person_id = ${personId}::uuid and step is not null) as steps`.execute(db)
    return rows[0] ?? { undo: 0, redo: 0, toUndo: null, toRedo: null }
  },
})
export type Changes = ReturnType<typeof sqlChanges>
