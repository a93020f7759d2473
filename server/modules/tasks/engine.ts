import { TASKS_AT_ONCE, TASKS_OUTSIDE_AT_ONCE } from '#contract/core/limits.ts'
import { outsideKinds, TaskKind } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { endTask, type Outcome } from './ending.ts'
import type { EngineNeeds } from './needs.ts'
import type { TaskRow } from './rows.ts'
import { type Held, type Running, runningTask } from './running.ts'
import { Stopped } from './stopped.ts'

/** Attempts after which a task counts as failed (our choice). */
export const TASK_TRIES_MAX = 20

/** How often a node looks for due tasks without being notified (our choice). */
const TASK_LOOK_MS = 10_000

/**
 * A node that does not renew a task's lease for this long has lost it; leases are renewed every TASK_BEAT_MS (our
 * choice).
 */
export const TASK_LEASE_MS = 30_000
const TASK_BEAT_MS = 5000

/** The work of a kind of task; its return value is stored as the task's `result`. */
export type Work = { kind: TaskKind; run(task: Running): Promise<Record<string, unknown>> }

/** Work that waits for other sites has its own pool, so that long imports do not delay archives. */
const pools = [
  { kinds: TaskKind.options.filter((kind) => !outsideKinds.includes(kind)), most: TASKS_AT_ONCE },
  { kinds: outsideKinds, most: TASKS_OUTSIDE_AT_ONCE },
] as const
type Pool = (typeof pools)[number]

/** Runs due tasks: a limited number on this node, and one per person on all nodes. */
export function taskEngine(needs: EngineNeeds) {
  const { db, bus, leases, now, newId, log } = needs
  const works = new Map<TaskKind, Work>()
  const running = new Map<string, { kind: TaskKind; held: Held; ended: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let isEnding = false

  const leaseEnd = () => new Date(now().getTime() + TASK_LEASE_MS)

  async function claim(pool: Pool): Promise<TaskRow | null> {
    const kinds = pool.kinds.filter((kind) => works.has(kind))
    for (;;) {
      if (isEnding || !kinds.length) return null
      const row = await leases.claim({ by: newId(), kinds, now: now(), until: leaseEnd() })
      if (row !== 'busy') return row
    }
  }

  /** Runs a task until it ends, is lost or is left to other nodes. */
  async function work(row: TaskRow, held: Held): Promise<void> {
    const stopBeat = beatOf(row, held)
    try {
      await finish(row, await outcomeOf(row, held))
      fault('task-ended')
    } catch (error) {
      if (error instanceof Stopped) return await leave(row, error)
      // The database is unavailable: the lease expires, and another node continues.
      log.error({ err: error, task: row.id }, 'task left')
    } finally {
      stopBeat()
      held.end()
    }
  }

  async function outcomeOf(row: TaskRow, { task }: Held): Promise<Outcome> {
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
      return { kind: 'failed', error: failure.refusal }
    }
  }

  /** First checks that the person may still enter the space: the task may have begun long ago. */
  async function judgedRun(row: TaskRow, task: Running): Promise<Record<string, unknown>> {
    const chosen = works.get(row.kind)
    if (!chosen || row.tries > TASK_TRIES_MAX) throw new Failure('unknown')
    await task.enter()
    return chosen.run(task)
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
    let lostAt = leaseEnd()
    async function beat(): Promise<void> {
      const until = leaseEnd()
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

  function begin(row: TaskRow): Promise<void> {
    const held = runningTask(row, needs)
    const ended = work(row, held)
      .catch((error: unknown) => log.error({ err: error, task: row.id }, 'task not left'))
      .finally(() => {
        running.delete(row.id)
        kick()
      })
    running.set(row.id, { kind: row.kind, held, ended })
    return ended
  }

  let filling: Promise<void> | null = null
  let isWanted = false
  async function fill(): Promise<void> {
    while (isWanted) {
      isWanted = false
      for (const pool of pools) await fillPool(pool)
    }
  }
  async function fillPool(pool: Pool): Promise<void> {
    const isFull = () => [...running.values()].filter(({ kind }) => pool.kinds.includes(kind)).length >= pool.most
    while (!isFull()) {
      const row = await claim(pool)
      if (!row) return
      void begin(row)
    }
  }
  /** Looks for due tasks soon; does nothing before `start`. */
  function kick(): void {
    if (!timer || isEnding) return
    isWanted = true
    filling ??= fill()
      .catch((error: unknown) => log.error({ err: error }, 'tasks not looked for'))
      .finally(() => {
        filling = null
        if (isWanted) kick()
      })
  }

  bus.on('task', (payload) => {
    const { cancelled } = payload as { cancelled?: string }
    if (cancelled) running.get(cancelled)?.held.stop(new Stopped('cancelled'))
    else kick()
  })
  bus.onGap(kick)

  return {
    register(work: Work): void {
      works.set(work.kind, work)
    },
    isRegistered: (kind: TaskKind) => works.has(kind),
    start(): void {
      timer ??= setInterval(kick, TASK_LOOK_MS).unref()
      kick()
    },
    /** Runs all due tasks one after another; returns how many. */
    async drain(): Promise<number> {
      let taken = 0
      for (const pool of pools)
        for (let row = await claim(pool); row; row = await claim(pool)) {
          await begin(row)
          taken += 1
        }
      return taken
    },
    /** Leaves running tasks to other nodes, or to the next start. */
    async stop(): Promise<void> {
      isEnding = true
      clearInterval(timer)
      timer = undefined
      await filling
      for (const { held } of running.values()) held.stop(new Stopped('ending'))
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

/** Throws as soon as the signal aborts: work that hangs delays nobody. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
