import { createHash } from 'node:crypto'
import type { AnswerColumn, QueryProblem } from '#contract/queries/answer.ts'
import { columnNamesInSql } from '#contract/queries/sql.ts'
import { type EngineColumn, QueryRefused, type RowOrder } from '#server/query-engine/index.ts'
import type { SqlContent } from './content.ts'

type Whole = Pick<SqlContent, 'text' | 'names' | 'sources'>
type Shape = Pick<SqlContent, 'columns' | 'isSteady'> | { problem: QueryProblem }
/** The engine's description of SQL without running it. Throws for SQL that it refuses. */
type Describe = (content: Whole, personId: string) => Promise<{ columns: EngineColumn[]; order: RowOrder }>

/** Texts of which the columns are kept in memory (our choice). */
const KNOWN_MAX = 500
const problem = (reason: QueryProblem['reason'], source: number | null, name: string): QueryProblem => ({
  reason,
  source,
  field: null,
  name,
})

/** The problem with reading SQL's sources by their names. */
export function sourceProblems(names: readonly string[]): QueryProblem[] {
  const plain = names.map((name) => name.toLowerCase())
  const twice = plain.findIndex((name, at) => plain.indexOf(name) < at)
  return twice < 0 ? [] : [problem('keyTaken', twice, names[twice] ?? '')]
}

/** The key of a column is derived from its name, so views and charts still work when columns change their order. */
const keyOf = (name: string) => `c${createHash('sha256').update(name).digest('hex').slice(0, 12)}`

function columnsOf(columns: readonly EngineColumn[]): AnswerColumn[] {
  const names = columnNamesInSql(columns)
  return columns.map(({ type }, at) => {
    const name = names[at] ?? ''
    return { key: keyOf(name), name, description: '', unit: '', type, format: {} }
  })
}

function problemOf(error: unknown): QueryProblem {
  if (!(error instanceof QueryRefused) || error.refusal !== 'queryInvalid') throw error
  const { reason, at } = error.refused
  const told = typeof reason === 'string' ? problem('sqlInvalid', null, reason) : problem(reason.key, null, reason.name)
  return at ? { ...told, at } : told
}

/** The columns of SQL, as the engine finds them; asked once for a text over sources of the same columns. */
export function sqlShapes(describe: Describe) {
  const known = new Map<string, Shape>()

  async function ask(content: Whole, personId: string): Promise<Shape> {
    try {
      const { columns, order } = await describe(content, personId)
      const isOfSource = order === 'source' && content.sources.every(({ kind }) => kind !== 'view')
      return { columns: columnsOf(columns), isSteady: order === 'own' || isOfSource }
    } catch (error) {
      return { problem: problemOf(error) }
    }
  }

  return async function shapeOf(content: Whole, personId: string): Promise<Shape> {
    const shapes = content.sources.map(({ shape }) => shape.map(({ name, type }) => [name, type]))
    const key = createHash('sha256')
      .update(JSON.stringify([content.text, content.names, shapes]))
      .digest('base64')
    const shape = known.get(key) ?? (await ask(content, personId))
    known.delete(key)
    known.set(key, shape)
    const [oldest = ''] = known.keys()
    if (known.size > KNOWN_MAX) known.delete(oldest)
    return shape
  }
}
export type SqlShapes = ReturnType<typeof sqlShapes>
