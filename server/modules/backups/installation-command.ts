import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { InstallationRun, InstallationRunKind } from '#contract/backups.ts'

/** Lines of a report that are kept. */
const LINES_MAX = 200
/** The command found contents missing, and copied all else. */
const LACKING = 2

const scriptAt = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url))
export type CommandWish = {
  to: string
  /** Folder in which drills run. */
  scratch: string
  /** How many backups stay; Infinity: all. */
  keep: number
}
const argumentsOf: Record<InstallationRunKind, (wish: CommandWish) => string[]> = {
  backup: ({ to, keep }) => [
    scriptAt('backup'),
    '--to',
    to,
    ...(Number.isFinite(keep) ? ['--keep', String(keep)] : []),
  ],
  drill: ({ to, scratch }) => [scriptAt('restore'), '--from', to, '--verify', '--scratch', scratch],
}

/** A command of the installation's backup in a separate process, which ends with this one. */
export function installationCommand(kind: InstallationRunKind, wish: CommandWish) {
  const child: ChildProcess = spawn(process.execPath, argumentsOf[kind](wish), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const report: string[] = []
  const hear = (line: string) => {
    report.push(line)
    if (report.length > LINES_MAX) report.shift()
  }
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', hear)
  async function ended(): Promise<InstallationRun['state']> {
    const [code] = await (once(child, 'close') as Promise<[number | null]>).catch((error: Error) => {
      // The process could not be started.
      hear(error.message)
      return [null]
    })
    return code === 0 ? 'completed' : code === LACKING ? 'lacking' : 'failed'
  }
  return { report, ended: ended(), end: () => void child.kill() }
}
