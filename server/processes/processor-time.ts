import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** A process that neither works nor waits for the processor may take this many times its limit (our choice). */
const IDLE_FACTOR = 5
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Processor time that a process has used, and time that its main thread has waited for a processor; milliseconds. */
type Times = { usedMs: number; waitedMs: number }

/** Null where the system does not say. */
function timesOf(pid: number | undefined): Times | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // User and system time are the 12th and 13th field after the name, which may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { usedMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, waitedMs: waitedMs(pid) }
  } catch {
    return null
  }
}

/** A kernel without statistics of its scheduler does not say. */
function waitedMs(pid: number | undefined): number {
  const path = `/proc/${pid}/schedstat`
  // Nanoseconds: run, waited; then the number of times it ran.
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[1]) / 1e6 : 0
}

/**
 * Kills a process that uses `longestMs` of processor time from now on: on a busy machine a process of low priority
 * waits longer than it works. One that does neither is killed after IDLE_FACTOR times as long; if the system does not
 * report times, a process is killed after `longestMs`. An answer ends the limit.
 */
export function limitProcessorTime(child: ChildProcess, longestMs: number, times = timesOf): () => void {
  const begunMs = performance.now()
  const before = times(child.pid)
  function look(): void {
    const now = times(child.pid)
    const leftMs = now && before ? longestMs - (now.usedMs - before.usedMs) : 0
    const waited = now && before ? now.waitedMs - before.waitedMs : 0
    const isIdle = performance.now() - begunMs - waited >= IDLE_FACTOR * longestMs
    if (leftMs <= 0 || isIdle) child.kill('SIGKILL')
    else timer = setTimeout(look, Math.max(leftMs, TICK_MS))
  }
  let timer = setTimeout(look, longestMs)
  return () => clearTimeout(timer)
}
