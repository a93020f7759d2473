import type { FastifyRequest } from 'fastify'
import { Id } from '#contract/core/shapes.ts'
import { VIEW_AS_HEADER, type ViewAs, viewAsRoleOf } from '#contract/view-as.ts'

/** As whom the caller wishes to look at a space; null for a header that is not there or makes no sense. */
export function viewAsOf({ headers }: Pick<FastifyRequest, 'headers'>): ViewAs | null {
  const [spaceId, asked, ...rest] = String(headers[VIEW_AS_HEADER] ?? '').split(' ')
  const [id, role] = [Id.safeParse(spaceId), viewAsRoleOf(asked)]
  return id.success && role && !rest.length ? { spaceId: id.data.toLowerCase(), role } : null
}
