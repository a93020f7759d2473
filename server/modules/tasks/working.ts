import type { TaskKind } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { attributed } from '#server/http/traffic.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { endTask, type Outcome } from './ending.ts'
import type { EngineNeeds } from './needs.ts'
import type { TaskRow } from './rows.ts'
import type { Held, Running } from './running.ts'
import { Stopped } from './stopped.ts'

/** Attempts after which a task counts as failed (our choice). */
export const TASK_TRIES_MAX = 20

/**
 * A node that does not renew a task's lease for this long has lost it; leases are renewed every TASK_BEAT_MS (our
 * choice).
 */
export const TASK_LEASE_MS = 30_000
const TASK_BEAT_MS = 5000

/** Until when a lease that is taken or renewed now holds. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + TASK_LEASE_MS)

/** The work of a kind of task; its return value is stored as the task's `result`. */
export type Work = { kind: TaskKind; run(task: Running): Promise<Record<string, unknown>> }

/** What a refusal tells besides its sentence. */
const toldBy = ({ data }: Failure): Record<string, unknown> =>
  typeof data === 'object' && !Array.isArray(data) ? { ...data } : {}

/** The way of a task that this node holds, from its start to its end. */
export function workRules(needs: EngineNeeds, works: ReadonlyMap<TaskKind, Work>) {
  const { db, leases, now, log } = needs

  /** Runs a task until it ends, is lost or is left to other nodes. */
  async function work(row: TaskRow, held: Held): Promise<void> {
    const stopBeat = beatOf(row, held)
    try {
      const outcome = await outcomeOf(row, held)
      // Progress that is heard after the end would show the task as running forever.
      await held.end()
      await finish(row, outcome)
      fault('task-ended')
    } catch (error) {
      if (error instanceof Stopped) return await leave(row, error)
      // The database is unavailable: the lease expires, and another node continues.
      log.error({ err: error, task: row.id }, 'task left')
    } finally {
      stopBeat()
      await held.end()
    }
  }

  async function outcomeOf(row: TaskRow, { task }: Held): Promise<Outcome> {
    if (row.kept_result) return { kind: 'done', result: row.kept_result }
    try {
      if (row.cancel_asked_at) return { kind: 'cancelled' }
      const result = await Promise.race([judgedRun(row, task), aborted(task.signal)])
      return { kind: 'done', result }
    } catch (error) {
      if (error instanceof Stopped && error.why !== 'cancelled') throw error
      if (error instanceof Stopped) return { kind: 'cancelled' }
      const failure = refusalOf(error)
      // Temporary errors are retried, on any node.
      if (failure.refusal === 'busy' || failure.refusal === 'storeAway') throw error
      if (!(error instanceof Failure)) log.error({ err: error, task: row.id, kind: row.kind }, 'task failed')
      return { kind: 'failed', error: failure.refusal, errorValues: failure.values, result: toldBy(failure) }
    }
  }

  /** First checks that the person may still enter the space: the task may have begun long ago. */
  async function judgedRun(row: TaskRow, task: Running): Promise<Record<string, unknown>> {
    const chosen = works.get(row.kind)
    if (!chosen || row.tries > TASK_TRIES_MAX) throw new Failure('unknown')
    await task.enter()
    return attributed({ spaceId: row.space_id, personId: row.person_id }, () => chosen.run(task))
  }

  async function finish(row: TaskRow, outcome: Outcome): Promise<void> {
    await transact(db, async (tx) => {
      const mine = await leases.hold(tx, { id: row.id, by: row.lease_by ?? '' })
      if (!mine) throw new Stopped('lost')
      await endTask(tx, mine, outcome, needs)
      fault('task-ending')
    })
  }

  async function leave(row: TaskRow, { why }: Stopped): Promise<void> {
    log.info({ task: row.id, why }, 'task left')
    if (why === 'ending') await leases.release({ id: row.id, by: row.lease_by ?? '' })
  }

  /** Renews the lease, and checks the person's access each time; returns a function that stops it. */
  function beatOf(row: TaskRow, held: Held): () => void {
    const lease = { id: row.id, by: row.lease_by ?? '' }
    let lostAt = leaseEnd(now())
    async function beat(): Promise<void> {
      const until = leaseEnd(now())
      try {
        const mine = await leases.beat(lease, { until, ...held.ahead() })
        if (!mine) return held.stop(new Stopped('lost'))
        lostAt = until
        if (mine.cancel_asked_at) return held.stop(new Stopped('cancelled'))
        await held.task.enter()
      } catch (error) {
        if (error instanceof Failure) return held.stop(error)
        log.warn({ err: error, task: row.id }, 'task could not say that it is there')
        if (now() > lostAt) held.stop(new Stopped('lost'))
      }
    }
    const beats = setInterval(() => void beat(), TASK_BEAT_MS).unref()
    return () => clearInterval(beats)
  }

  return { work }
}

/** Throws as soon as the signal aborts, so that work that hangs causes no delay. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
