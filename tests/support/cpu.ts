import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** A process's processor time, including ended children that it waited for; null when the process is gone. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Fields after the name, which may contain anything: state, parent, …, and the times of the process and its
    // children as the 12th to 15th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) }
  } catch {
    return null
  }
}

/**
 * Seconds of processor time that a process (this one unless another is named) and its descendants have used; outside of
 * Linux always those of this process alone.
 */
export function cpuSeconds(of = process.pid): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const below = Map.groupBy(all, ({ parent }) => parent)
  const ticksBelow = (pid: number): number =>
    (below.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + ticksBelow(child.pid), 0)
  return ((statOf(of)?.ticks ?? 0) + ticksBelow(of)) / TICKS_PER_SECOND
}

/** Records the processor time of a test file if `npm test` requests it. */
export function noteCpu(file: string, seconds: number): void {
  const { TEST_CPU_FIGURES } = process.env
  if (TEST_CPU_FIGURES)
    appendFileSync(TEST_CPU_FIGURES, `${relative(root, file)}\t${Math.max(0, seconds).toFixed(1)}\n`)
}
