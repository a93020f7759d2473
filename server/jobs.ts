import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { DAY_MS } from '#contract/core/time.ts'
import type { Services } from './app.ts'
import { jobFailed } from './http/metrics.ts'
import { type Address, clientConfig } from './storage/database.ts'

/** Each schedule has a name for administrators, in both languages. */
type ScheduleName = keyof typeof import('#locales/zh/jobs.json')['schedules']

/** Scheduled jobs, each run once in the cluster: name, cron expression (UTC) and work. */
function schedules(services: Services, now: () => Date) {
  /** Items deleted before this time are permanently deleted now. */
  const trashedBefore = async () => new Date(now().getTime() - (await services.settings.retention()).trashDays * DAY_MS)
  return [
    ['sweep-uploads', '*/30 * * * *', () => services.uploads.uploads()],
    ['sweep-protocols', '45 * * * *', () => services.protocols.sweep()],
    ['sweep-webdav', '48 * * * *', () => services.webdav.sweep()],
    ['sweep-blobs', '15 * * * *', () => services.uploads.blobs()],
    ['send-mails', '* * * * *', () => services.mails.drain()],
    ['sweep-mails', '35 3 * * *', () => services.mails.sweep()],
    ['sweep-messages', '40 3 * * *', () => services.messages.sweep()],
    ['remind-joins', '20 * * * *', () => services.joining.remindOfOld()],
    ['sweep-tasks', '50 3 * * *', () => services.tasks.sweep()],
    ['thin-versions', '10 2 * * *', () => services.versions.thin()],
    ['lighten-versions', '25 * * * *', () => services.versions.lightenFull()],
    ['sweep-journal', '30 4 * * *', () => services.journal.sweep()],
    ['sweep-audit', '33 4 * * *', () => services.settings.retention().then(services.audit.sweep)],
    ['sweep-links', '55 * * * *', () => services.people.sweep()],
    ['sweep-avatars', '25 4 * * *', () => services.account.sweep()],
    ['sweep-pictures', '20 4 * * *', () => services.settings.pictures.sweep()],
    ['warm-spaces', '10 * * * *', () => services.spaces.warm()],
    ['warn-of-low-room', '40 * * * *', () => services.spaces.warnOfLowRoom()],
    ['sweep-shares', '50 3 * * *', () => services.shares.sweep()],
    ['notify-boxes', '* * * * *', () => services.shares.notifyFilled()],
    ['sweep-keys', '50 3 * * *', () => services.renditions.sweep()],
    ['sweep-sessions', '45 * * * *', () => services.session.sweep()],
    ['sweep-indexes', '35 4 * * *', () => services.tables.indexing.sweep()],
    ['sweep-trash', '5 * * * *', () => trashedBefore().then(services.files.sweepTrash)],
    ['sweep-tables', '8 * * * *', () => trashedBefore().then(services.tables.sweep)],
    ['run-imports', '* * * * *', () => services.dataSources.runDue()],
    ['check-alerts', '* * * * *', () => services.reports.checkAlerts()],
    ['run-backups', '* * * * *', () => services.backups.runDue()],
    ['back-up-installation', '* * * * *', () => services.backups.runInstallationDue()],
    ['export-personal-data', '* * * * *', () => services.personalData.run()],
    ['sweep-traffic', '52 3 * * *', () => services.settings.retention().then(services.traffic.sweep)],
    ['reserve-identifiers', '*/10 * * * *', () => services.identifiers.reserveMissing()],
    ['send-dois', '* * * * *', () => services.datasets.registerIdentifiers()],
    ['remind-reviewers', '25 * * * *', () => services.publications.remindReviewers()],
    ['hand-over-received', '* * * * *', () => services.senders.handOver()],
    ['tell-decisions', '* * * * *', () => services.senders.tellDecisions()],
    ['sweep-incoming', '38 3 * * *', () => services.senders.sweep()],
    ['note-embargoes', '2 * * * *', () => services.datasets.noteEndedEmbargoes()],
    ['sweep-applications', '*/10 * * * *', () => services.applications.sweep()],
    ['sweep-consents', '43 * * * *', () => services.consents.sweep()],
    ['sweep-webhooks', '47 3 * * *', () => services.webhooks.sweep()],
    ['warn-of-grants', '30 6 * * *', () => services.applications.warnOfEnds()],
    ['check-fixity', '*/10 * * * *', () => services.health.checkFixity()],
    ['check-consistency', '55 1 * * *', () => services.health.checkConsistency()],
    ['check-audit', '25 2 * * *', () => services.health.checkAudit()],
    ['measure-tables', '*/5 * * * *', () => services.tables.measure()],
  ] as const satisfies readonly (readonly [ScheduleName, string, () => Promise<unknown>])[]
}

/**
 * A job whose server sends no heartbeat for this long is taken over by another one; a running server may take hours.
 * Finished jobs are kept until the next run of the rarest schedule.
 */
const QUEUE = { heartbeatSeconds: 120, expireInSeconds: 6 * 3600, deleteAfterSeconds: 2 * 86_400 }

/** Keeps what is to run when, and begins to look for it. */
async function keepSchedules(
  boss: PgBoss,
  wanted: ReturnType<typeof schedules>,
  log: FastifyBaseLogger,
): Promise<void> {
  // A schedule of an earlier version has no worker any more: its jobs would only accumulate.
  for (const { name } of await boss.getSchedules())
    if (!wanted.some(([known]) => known === name)) {
      await boss.unschedule(name)
      await boss.deleteQueue(name)
    }
  for (const [name, cron, run] of wanted) {
    await boss.createQueue(name, QUEUE)
    // A queue of an earlier version keeps what it was made with.
    await boss.updateQueue(name, QUEUE)
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 60 }, async () => {
      try {
        const swept = await run()
        log.info({ job: name, swept }, 'done')
      } catch (error) {
        jobFailed(name)
        log.error({ err: error, job: name }, 'job failed')
        throw error
      }
    })
  }
}

/**
 * Starts the scheduled jobs; called after the server answers, so that it does not delay the start. Nothing of them runs
 * when it fails.
 */
export async function startJobs(
  address: Address,
  services: Services,
  { log, now }: { log: FastifyBaseLogger; now: () => Date },
) {
  const { types: _types, ...connection } = clientConfig(address)
  const boss = new PgBoss({ ...connection, schema: 'jobs', max: 3, superviseIntervalSeconds: 60 })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  try {
    await boss.start()
    await keepSchedules(boss, schedules(services, now), log)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}
