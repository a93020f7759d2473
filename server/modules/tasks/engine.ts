import { TASKS_AT_ONCE, TASKS_OUTSIDE_AT_ONCE } from '#contract/core/limits.ts'
import { outsideKinds, TaskKind } from '#contract/tasks.ts'
import type { EngineNeeds } from './needs.ts'
import type { TaskRow } from './rows.ts'
import { type Held, runningTask } from './running.ts'
import { Stopped } from './stopped.ts'
import { leaseEnd, type Work, workRules } from './working.ts'

/** How often a node looks for due tasks without being notified (our choice). */
const TASK_LOOK_MS = 10_000

/** Work that waits for other sites has its own pool, so that long imports do not delay archives. */
const pools = [
  { kinds: TaskKind.options.filter((kind) => !outsideKinds.includes(kind)), most: TASKS_AT_ONCE },
  { kinds: outsideKinds, most: TASKS_OUTSIDE_AT_ONCE },
] as const
type Pool = (typeof pools)[number]

/** Runs due tasks: a limited number on this node, and one per person on all nodes. */
export function taskEngine(needs: EngineNeeds) {
  const { bus, leases, now, newId, log } = needs
  const works = new Map<TaskKind, Work>()
  const running = new Map<string, { kind: TaskKind; held: Held; ended: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  const { work } = workRules(needs, works)

  async function claim(pool: Pool): Promise<TaskRow | null> {
    const kinds = pool.kinds.filter((kind) => works.has(kind))
    for (;;) {
      if (isEnding || !kinds.length) return null
      const row = await leases.claim({ by: newId(), kinds, now: now(), until: leaseEnd(now()) })
      if (row !== 'busy') return row
    }
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
