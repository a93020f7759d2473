import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'

export const sourcesPath = (spaceId: string) => `${spacePath(spaceId, 'form')}?list=sources`
export const sourcePath = (spaceId: string, sourceId: string) => `${sourcesPath(spaceId)}&source=${sourceId}`
export const importPath = (spaceId: string, sourceId: string, importId: string) =>
  `${sourcePath(spaceId, sourceId)}&import=${importId}`

/** What is shown of a data source: its tables, or the imports from it. */
export type SourceSheet = 'tables' | 'imports'
/** A table of a data source. */
export type SourceAt = { schema: string; table: string }

/** Which data source is open, and what of it: Back undoes each. */
export function useSourceAddress() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (over: Record<string, string | null>, options?: { replace: boolean }) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(over)) value === null ? next.delete(name) : next.set(name, value)
        return next
      }, options),
    [setParams],
  )
  const [schema, table] = [params.get('schema'), params.get('of')]
  const importId = params.get('import')
  const sheet: SourceSheet = params.get('show') === 'imports' || importId !== null ? 'imports' : 'tables'
  const closed = { schema: null, of: null, show: null, import: null }
  return {
    isList: params.get('list') === 'sources',
    sourceId: params.get('source'),
    sheet,
    at: schema !== null && table !== null ? { schema, table } : null,
    importId,
    open: (id: string | null) => change({ ...closed, list: 'sources', source: id }),
    show: (next: SourceSheet) => change({ show: next === 'imports' ? next : null, import: null }),
    pick: (at: SourceAt | null) => change({ schema: at?.schema ?? null, of: at?.table ?? null }),
    openImport: (id: string | null) => change({ show: 'imports', import: id }),
  }
}
export type SourceAddress = ReturnType<typeof useSourceAddress>
