import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { SpaceSort, SpaceType } from '#contract/spaces.ts'

/** The user's own spaces, or the spaces to discover. */
export const SCOPES = ['mine', 'visible'] as const

/** The view of the list of spaces as stored in the address; other parameters are ignored. */
const View = z.object({
  scope: z.catch(z.enum(SCOPES), 'mine'),
  q: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX)), ''),
  type: z.catch(z.optional(SpaceType), undefined),
  tag: z.catch(z.optional(z.string()), undefined),
  sort: z.catch(SpaceSort, 'created'),
})
export type SpaceView = z.infer<typeof View>

/** The view of the list of spaces, stored in the address, so that Back and a copied link show the same. */
export function useSpaceView() {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => View.parse(Object.fromEntries(params)), [params])
  function setView(change: Partial<SpaceView>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
    setParams(next, { replace: true })
  }
  return { view, setView }
}
