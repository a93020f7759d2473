import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

type Change = Readonly<Record<string, string | undefined>>

/** Parameters that stay when filters are cleared; the page size also stays when the tab changes. */
const TAB = 'tab'
const SIZE = 'size'

function changed(params: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
  return next
}
const only = (params: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...params].filter(([name]) => names.includes(name)))

/**
 * The view of a list and the layers above it, stored in the address: Back closes a layer, and a copied link opens it.
 * Parameters unknown to the schema are ignored.
 */
export function useLayerAddress<View extends Change>(schema: z.ZodMiniType<View>) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => schema.parse(Object.fromEntries(params)), [schema, params])
  const pathWith = (change: Change) => ({ search: String(changed(params, change)) })
  return {
    view,
    /** The value of the open layer with this name. */
    layer: (name: string) => params.get(name) ?? undefined,
    /** Typing replaces the history entry, all other changes add one. */
    setView: (change: Partial<View>) => setParams(changed(params, change as Change), { replace: 'q' in change }),
    clear: () => setParams(only(params, [TAB, SIZE])),
    /** The address of another tab; undefined is the first one. */
    tabPath: (tab: string | undefined) => ({ search: String(changed(only(params, [SIZE]), { [TAB]: tab })) }),
    pathWith,
    open: (layers: Change) => navigate(pathWith(layers), { state: { isLayer: true } }),
    /** Navigates back to where the layer was opened from; otherwise only removes the layers from the address. */
    close: (...layers: string[]) => {
      const isOpened = typeof state === 'object' && state !== null && 'isLayer' in state
      if (isOpened) return void navigate(-1)
      const gone = Object.fromEntries(layers.map((name) => [name, undefined]))
      setParams(changed(params, gone), { replace: true })
    },
  }
}
