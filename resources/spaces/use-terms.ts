import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/core/policy.ts'
import { settings } from '#contract/settings.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'

const quiet = { quiet: true }

/** The capacity of a requested space, and whether an administrator must approve it; administrators need no approval. */
export function useTerms() {
  const mayResize = can(actorOf(useUser()), 'space.createUnasked', null)
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['spaces', 'terms'],
    queryFn: () => Promise.all([call(settings.spaceDefaults, {}, quiet), call(settings.approvalSwitches, {}, quiet)]),
    staleTime: 0,
  })
  const [defaults, switches] = data ?? []
  return { isPending, error, refetch, mayResize, defaults, needsApproval: !mayResize && (switches?.space ?? false) }
}
