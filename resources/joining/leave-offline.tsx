import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Leave } from './leave.tsx'

/** The button to leave an offline space; users who see the member list leave from there instead. */
export default function LeaveOffline({ space }: { space: Space }) {
  const user = useUser()
  if (!user || space.myRole === null || can(actorOf(user), 'member.list', space)) return null
  return <Leave space={space} personId={user.userId} />
}
