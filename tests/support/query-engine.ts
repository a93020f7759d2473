import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Failure } from '#server/failure.ts'
import { type Query, queryEngine } from '#server/query-engine/index.ts'
import { newId } from '#server/storage/id.ts'

export const asking = { personId: 'ada', secondsMax: 20 }

/** An engine in a folder of its own, and files beside it. */
export function testEngine({ processes = 2, memoryMb = 256, end = onTestFinished as (run: () => void) => void } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ds-queries-'))
  const engine = queryEngine({ folder: join(folder, 'queries'), processes, memoryBytes: memoryMb * 1_048_576, newId })
  end(() => {
    engine.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const path = (name: string) => join(folder, name)
  return {
    engine,
    folder,
    path,
    file(name: string, text: string | Buffer): string {
      writeFileSync(path(name), text)
      return path(name)
    },
    /** The rows of a text that somebody wrote over its sources. */
    peopleRows: async (text: string, query: Partial<Query> = {}) => {
      const names = (query.sources ?? []).map(({ name }) => name)
      const wish = { ...asking, sources: [], rowsMax: 1000, ...query }
      return (await engine.run({ ...wish, sql: `select * from (\n${text}\n)`, people: [{ text, names }] })).rows
    },
    /** The rows of a query. */
    rows: async (sql: string, query: Partial<Query> = {}) =>
      (await engine.run({ ...asking, sources: [], rowsMax: 1000, ...query, sql })).rows,
  }
}

/** The refusal of a query with its reason, or its rows. */
export const outcomeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    const { reason = '' } = error.values
    return `${error.refusal}: ${typeof reason === 'object' ? reason.en : reason}`
  })

/** The processes whose current folder is below the one of these queries. */
export const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        // It ended meanwhile, or is somebody else's.
        return false
      }
    })
    .map(Number)
