import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Leave } from './leave.tsx'

/** The way out of a space that is offline; whoever sees the members leaves from there. */
export default function LeaveOffline({ space }: { space: Space }) {
  const user = useUser()
  if (!user || space.myRole === null || can(actorOf(user), 'member.list', space)) return null
  return <Leave space={space} personId={user.userId} />
}
