import type { FastifyBaseLogger } from 'fastify'
import type { InstallationRun, InstallationRunKind } from '#contract/backups.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import { removeScratchIn } from '#server/backup/scratch.ts'
import { bringingForward } from '#server/concurrency/bring-forward.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { installationCommand } from './installation-command.ts'
import type { Followed, InstallationStore, ScheduleRow } from './installation-store.ts'
import { nextDrillOf, nextOf } from './policies.ts'
import { KEPT } from './retention.ts'

/** How often what the command says is written down, and after how long without that it counts as lost (our choice). */
const TICK_MS = 5000
const LOST_MS = 120_000
/** Number of servers that may fail during a run before it is abandoned (our choice). */
const TRIES_MAX = 5

const newsOf = {
  backup: { failed: 'installationBackupFailed', lacking: 'installationBackupLacking' },
  drill: { failed: 'installationDrillFailed', lacking: 'installationDrillFailed' },
} as const

type Needs = {
  db: Db
  store: InstallationStore
  audit: Audit
  messages: Messages
  to: () => string | null
  /** Folder in which drills run; it contains nothing else. */
  scratch: string
  log: FastifyBaseLogger
  now: () => Date
  newId: () => string
}

/**
 * Runs the commands of the installation's backup in processes of their own, with what this server is configured by: one
 * at a time on all servers, asked for by an administrator or by the schedule.
 */
export function installationRuns({ db, store, audit, messages, to: placed, scratch, log, now, newId }: Needs) {
  const underWay = new Set<Promise<void>>()
  let ending = new AbortController()
  const lostBefore = () => new Date(now().getTime() - LOST_MS)

  const leftover = (err: unknown) => log.error({ err, scratch }, 'what a drill left behind could not be removed')

  const tellAdministrators = (tx: Tx, kind: InstallationRunKind, state: 'failed' | 'lacking') =>
    messages.notify(tx, {
      kind: newsOf[kind][state],
      to: 'administrators',
      spaceId: null,
      values: {},
      link: sectionPath('backups'),
    })

  const finish = (run: Followed, state: InstallationRun['state'], report: readonly string[]) =>
    transact(db, async (tx) => {
      if (!(await store.finish(tx, run, { state, report, at: now() }))) return
      if (state !== 'failed' && state !== 'lacking') return
      log.warn({ report: report.slice(-5) }, 'a backup of the installation did not go well')
      await tellAdministrators(tx, run.kind, state)
    })

  /** Runs the command of a run to its end. */
  async function work(run: Followed): Promise<void> {
    const to = placed()
    if (!to) return finish(run, 'failed', ['BACKUP_TO is not set'])
    // A killed drill may have left decrypted data.
    await removeScratchIn(scratch).catch(leftover)
    const keep = KEPT[(await store.schedule())?.retention ?? 'all']
    const { report, ended, end } = installationCommand(run.kind, { to, scratch, keep })
    const missed = (err: unknown) => log.warn({ err }, 'the report of a backup could not be written down')
    const tell = async () => {
      if (!(await store.tell(run, report, now()))) end()
    }
    const timer = setInterval(() => void tell().catch(missed), TICK_MS)
    ending.signal.addEventListener('abort', end)
    if (ending.signal.aborted) end()
    const state = await ended
    clearInterval(timer)
    ending.signal.removeEventListener('abort', end)
    await removeScratchIn(scratch).catch(leftover)
    if (ending.signal.aborted && state === 'failed') await store.leave(run)
    else await finish(run, state, report)
  }
  function follow(run: Followed): void {
    const followed = work(run)
      .catch((err: unknown) => log.error({ err }, 'a backup of the installation could not be followed'))
      .finally(() => underWay.delete(followed))
    underWay.add(followed)
  }

  async function run({ kind }: { kind: InstallationRunKind }, { actor, caller }: By): Promise<InstallationRun> {
    const to = placed()
    if (!to) throw new Failure('backupNoFolder')
    const begun = await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await store.giveUp(tx, lostBefore())
      audit.record(tx, { action: 'installationBackupStarted', actor, caller, after: { kind, place: to } })
      return store.insert(tx, { id: newId(), kind, personId: actor.id, at: now() })
    })
    follow(begun)
    const shown = await store.newest()
    if (!shown) throw new Error('a run that was begun is not there')
    return shown
  }

  const bringForward = bringingForward({
    beyond: async () => {
      const schedule = await store.schedule()
      return schedule ? [schedule] : []
    },
    next: (schedule, at) => ({ next_at: nextOf(schedule, at), drill_at: nextDrillOf(schedule, at) }),
    bring: (_, times) => store.bringForward(times),
  })

  const nextAt = (kind: InstallationRunKind, schedule: ScheduleRow, at: Date) =>
    kind === 'backup' ? { next_at: nextOf(schedule, at) } : { drill_at: nextDrillOf(schedule, at) }

  /**
   * Begins a due run. A due backup is skipped while another one runs, because that one has the same result; a drill and
   * a backup run one after the other.
   */
  const beginDue = (kind: InstallationRunKind) =>
    transact(db, async (tx) => {
      const at = now()
      const schedule = await store.due(tx, at, kind === 'backup' ? 'next_at' : 'drill_at')
      if (!schedule) return null
      const open = await store.openKind(tx)
      if (open && !(open === 'backup' && kind === 'backup')) return null
      await store.setNext(tx, nextAt(kind, schedule, at))
      return open ? null : store.insert(tx, { id: newId(), kind, personId: null, at })
    })

  async function giveUpLost(): Promise<void> {
    await transact(db, async (tx) => {
      const kind = await store.giveUp(tx, lostBefore())
      if (kind) await tellAdministrators(tx, kind, 'failed')
    })
  }

  return {
    run,
    newest: store.newest,
    /**
     * Takes over a run that another server has left, and begins a due one, on one of the servers; returns whether there
     * was any.
     */
    async runDue(): Promise<boolean> {
      const at = now()
      await bringForward(at)
      const lost = await store.takeLost(at, lostBefore(), TRIES_MAX)
      if (!lost) await giveUpLost()
      const begun = lost ?? (await beginDue('backup')) ?? (await beginDue('drill'))
      if (begun) follow(begun)
      return begun !== null
    },
    /** Ends the run in progress: the next server starts it again and uses what was copied. */
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all(underWay)
      ending = new AbortController()
    },
    /** Waits for what is under way. */
    drain: () => Promise.all(underWay).then(() => undefined),
  }
}
