const [wanted, count = '1'] = (process.env.FAULT ?? '').split(':')
let hits = 0

/**
 * Kills the process at a named point when the environment asks for it (`FAULT=merge-committed:2`), for the fault tests.
 */
export function fault(point: string): void {
  if (point !== wanted) return
  hits += 1
  if (hits === Number(count)) process.kill(process.pid, 'SIGKILL')
}
