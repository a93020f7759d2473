import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { metadata, type Vocabulary } from '#contract/metadata.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

const found = (results: UseQueryResult<Vocabulary>[]) => results.flatMap(({ data }) => data ?? [])
const STALE_MS = 60_000

/** The table with the terms of vocabularies as options of the columns that choose from them. */
export function useTerms(table: DataTable | undefined): DataTable | undefined {
  const spaceId = table?.spaceId ?? ''
  const ids = [...new Set(table?.columnList.flatMap(({ vocabularyId }) => vocabularyId ?? []))]
  const vocabularies = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['vocabularies', spaceId, id],
      queryFn: () => call(metadata.vocabulary, { spaceId, id }, { quiet: true }),
      staleTime: STALE_MS,
    })),
    combine: found,
  })
  return useMemo(() => {
    if (!table || vocabularies.length === 0) return table
    const terms = new Map(vocabularies.map((one) => [one.id, one.terms]))
    const columnList = table.columnList.map((column) => ({
      ...column,
      options: terms.get(column.vocabularyId ?? '') ?? column.options,
    }))
    return { ...table, columnList }
  }, [table, vocabularies])
}
