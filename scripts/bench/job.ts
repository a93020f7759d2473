import { contract } from '#contract/index.ts'
import type { Task } from '#contract/tasks.ts'
import type { Client } from '../../tests/support/client.ts'

const LOOK_MS = 50

/**
 * One line of the result: our figure, the limit measured in the same run, and the target; `cost` is the processor time
 * and the statements of one operation, which say more than seconds on a machine with other work.
 */
export type Line = { job: string; ours: string; limit: string; ratio: string; target: string; cost?: string }

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const times = (ours: number, limit: number): string => `${(ours / limit).toFixed(2)} ×`
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Waits for a task's end; throws unless it succeeded completely. */
export async function untilEnded(client: Client, { id }: Pick<Task, 'id'>): Promise<Task> {
  for (;;) {
    const task = await client.data(contract.tasks.show, { id })
    if (task.state === 'completed') return task
    if (task.endTime) throw new Error(`${task.kind} ${task.state}: ${task.message}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Waits until the engine has a copy of a table as it is: a query that is not cached is answered from it. */
export async function untilCopied(
  client: Client,
  { spaceId, id }: { spaceId: string; id: string },
  numberColumn: number,
): Promise<void> {
  const base = { kind: 'table' as const, id }
  const fields = [
    { key: 'value', name: 'Value', from: { kind: 'column' as const, source: 0, column: String(numberColumn) } },
  ]
  const measures = [{ key: 'n', name: 'Rows', aggregate: 'count' as const }]
  for (let at = 1; ; at += 1) {
    const conditions = [{ field: 'value', operator: 'less' as const, values: [String(at)] }]
    const query = { base, fields, filter: [{ match: 'all' as const, conditions }], measures }
    const { answeredBy } = await client.data(contract.dataViews.answer, { spaceId, definition: { query }, count: 1 })
    if (answeredBy === 'engine') return
    await new Promise((resolve) => setTimeout(resolve, 10 * LOOK_MS))
  }
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Runs `one` for every number below `count`, `concurrency` at a time. */
export async function runConcurrently(
  count: number,
  concurrency: number,
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < count; index = next++) await one(index)
    }),
  )
}
