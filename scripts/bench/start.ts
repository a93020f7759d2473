import { readdirSync, readFileSync } from 'node:fs'
import { freshDataDir, startServer } from '../../tests/support/server.ts'
import { type Line, seconds, timed } from './job.ts'

const PAUSE_MS = 5000

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${one}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        // The process has ended.
        return false
      }
    })
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]
const pssMiB = (pids: number[]) =>
  pids.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
    0,
  ) / 1024

/** Time of the first and a later start, and memory of an idle server. */
export async function starts(): Promise<Line[]> {
  const dataDir = freshDataDir()
  let server = await startServer({ dataDir })
  await server.kill()
  const second = await timed(async () => {
    server = await startServer({ dataDir })
  })
  await server.stop()
  const fresh = freshDataDir()
  const first = await timed(async () => {
    server = await startServer({ dataDir: fresh })
  })
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  const pid = server.process.pid ?? 0
  const [own, database] = [pssMiB([pid]), pssMiB(familyOf(pid).slice(1))]
  await server.stop()
  const line = (job: string, ours: string, target: string): Line => ({ job, ours, limit: '', ratio: '', target })
  return [
    line('first start to first answer', seconds(first), '4 s'),
    line('start on existing data, after kill -9', seconds(second), '1.5 s'),
    line('idle memory of the server (PSS)', `${own.toFixed(0)} MiB`, '120 MiB'),
    line('idle memory of the database (PSS)', `${database.toFixed(0)} MiB`, '80 MiB'),
  ]
}
