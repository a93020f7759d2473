import type { FastifyRequest } from 'fastify'
import { Id } from '#contract/core/shapes.ts'
import { VIEW_AS_HEADER, type ViewAs, viewAsRoleOf } from '#contract/view-as.ts'

/** The role as which the caller wants to view a space; null for a missing or invalid header. */
export function viewAsOf({ headers }: Pick<FastifyRequest, 'headers'>): ViewAs | null {
  const header = headers[VIEW_AS_HEADER]
  if (header === undefined) return null
  const [spaceId, asked, ...rest] = String(header).split(' ')
  const [id, role] = [Id.safeParse(spaceId), viewAsRoleOf(asked)]
  return id.success && role && !rest.length ? { spaceId: id.data, role } : null
}
