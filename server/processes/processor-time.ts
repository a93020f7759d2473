import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that waits for the processor may take this many times its limit (our choice). */
const WAITING_FACTOR = 5
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Processor time that a process has used, in milliseconds; null where the system does not say. */
function usedMs(pid: number | undefined): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // User and system time are the 12th and 13th field after the name, which may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}

/**
 * Kills a process that uses `longestMs` of processor time from now on: on a busy machine a process of low priority
 * waits longer than it works. One that took WAITING_FACTOR times as long is killed in any case; if the system does not
 * report processor time, after `longestMs`. An answer ends the limit.
 */
export function limitProcessorTime(child: ChildProcess, longestMs: number): () => void {
  const begunMs = performance.now()
  const before = usedMs(child.pid)
  function look(): void {
    const now = usedMs(child.pid)
    const leftMs = now === null || before === null ? 0 : longestMs - (now - before)
    const isLate = performance.now() - begunMs >= WAITING_FACTOR * longestMs
    if (leftMs <= 0 || isLate) child.kill('SIGKILL')
    else timer = setTimeout(look, Math.max(leftMs, TICK_MS))
  }
  let timer = setTimeout(look, longestMs)
  return () => clearTimeout(timer)
}
