import { cpuSeconds } from '../../tests/support/cpu.ts'

/** Cost of operations: wall time in milliseconds; processor time and statements per operation, as a text. */
export type Taken = { ms: number; cost: string }
export type Meter = (operations: number, run: () => Promise<unknown>) => Promise<Taken>

/** Measures what a process and those below it take for operations; statements are counted by its `/metrics`. */
export function meterOf(pid: number, origin: string | null): Meter {
  const statements = async () => {
    if (!origin) return 0
    const response = await fetch(`${origin}/metrics`)
    return Number(/^dataspace_database_statements_total (\d+)/m.exec(await response.text())?.[1] ?? Number.NaN)
  }
  return async (operations, run) => {
    const [sent, cpu, start] = [await statements(), cpuSeconds(pid), performance.now()]
    await run()
    const ms = performance.now() - start
    const each = (total: number) => total / operations
    const cpuMs = `${each((cpuSeconds(pid) - cpu) * 1000).toFixed(2)} ms CPU`
    return { ms, cost: origin ? `${cpuMs}, ${each((await statements()) - sent).toFixed(1)} statements` : cpuMs }
  }
}
