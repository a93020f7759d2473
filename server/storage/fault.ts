import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'

const told = process.env.FAULT ?? ''
let order = ''
let hits = 0

/**
 * Kills the process at a named point when the environment asks for it (`FAULT=merge-committed:2`), for the fault tests.
 * An absolute path names a file of these words instead, so that a running process can be asked as well; it counts anew
 * when they change.
 */
export function fault(point: string): void {
  if (!told) return
  const now = isAbsolute(told) ? readFileSync(told, 'utf8') : told
  if (now !== order) hits = 0
  order = now
  const [wanted, count = '1'] = order.split(':')
  if (point !== wanted) return
  hits += 1
  if (hits === Number(count)) process.kill(process.pid, 'SIGKILL')
}
