import type { FastifyBaseLogger } from 'fastify'
import { bringingForward } from '#server/concurrency/bring-forward.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { nextDrillOf, nextOf } from './policies.ts'
import type { PolicyStore } from './policy-store.ts'
import type { RunRow } from './run-rows-store.ts'
import type { Lease, RunStore } from './run-store.ts'

/** A node that does not renew the lease of a run for this long has lost it (our choice). */
const LEASE_MS = 60_000
const BEAT_MS = 5000

/** The time of a run, and which open ones it waits for. */
const DUE = {
  backup: { time: 'next_at', after: ['drill'] },
  drill: { time: 'drill_at', after: ['backup', 'drill'] },
} as const

/** A run that this node holds. */
export type Held = {
  run: RunRow
  lease: Lease
  /** Aborts when the run is to stop, or this node lost it. */
  signal: AbortSignal
  add: (bytes: number, sentBytes: number) => void
}
type Needs = {
  db: Db
  policies: PolicyStore
  runs: RunStore
  /** Works on a run to its end. Fails with Left when the run is left to another node. */
  work: (held: Held) => Promise<void>
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}

/** This node lost the run, or stops. */
export class Left extends Error {}
/** The run was asked to stop. */
export class StopAsked extends Error {}

/** Begins the runs that are due and works on those that are open, one at a time on each node. */
export function backupEngine({ db, policies, runs, work, now, newId, log }: Needs) {
  let isStarted = false
  let ending = new AbortController()
  let working: Promise<number> | null = null
  let isWanted = false
  const leaseEnd = () => new Date(now().getTime() + LEASE_MS)

  /** Renews the lease until the run ends; returns what stops that. */
  function beats(lease: Lease, controller: AbortController, figures: { bytes: number; sent: number }): () => void {
    const beat = async () => {
      const isToStop = await runs.renew(lease, leaseEnd(), figures)
      if (isToStop === null) controller.abort(new Left('the lease is lost'))
      else if (isToStop) controller.abort(new StopAsked())
    }
    const timer = setInterval(() => {
      beat().catch((error: unknown) => log.warn({ err: error, run: lease.id }, 'backup could not renew its lease'))
    }, BEAT_MS).unref()
    return () => clearInterval(timer)
  }

  async function hold(run: RunRow): Promise<void> {
    const lease = { id: run.id, by: run.lease_by ?? '' }
    const controller = new AbortController()
    const leave = () => controller.abort(new Left('the server stops'))
    ending.signal.addEventListener('abort', leave, { once: true })
    const figures = { bytes: run.bytes, sent: run.sent_bytes }
    const stopBeats = beats(lease, controller, figures)
    const add = (bytes: number, sentBytes: number) => {
      figures.bytes += bytes
      figures.sent += sentBytes
    }
    try {
      if (run.stop_asked) controller.abort(new StopAsked())
      await work({ run, lease, signal: controller.signal, add })
    } catch (error) {
      // The database is unavailable, or the node stops: another node continues when the lease has expired.
      log.warn({ err: error, run: run.id }, 'backup left')
      if (ending.signal.aborted) await runs.release(lease)
    } finally {
      stopBeats()
      ending.signal.removeEventListener('abort', leave)
    }
  }

  async function loop(): Promise<number> {
    let count = 0
    while (isWanted && !ending.signal.aborted) {
      isWanted = false
      for (;;) {
        const run = await runs.claim({ by: newId(), at: now(), until: leaseEnd() })
        if (!run) break
        await hold(run)
        count += 1
      }
    }
    working = null
    return count
  }
  /** Works on all that is open; answers how many runs this node held. */
  function drain(): Promise<number> {
    isWanted = true
    working ??= loop().catch((error: unknown) => {
      working = null
      throw error
    })
    return working
  }
  function wake(): void {
    if (isStarted) drain().catch((error: unknown) => log.error({ err: error }, 'backups not looked for'))
  }

  /**
   * Begins a due run; false if there is none. A due backup is skipped while another one runs, because that one has the
   * same result; a drill and a backup that are due at the same time run one after the other.
   */
  const beginOne = (kind: 'backup' | 'drill') =>
    transact(db, async (tx) => {
      const at = now()
      const policy = await policies.due(tx, { at, ...DUE[kind] })
      if (!policy) return false
      const next = kind === 'backup' ? { next_at: nextOf(policy, at) } : { drill_at: nextDrillOf(policy, at) }
      await policies.update(tx, policy.id, next)
      if (await runs.isOpen(tx, policy.id, ['backup'])) return true
      const begun = { state: 'waiting', is_scheduled: true, person_id: null, created_at: at } as const
      await runs.insert(tx, { id: newId(), policy_id: policy.id, kind, ...begun })
      return true
    })

  const bringForward = bringingForward({
    beyond: policies.beyond,
    next: (policy, at) => ({ next_at: nextOf(policy, at), drill_at: nextDrillOf(policy, at) }),
    bring: ({ id }, times) => policies.bringForward(id, times),
  })

  return {
    wake,
    drain,
    /** Begins what is due, on one node; answers how many policies were due. */
    async runDue(): Promise<number> {
      let count = 0
      await bringForward(now())
      for (const kind of ['backup', 'drill'] as const) while (await beginOne(kind)) count += 1
      wake()
      return count
    },
    start(): void {
      isStarted = true
      wake()
    },
    async stop(): Promise<void> {
      isStarted = false
      ending.abort()
      await working?.catch(() => {
        // It was logged where it failed.
      })
      ending = new AbortController()
    },
  }
}
