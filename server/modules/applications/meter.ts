import type { FastifyInstance, FastifyRequest } from 'fastify'
import { holdBack } from '#server/http/hold-back.ts'
import type { Program } from '#server/http/program.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import { callLimit } from './call-limit.ts'
import type { CallCount, CallStore } from './calls-store.ts'
import { dayOf, dayQuota } from './day-quota.ts'

/** By application and day. */
type Counts = Map<string, CallCount>
type Needs = { store: Pick<CallStore, 'addCalls' | 'takeCalls' | 'bytesOf' | 'takeOfDay'>; now: () => Date }

const keyOf = (id: string, day: number) => `${id} ${day}`

function add(counts: Counts, { id, day, ...more }: Pick<CallCount, 'id' | 'day'> & Partial<CallCount>): void {
  const sum = counts.get(keyOf(id, day)) ?? { calls: 0, errors: 0, limited: 0, bytes: 0 }
  counts.set(keyOf(id, day), {
    id,
    day,
    calls: sum.calls + (more.calls ?? 0),
    errors: sum.errors + (more.errors ?? 0),
    limited: sum.limited + (more.limited ?? 0),
    bytes: sum.bytes + (more.bytes ?? 0),
  })
}

/** Counts calls and bytes of applications, and holds each to its own limits. */
export function applicationMeter(app: FastifyInstance, { store, now }: Needs) {
  const take = callLimit({ store, now })
  const hold = holdBack()
  const callers = new WeakMap<FastifyRequest, string>()
  // Counted when they were let in; those of a quota in the database, so that no end of this process forgets them.
  const admitted = new WeakSet<FastifyRequest>()
  const statuses = new WeakMap<FastifyRequest, number>()
  let counts: Counts = new Map()
  let saving: Counts = new Map()
  const unsavedOf = (id: string, day: number) =>
    [counts, saving].reduce((sum, some) => sum + (some.get(keyOf(id, day))?.bytes ?? 0), 0)
  const unsavedCallsOf = (id: string, day: number) => {
    const known = counts.get(keyOf(id, day))
    return known ? known.calls - known.limited : 0
  }
  const quota = dayQuota({ store, now, unsavedOf, unsavedCallsOf })

  app.addHook('onResponse', async (request, reply) => {
    const status = statuses.get(request) ?? reply.statusCode
    const id = callers.get(request)
    if (!id) return
    const errors = status >= 400 ? 1 : 0
    const refused = { calls: 1, limited: status === 429 ? 1 : 0 }
    add(counts, { id, day: dayOf(now()), errors, ...(!admitted.has(request) && refused) })
  })

  return {
    /** Throws tooManyRequests, apiQuotaUsed. */
    async count(request: FastifyRequest, program: Program): Promise<void> {
      const { id } = program
      callers.set(request, id)
      attributeRequest({ applicationId: id })
      await take(program)
      const refusal = await quota.refusalOf(program, Number(request.headers['content-length'] ?? 0))
      if (refusal) {
        await hold()
        throw refusal
      }
      admitted.add(request)
      if (program.callsPerDay === null) add(counts, { id, day: dayOf(now()), calls: 1 })
    },
    /** Counts bytes received or sent. */
    addBytes: (id: string, bytes: number): void => add(counts, { id, day: dayOf(now()), bytes }),
    /** Counts the answer as one of this HTTP status, whatever is sent. */
    counts: (request: FastifyRequest, status: number): void => void statuses.set(request, status),
    /** Saves what was counted since the last time. */
    async save(): Promise<number> {
      const unsaved = counts
      if (!unsaved.size) return 0
      saving = unsaved
      counts = new Map()
      try {
        quota.saved(await store.addCalls(now(), [...unsaved.values()]))
      } catch (error) {
        // Counts that could not be saved are added to the next ones.
        for (const one of unsaved.values()) add(counts, one)
        throw error
      } finally {
        if (saving === unsaved) saving = new Map()
      }
      return unsaved.size
    },
  }
}
