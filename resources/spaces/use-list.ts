import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { SpaceSort, SpaceType } from '#contract/spaces.ts'

/** One's own spaces, or those to discover. */
export const SCOPES = ['mine', 'visible'] as const

/** What the address may say of the list of spaces; anything else in it is ignored. */
const View = z.object({
  scope: z.catch(z.enum(SCOPES), 'mine'),
  q: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX)), ''),
  type: z.catch(z.optional(SpaceType), undefined),
  tag: z.catch(z.optional(z.string()), undefined),
  sort: z.catch(SpaceSort, 'created'),
})
export type SpaceView = z.infer<typeof View>

/** How the list of spaces is seen, kept in the address: Back and a copied link show the same. */
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
