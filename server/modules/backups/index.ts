import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { backups } from '#contract/backups.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { backupEngine } from './engine.ts'
import { installationBackups } from './installation.ts'
import { installationRuns } from './installation-runs.ts'
import { installationSchedule } from './installation-schedule.ts'
import { sqlInstallationStore } from './installation-store.ts'
import type { WorkNeeds } from './needs.ts'
import { backupPolicies } from './policies.ts'
import { sqlPolicyStore } from './policy-store.ts'
import { contentRepairs } from './repair.ts'
import { backupRestores } from './restores.ts'
import { runOf, sqlRunRows } from './run-rows-store.ts'
import { sqlRunStore } from './run-store.ts'
import { runWork } from './working.ts'

export type { Repair } from './repair.ts'
export { isIncluded } from './run-store.ts'

type Needs = Deps &
  Pick<WorkNeeds, 'parts' | 'broughtBack' | 'mendCounters' | 'people' | 'messages' | 'journal'> & {
    audit: Audit
    spaces: SpaceService
  }

/** Backups of spaces: policies, their runs, and the copies that these make. */
export function backupsModule(app: FastifyInstance, needs: Needs) {
  const { db, config } = needs
  const shared = { ...needs, outside: config.outside, policies: sqlPolicyStore(db), runs: sqlRunStore(db) }
  const engine = backupEngine({ ...shared, work: runWork(shared) })
  const service = backupPolicies({
    ...shared,
    roots: config.backupFolders,
    data: [config.dataDir, config.blobDir],
    wake: engine.wake,
  })
  const rows = sqlRunRows(db)
  const restores = backupRestores({ ...shared, rows, wake: engine.wake })
  const whole = { ...needs, store: sqlInstallationStore(db), to: () => config.backup.to }
  const installation = installationRuns({ ...whole, scratch: join(config.dataDir, 'drill') })
  const schedule = installationSchedule(whole)
  const shown = async (id: string, language: Language) => {
    const run = await rows.run(id)
    if (!run) throw new Failure('backupPolicyGone')
    return runOf(run, language)
  }
  mount(app, backups.list, (_input, { language }) => service.list(language))
  mount(app, backups.create, service.create)
  mount(app, backups.edit, service.edit)
  mount(app, backups.test, service.test)
  mount(app, backups.setOn, service.setOn)
  mount(app, backups.remove, service.remove)
  mount(app, backups.run, async (input, by) => shown(await service.run(input, by), by.language))
  mount(app, backups.stop, service.stop)
  mount(app, backups.runs, ({ id, ...page }, { language }) => rows.runs(id, page, language))
  mount(app, backups.copies, ({ id, ...page }, { language }) => rows.copies(id, page, language))
  mount(app, backups.installation, async (_input, { language }) => ({
    ...(await installationBackups(config.backup, language)),
    run: await installation.newest(),
    schedule: await schedule.shown(),
  }))
  mount(app, backups.runInstallation, installation.run)
  mount(app, backups.setInstallationSchedule, schedule.set)
  mount(app, backups.ofSpace, restores.ofSpace)
  mount(app, backups.items, restores.items)
  mount(app, backups.restores, restores.restores)
  mount(app, backups.restore, async (input, by) => shown(await restores.restore(input, by), by.language))
  app.addHook('preClose', async () => void (await Promise.all([engine.stop(), installation.stop()])))
  return {
    create: service.create,
    run: service.run,
    installationRan: installation.drain,
    repairContent: contentRepairs(shared),
    /** Continues runs that a server left unfinished. */
    start(): void {
      engine.start()
      installation
        .runDue()
        .catch((err: unknown) => needs.log.error({ err }, 'backups of the installation not looked for'))
    },
    drain: engine.drain,
    runDue: engine.runDue,
    runInstallationDue: installation.runDue,
  }
}
