import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { InstallationRun, InstallationRunKind } from '#contract/backups.ts'
import { removeScratchIn } from '#server/backup/scratch.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, transact } from '#server/storage/database.ts'
import type { InstallationStore } from './installation-store.ts'

/** How often what the command says is written down, and after how long without that it counts as lost (our choice). */
const TICK_MS = 5000
const LOST_MS = 120_000
/** Lines of a report that are kept. */
const LINES_MAX = 200
/** The command found contents missing, and copied all else. */
const LACKING = 2

const scriptAt = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url))
const argumentsOf: Record<InstallationRunKind, (to: string, scratch: string) => string[]> = {
  backup: (to) => [scriptAt('backup'), '--to', to],
  drill: (to, scratch) => [scriptAt('restore'), '--from', to, '--verify', '--scratch', scratch],
}

type Needs = {
  db: Db
  store: InstallationStore
  audit: Audit
  to: () => string | null
  /** Where drills take place; nothing else lies there. */
  scratch: string
  log: FastifyBaseLogger
  now: () => Date
  newId: () => string
}

/** Runs the commands of the installation's backup in processes of their own, with what this server is configured by. */
export function installationRuns({ db, store, audit, to: placed, scratch, log, now, newId }: Needs) {
  const children = new Set<ChildProcess>()
  const underWay = new Set<Promise<void>>()

  const leftover = (err: unknown) => log.error({ err, scratch }, 'what a drill left behind could not be removed')

  /** Follows a command to its end. */
  async function follow(id: string, child: ChildProcess): Promise<void> {
    const report: string[] = []
    const hear = (line: string) => {
      report.push(line)
      if (report.length > LINES_MAX) report.shift()
    }
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', hear)
    const tell = () => store.tell(id, report, now())
    const missed = (err: unknown) => log.warn({ err }, 'the report of a backup could not be written down')
    const timer = setInterval(() => void tell().catch(missed), TICK_MS)
    const [code] = await (once(child, 'close') as Promise<[number | null]>)
      .catch((err: Error) => {
        // The process could not be started.
        report.push(err.message)
        return [null]
      })
      .finally(() => clearInterval(timer))
    await removeScratchIn(scratch).catch(leftover)
    const state = code === 0 ? 'completed' : code === LACKING ? 'lacking' : 'failed'
    if (state !== 'completed')
      log.warn({ code, report: report.slice(-5) }, 'a backup of the installation did not go well')
    await store.finish(id, { state, report, at: now() })
  }

  async function run({ kind }: { kind: InstallationRunKind }, { actor, caller }: By): Promise<InstallationRun> {
    const to = placed()
    if (!to) throw new Failure('backupNoFolder')
    const id = newId()
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const at = now()
      await store.giveUp(tx, new Date(at.getTime() - LOST_MS))
      await store.insert(tx, { id, kind, personId: actor.id, at })
      audit.record(tx, { action: 'installationBackupStarted', actor, caller, after: { kind, place: to } })
    })
    // Of one that was killed the decrypted data may have stayed.
    await removeScratchIn(scratch).catch(leftover)
    const child = spawn(process.execPath, argumentsOf[kind](to, scratch), { stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    const work = follow(id, child)
      .catch((err: unknown) => log.error({ err }, 'a backup of the installation could not be followed'))
      .finally(() => {
        children.delete(child)
        underWay.delete(work)
      })
    underWay.add(work)
    return shown()
  }

  async function newest(): Promise<InstallationRun | null> {
    const row = await store.newest()
    if (!row) return null
    const isLost = row.state === 'running' && now().getTime() - row.seenAt.getTime() > LOST_MS
    const { seenAt: _seen, ...rest } = row
    return isLost ? { ...rest, state: 'failed' } : rest
  }
  async function shown(): Promise<InstallationRun> {
    const row = await newest()
    if (!row) throw new Error('a run that was begun is not there')
    return row
  }

  return {
    run,
    newest,
    /** Ends what is under way: the next run begins anew, and uses what was copied. */
    async stop(): Promise<void> {
      for (const child of children) child.kill()
      await Promise.all(underWay)
    },
    /** Waits for what is under way. */
    drain: () => Promise.all(underWay).then(() => undefined),
  }
}
