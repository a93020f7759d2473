import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { calls, RequestId } from '#contract/calls.ts'
import type { Deps } from '#server/deps.ts'
import { cancelReads } from '#server/http/cancelling.ts'
import { mount } from '#server/http/mount.ts'

const News = z.object({ personId: z.string(), reqId: RequestId })

/** Cancels reads under way, on whichever node they are. */
export function callsModule(app: FastifyInstance, { bus }: Pick<Deps, 'bus'>): void {
  const off = bus.on('cancel', (payload) => {
    const { personId, reqId } = News.parse(payload)
    cancelReads(personId, reqId)
  })
  app.addHook('onClose', off)
  mount(app, calls.cancel, async ({ reqId }, { actor }) => {
    await bus.publish('cancel', { personId: actor.id, reqId })
    return null
  })
}
