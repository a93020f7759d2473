import type { Content, QueryContent, Resolved, SqlContent } from './content.ts'
import type { Dialect } from './dialects-store.ts'
import { type Relation, relationOf } from './relation-store.ts'
import { tableInDatabase } from './table-source-store.ts'

/** How the tables and files of a content are read in a dialect. */
export type Leaves = {
  dialect: Dialect
  rowsOf: (leaf: Exclude<Resolved, { kind: 'view' }>) => Omit<Relation, 'columns' | 'order'>
  /** The rows of SQL, in the order that it has. */
  rowsOfSql: (content: SqlContent) => Omit<Relation, 'columns'>
}

/** Compiles all that a content reads to one statement. */
export function compile(content: Omit<QueryContent, 'formulaLength'> | Content, leaves: Leaves): Relation {
  if ('text' in content) return { ...leaves.rowsOfSql(content), columns: content.columns }
  const { query, types, formulas, columns } = content
  const sources = content.sources.map((source) => relationOfSource(source, leaves))
  const shapes = content.sources.map(({ shape }) => shape)
  return relationOf({ query, sources, shapes, types, formulas, columns }, leaves.dialect)
}

/** One source as rows whose columns are those of its shape. */
export function relationOfSource(source: Resolved, leaves: Leaves): Relation {
  if (source.kind === 'view') return compile(source.content, leaves)
  return { ...leaves.rowsOf(source), columns: source.shape, order: [] }
}

/** Tables as the database has them. */
export const inDatabase = (dialect: Dialect): Leaves => ({
  dialect,
  rowsOf: (leaf) => {
    if (leaf.kind !== 'table') throw new Error('files are read by the engine')
    return { select: tableInDatabase(leaf.source), ties: ['r1', 'r2'] }
  },
  rowsOfSql: () => {
    throw new Error('SQL is read by the engine')
  },
})
