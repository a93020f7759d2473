import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { Look } from '#contract/queries/query.ts'

export const viewPath = (spaceId: string, viewId: string) => `${spacePath(spaceId, 'form')}?view=${viewId}`
export const viewsPath = (spaceId: string) => `${spacePath(spaceId, 'form')}?list=views`
export const newViewPath = (spaceId: string) => `${spacePath(spaceId, 'form')}?view=new`
export const newSqlPath = (spaceId: string) => `${newViewPath(spaceId)}&by=sql`
/** The address of a view that is not saved yet. */
export const NEW_VIEW = 'new'

function lookIn(text: string | null): Look {
  try {
    const parsed = Look.safeParse(text === null ? {} : JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // The address is incomplete: the view is shown as it is.
  }
  return { filter: [], sort: [] }
}

/** Which view is open, its filters and order, and whether it is edited; Back undoes each. */
export function useViewAddress() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('ask')
  const look = useMemo(() => lookIn(asked), [asked])
  const change = useCallback(
    (over: Record<string, string | null>, options?: { replace: boolean }) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(over)) value === null ? next.delete(name) : next.set(name, value)
        return next
      }, options),
    [setParams],
  )
  const viewId = params.get('view')
  return {
    viewId,
    isSql: params.get('by') === 'sql',
    isList: params.get('list') === 'views',
    look,
    isEdited: viewId === NEW_VIEW || params.get('edit') === '1',
    open: (id: string | null) => change({ view: id, list: 'views', edit: null, ask: null, by: null }),
    /** Leaves the editor for what was saved: Back does not return to it. */
    leaveEditor: (id: string) =>
      change({ view: id, list: 'views', edit: null, ask: null, by: null }, { replace: true }),
    edit: (isEdited: boolean) => change({ edit: isEdited ? '1' : null, ask: null }),
    ask: (next: Look) => change({ ask: JSON.stringify(next) }),
  }
}
export type ViewAddress = ReturnType<typeof useViewAddress>
