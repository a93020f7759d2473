import { queryOptions } from '@tanstack/react-query'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

/** How many values a column has, which would go with it or make room for a formula. */
export const valuesIn = ({ spaceId, id, change }: DataTable, column: number) =>
  queryOptions({
    queryKey: ['tables', spaceId, 'values', id, change, column],
    queryFn: async ({ signal }) => {
      const going = { kind: 'removeColumns' as const, columns: [column] }
      return (await call(tables.preview, { spaceId, id, change: going }, { quiet: true, signal })).lost
    },
  })
