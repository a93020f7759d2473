import { type RawBuilder, sql } from 'kysely'
import { columnNamesInSql } from '#contract/queries/sql.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { OURS, type PeopleSql } from '#server/query-engine/index.ts'
import { type Leaves, relationOfSource } from './compile-store.ts'
import type { SqlContent } from './content.ts'
import { engine as dialect } from './dialects-store.ts'
import type { Relation } from './relation-store.ts'

export type SqlText = Pick<SqlContent, 'text' | 'names' | 'sources'>

/** Values of other types of the engine are read as texts, times with a zone as times in UTC. */
const casts: Partial<Record<CellType, string>> = { text: 'varchar', datetime: 'timestamp' }

/**
 * Users' SQL within a statement. Each is a part of it (`with …`) that sees the names of its own sources, and no other
 * names of the statement.
 */
export function sqlParts(rowsOf: Leaves['rowsOf']) {
  const parts: RawBuilder<unknown>[] = []
  const people: PeopleSql[] = []

  /** A text over its sources, which have the names and columns that people see. */
  function textOver({ text, names, sources }: SqlText): RawBuilder<unknown> {
    const named = names.map((name, at) => {
      const source = sources[at]
      if (!source) throw new Error(`no source ${name}`)
      const columns = columnNamesInSql(source.shape).map(
        (column, index) => sql`${sql.raw(`c${index + 1}`)} as ${sql.id(column)}`,
      )
      return sql`${sql.id(name)} as (select ${sql.join(columns)} from (${relationOfSource(source, leaves).select}) as v)`
    })
    people.push({ text, names })
    const before = named.length ? sql`with ${sql.join(named)} ` : sql``
    return sql`${before}select * from (${sql.raw(`\n${text}\n`)}) as u`
  }

  function rowsOfSql(content: SqlContent): Omit<Relation, 'columns'> {
    const { columns, isSteady } = content
    const rows = textOver(content)
    const name = sql.id(`${OURS}q${parts.length}`)
    const places = columns.map((_, index) => sql.raw(`c${index + 1}`))
    const values = columns.map(({ type }, index) => {
      const cast = casts[type]
      return sql.raw(`c${index + 1}${cast ? `::${cast} as c${index + 1}` : ''}`)
    })
    parts.push(sql`${name} (${sql.join([...places])}) as (${rows})`)
    const select = sql`select ${sql.join([...values, sql`row_number() over () as r1`])} from ${name}`
    if (isSteady) return { select, ties: ['r1'], order: [] }
    return {
      select,
      ties: [],
      order: columns.map(({ type }, index) => ({ name: `c${index + 1}`, type, order: 'asc' })),
    }
  }

  const leaves: Leaves = { dialect, rowsOf, rowsOfSql }
  return {
    leaves,
    textOver,
    people,
    parts,
    /** The text before a statement. */
    before: () => (parts.length ? sql`with ${sql.join([...parts])} ` : sql``),
  }
}
