import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Program } from '#server/http/program.ts'
import { callLimit } from './call-limit.ts'
import type { CallCount, CallStore } from './calls-store.ts'

/** Counts calls of applications, and holds each to its own limit. */
export function applicationMeter(
  app: FastifyInstance,
  { store, now }: { store: Pick<CallStore, 'addCalls' | 'takeCalls'>; now: () => Date },
) {
  const take = callLimit({ store, now })
  const callers = new WeakMap<FastifyRequest, string>()
  const statuses = new WeakMap<FastifyRequest, number>()
  let counts = new Map<string, CallCount>()

  app.addHook('onResponse', async (request, reply) => {
    const statusCode = statuses.get(request) ?? reply.statusCode
    const id = callers.get(request)
    if (!id) return
    const counted = counts.get(id) ?? { id, calls: 0, errors: 0, limited: 0 }
    counted.calls += 1
    if (statusCode >= 400) counted.errors += 1
    if (statusCode === 429) counted.limited += 1
    counts.set(id, counted)
  })

  return {
    /** Throws tooManyRequests. */
    count(request: FastifyRequest, program: Program): Promise<void> {
      callers.set(request, program.id)
      return take(program)
    },
    /** Counts the answer as one of this HTTP status, whatever is sent. */
    counts: (request: FastifyRequest, status: number): void => void statuses.set(request, status),
    /** Saves what was counted since the last time. */
    async save(): Promise<number> {
      const unsaved = counts
      if (!unsaved.size) return 0
      counts = new Map()
      try {
        await store.addCalls(now(), [...unsaved.values()])
      } catch (error) {
        // What could not be saved is saved with what comes next.
        for (const [id, { calls, errors, limited }] of unsaved) {
          const later = counts.get(id) ?? { id, calls: 0, errors: 0, limited: 0 }
          counts.set(id, {
            id,
            calls: later.calls + calls,
            errors: later.errors + errors,
            limited: later.limited + limited,
          })
        }
        throw error
      }
      return unsaved.size
    },
  }
}
