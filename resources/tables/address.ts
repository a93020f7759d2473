import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { TimestampInput } from '#contract/core/shapes.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { ColumnId } from '#contract/tables/columns.ts'
import { Question } from '#contract/tables/question.ts'

export const tablePath = (spaceId: string, tableId: string) => `${spacePath(spaceId, 'form')}?table=${tableId}`

/** The question about a table, and the column by which rows are grouped. */
const Asked = z.extend(Question, { groupBy: z._default(z.nullable(ColumnId), null) })
export type Asked = z.infer<typeof Asked>

/** Parses the question in the address; null if there is none, or it is invalid. */
function questionIn(text: string | null): Asked | null {
  if (text === null) return null
  try {
    return Asked.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // An incomplete address: the table is shown in the last saved view.
    return null
  }
}

/** A moment of a table: just after a change, or at a time (ISO 8601). */
export type At = { change: number; until?: undefined } | { until: string; change?: undefined }

/** The moment in the address: `7` or `2026-11-30T14:05:00.000Z`; null if there is none. */
function momentIn(text: string | null): At | null {
  if (text === null) return null
  if (/^\d{1,15}$/.test(text)) return { change: Number(text) }
  return TimestampInput.safeParse(text).success ? { until: text } : null
}

/** The address as it is by now: of two changes at once, the second is not shown the first yet. */
const paramsNow = () => new URLSearchParams(location.search)

type CommentsOf = { row?: number; column?: number }

/** The row or cell whose comments are open, from the address: `7`, `7.2`, or `all`; null if none are. */
function commentsIn(text: string | null): CommentsOf | null {
  if (text === null) return null
  const [, row, column] = /^([1-9]\d{0,14})(?:\.([1-9]\d{0,8}))?$/.exec(text) ?? []
  if (row === undefined) return {}
  return { row: Number(row), ...(column !== undefined && { column: Number(column) }) }
}

/** The form of a row that is added, in the address: `new` at the end, `new:7` behind that row, `new:` at the beginning. */
export type NewRow = { behind?: number | null }
function newRowIn(text: string | null): NewRow | null {
  const found = /^new(?::(\d{0,15}))?$/.exec(text ?? '')
  if (!found) return null
  return found[1] === undefined ? {} : { behind: Number(found[1]) || null }
}

/** Which table is open, by which question it is looked at, and which row is expanded, and at which moment: Back undoes each. */
export function useTableAddress() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('ask')
  const question = useMemo(() => questionIn(asked), [asked])
  const moment = params.get('at')
  const at = useMemo(() => momentIn(moment), [moment])
  const change = useCallback(
    (over: Record<string, string | null>, options?: { replace: boolean }) =>
      setParams(() => {
        const next = paramsNow()
        for (const [name, value] of Object.entries(over)) value === null ? next.delete(name) : next.set(name, value)
        return next
      }, options),
    [setParams],
  )
  return {
    tableId: params.get('table'),
    question,
    row: params.get('row'),
    newRow: newRowIn(params.get('row')),
    /** The deleted tables are listed. */
    isTrash: params.has('trash'),
    showTrash: (isShown: boolean) => change({ trash: isShown ? '1' : null }),
    /** The file of the space that a link asks to import: its hash. */
    imported: params.get('import'),
    importedName: params.get('name') ?? '',
    forgetImport: useCallback(() => change({ import: null, name: null }, { replace: true }), [change]),
    open: (tableId: string | null) => change({ table: tableId, ask: null, row: null, comments: null, at: null }),
    /** Asks another question, made from the one that is in the address by now; null if there is none. */
    ask: (next: (now: Asked | null) => Asked, options?: { replace: boolean }) =>
      change({ ask: JSON.stringify(next(questionIn(paramsNow().get('ask')))) }, options),
    /** The moment at which the table is looked at; null: now. */
    at,
    look: (next: At | null) => change({ at: next && String(next.change ?? next.until), row: null, comments: null }),
    comments: commentsIn(params.get('comments')),
    comment: (of: CommentsOf | null) =>
      change({ comments: of && (of.row === undefined ? 'all' : [of.row, of.column].filter(Boolean).join('.')) }),
    expand: (row: number | null) => change({ row: row === null ? null : String(row) }),
    /** Opens the form of a new row. */
    expandNew: ({ behind }: NewRow) => change({ row: behind === undefined ? 'new' : `new:${behind ?? ''}` }),
  }
}
export type TableAddress = ReturnType<typeof useTableAddress>
