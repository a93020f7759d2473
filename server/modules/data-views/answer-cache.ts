import { createHash } from 'node:crypto'
import type { AnswerPage } from '#contract/queries/answer.ts'
import type { Content, Resolved } from './content.ts'
import type { Part } from './database-store.ts'

type Kept = Pick<AnswerPage, 'rows' | 'matching' | 'answeredBy'>

/** Characters of all answers that are kept in memory, and of one (our choice). */
const CACHE_CHARACTERS = 32_000_000
const ANSWER_CHARACTERS = 2_000_000
/** Functions of SQL that have another value each time or each day; those of formulas have not. */
const CHANGING =
  /\b(now|today|current_\w+|localtime\w*|get_current_\w+|transaction_timestamp|ago|age|random|setseed|uuid\w*|gen_random_uuid|sample|tablesample)\b/i

/** Whether the same sources give the same answer whenever they are asked. */
export const isTimeless = (content: Content): boolean =>
  !('text' in content && CHANGING.test(content.text)) &&
  content.sources.every((one) => one.kind !== 'view' || isTimeless(one.content))

/** The current state of a source: its columns and the version of its contents. */
function stateOf(source: Resolved): unknown {
  if (source.kind === 'view') return contentState(source.content)
  if (source.kind === 'file') return source.data.files
  const { table, columns, state } = source.source
  return [table.id, state, columns.map(({ id, physical, type }) => [id, physical, type])]
}
const contentState = (content: Content): unknown => {
  const asked = 'text' in content ? [content.text, content.names] : content.query
  return [asked, content.sources.map(stateOf)]
}

const charactersOf = (rows: AnswerPage['rows']): number =>
  rows.reduce(
    (sum, row) => row.reduce((of: number, cell) => of + (cell === null ? 4 : String(cell).length + 8), sum),
    0,
  )

/**
 * Caches answers by query and state of the sources. Callers have been admitted to all sources before, so nobody gets
 * data that they may not see.
 */
export function answerCache() {
  const kept = new Map<string, { answer: Kept; characters: number }>()
  let total = 0

  function forget(key: string): void {
    total -= kept.get(key)?.characters ?? 0
    kept.delete(key)
  }

  return {
    /** Null if the answer changes with time. */
    keyOf: (content: Content, part: Part): string | null =>
      isTimeless(content)
        ? createHash('sha256')
            .update(JSON.stringify([contentState(content), part]))
            .digest('base64')
        : null,
    find(key: string): Kept | undefined {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.answer
    },
    keep(key: string, answer: Kept): void {
      const characters = charactersOf(answer.rows)
      if (characters > ANSWER_CHARACTERS) return
      forget(key)
      kept.set(key, { answer, characters })
      total += characters
      for (const oldest of kept.keys()) {
        if (total <= CACHE_CHARACTERS) break
        forget(oldest)
      }
    },
  }
}
