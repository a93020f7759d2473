import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { calls, RequestId } from '#contract/calls.ts'
import type { RealtimeEvent } from '#contract/core/events.ts'
import type { Deps } from '#server/deps.ts'
import { cancelReads } from '#server/http/cancelling.ts'
import { mount } from '#server/http/mount.ts'

const News = z.object({ personId: z.string(), reqId: RequestId })

/** Cancels reads in progress, on any node, and reports their progress. */
export function callsModule(app: FastifyInstance, { bus }: Pick<Deps, 'bus'>): void {
  const off = bus.on('cancel', (payload) => {
    const { personId, reqId } = News.parse(payload)
    cancelReads(personId, reqId)
  })
  app.addHook('onClose', off)
  app.decorate('tellProgress', (personId, reqId, share) => {
    bus
      .publish('realtime', { to: [personId], event: { mark: 'query', reqId, share } satisfies RealtimeEvent })
      // Progress that is not sent now is sent with the next part.
      .catch((error: unknown) => app.log.info({ err: error }, 'progress of a read not told'))
  })
  mount(app, calls.cancel, async ({ reqId }, { actor }) => {
    // Those of this node end at once: they may hold the connections that the message to all nodes needs.
    cancelReads(actor.id, reqId)
    await bus.publish('cancel', { personId: actor.id, reqId })
    return null
  })
}
