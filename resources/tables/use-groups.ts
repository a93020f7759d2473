import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Column } from '#contract/tables/columns.ts'
import { type Aggregate, aggregatesOf, type RowGroup } from '#contract/tables/looks.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { groupKey, type Span, spansOf } from './grouping.ts'
import type { View } from './use-view.ts'
import type { WaitingReads } from './waiting-reads.ts'

/** The aggregates that a view tells of the columns that are there. */
export function aggregatesIn(view: View, columns: readonly Column[]): Aggregate[] {
  return columns.flatMap(({ id, type }) => {
    const kind = view.state.aggregates[id]
    return kind && aggregatesOf[type].includes(kind) ? [{ column: id, kind }] : []
  })
}

/** Aggregates by column, of a group or of all rows. */
export type Told = { count: number; aggregates: ReadonlyMap<number, string | null> }
const toldOf = ({ count, aggregates }: RowGroup, asked: readonly Aggregate[]): Told => ({
  count,
  aggregates: new Map(asked.map(({ column }, at) => [column, aggregates[at] ?? null])),
})

type Wish = { table: DataTable; view: View; waiting: WaitingReads }

function useAnswer({ table, view, waiting }: Wish, groupBy: number | null, isWanted: boolean) {
  const { spaceId, id } = table
  const { shown: question } = view
  const aggregates = aggregatesIn(view, table.columnList)
  const query = useQuery({
    queryKey: ['tables', spaceId, 'groups', id, groupBy, question, aggregates, table.change],
    queryFn: async ({ signal }) => ({
      asked: aggregates,
      ...(await waiting.run((requestId) =>
        call(tables.groups, { spaceId, id, question, groupBy, aggregates }, { quiet: true, signal, requestId }),
      )),
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  return { ...query, data: isWanted ? query.data : undefined }
}

/** Aggregates of all matching rows; null until they are loaded, or if none are shown. */
export function useTotals(wish: Wish): Told | null {
  const { data } = useAnswer(wish, null, aggregatesIn(wish.view, wish.table.columnList).length > 0)
  const [all] = data?.groups ?? []
  return data && all ? toldOf(all, data.asked) : null
}

/** The groups of a table that is looked at by a column. */
export type Groups = {
  column: Column
  list: readonly RowGroup[]
  told: readonly Told[]
  names: Readonly<Record<string, string>>
  spans: readonly Span[]
  isFolded: (group: number) => boolean
  toggle: (group: number) => void
  foldAll: (isFolded: boolean) => void
}

/** The groups that the view asks for; `error` when they can't be told, and the rows are shown without them. */
export function useGroups(wish: Wish): { groups: Groups | null; error: unknown } {
  const { table, view } = wish
  const column = table.columnList.find(({ id }) => id === view.groupBy)
  const { data, error } = useAnswer(wish, view.groupBy, column !== undefined)
  const [folded, setFolded] = useState<{ by: number | null; keys: ReadonlySet<string> }>({ by: null, keys: new Set() })
  const keys = folded.by === view.groupBy ? folded.keys : NONE
  const groups = useMemo((): Groups | null => {
    if (!column || !data) return null
    const { groups: list, asked, names } = data
    const keyOf = (group: number) => groupKey(list[group] ?? { value: null })
    const fold = (next: ReadonlySet<string>) => setFolded({ by: column.id, keys: next })
    return {
      column,
      list,
      told: list.map((group) => toldOf(group, asked)),
      names,
      spans: spansOf(list, keys),
      isFolded: (group) => keys.has(keyOf(group)),
      toggle(group) {
        const next = new Set(keys)
        if (!next.delete(keyOf(group))) next.add(keyOf(group))
        fold(next)
      },
      foldAll: (isFolded) => fold(isFolded ? new Set(list.map(groupKey)) : NONE),
    }
  }, [column, data, keys])
  return { groups, error: column ? error : null }
}
const NONE: ReadonlySet<string> = new Set()
