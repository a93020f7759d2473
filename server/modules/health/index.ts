import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { health } from '#contract/health.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { textOf } from '#server/http/texts.ts'
import type { AuditService } from '#server/modules/audit/index.ts'
import { bundleOf } from './bundle.ts'
import { type FixityNeeds, fixity } from './fixity.ts'
import { NODE_FORGOTTEN_MS } from './machine-checks.ts'
import { healthService } from './service.ts'
import { AUDIT, CONSISTENCY, type ServiceNeeds } from './service-checks.ts'
import { sqlHealthStore } from './store.ts'

/** Interval of a node's heartbeat. */
const BEAT_MS = 30_000
/** Findings of the nightly comparison that are kept. */
const FINDINGS_MAX = 50

type Needs = Deps &
  Pick<ServiceNeeds, 'jobs' | 'mails' | 'methods'> &
  Pick<FixityNeeds, 'conditionOf' | 'lossesOf' | 'repair'> & {
    version: string
    /** The origin in links of mails and in addresses for other sites. */
    origin: () => string
    audit: Pick<AuditService, 'note' | 'verify'>
    /** The findings of the doctor that somebody must act on. */
    diagnose: () => AsyncIterable<string>
  }

/** The state of the installation for administrators, and the checks of contents and rows behind it. */
export function healthModule(app: FastifyInstance, needs: Needs) {
  const { db, config, now, newId, log, version, audit, worker } = needs
  const store = sqlHealthStore(db)
  const service = healthService({ ...needs, store })
  /** Verifies the chain of the audit log, and keeps what it found for the health page. */
  async function verifyAudit() {
    const found = await audit.verify()
    await store.keepReport(AUDIT, now(), found.brokenAt === null ? [] : [String(found.brokenAt)])
    return found
  }
  const contents = fixity({ ...needs, store, days: config.fixityDays })
  mount(app, health.show, (_input, { language }) => service.show(language))
  mount(app, health.damaged, contents.damaged)
  mount(app, health.repaired, contents.repaired)
  mount(app, health.checkDamaged, contents.checkDamaged)

  mount(app, health.configuration, async (_input, { language }) =>
    config.shown.map((row) => ({ ...row, means: textOf(language, `configuration.keys.${row.key}`) })),
  )
  mountBytes(app, health.bundle, async (_input, { actor, caller, language, reply }) => {
    await audit.note({ action: 'supportBundleMade', actor, caller })
    const at = now()
    const parts = { version, config, checks: await service.show(language), troubles: await needs.jobs.troubles() }
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="support-${at.toISOString().slice(0, 10)}.zip"`,
      })
      .type('application/zip')
      .send(bundleOf(parts, at))
  })

  const id = worker?.nodeId ?? newId()
  const host = worker ? `${hostname()} #${worker.number}` : hostname()
  const beat = () =>
    store
      .beat({ id, host, version, at: now() }, new Date(now().getTime() - NODE_FORGOTTEN_MS))
      .catch((err: unknown) => log.warn({ err }, 'this node could not say that it is there'))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onClose', async () => {
    if (!timer) return
    clearInterval(timer)
    await store.leave(id).catch((err: unknown) => log.warn({ err }, 'this node left without a word'))
  })

  return {
    show: service.show,
    checkFixity: contents.run,
    /** Compares database and store; run by schedule. Answers how many findings there are. */
    async checkConsistency(): Promise<number> {
      const findings: string[] = []
      let count = 0
      for await (const said of needs.diagnose()) if (++count <= FINDINGS_MAX) findings.push(said)
      await store.keepReport(CONSISTENCY, now(), findings)
      return count
    },
    verifyAudit,
    /** Verifies the chain of the audit log; run by schedule. Answers how many breaks it has. */
    checkAudit: async (): Promise<number> => (await verifyAudit()).breaks,
    /** Reported by /readyz: whether the chain of the audit log is broken. */
    async weakParts(): Promise<{ part: string; reason: string }[]> {
      const [number] = (await store.report(AUDIT))?.findings ?? []
      return number === undefined ? [] : [{ part: 'audit', reason: `the chain breaks at entry ${number}` }]
    },
    async start(): Promise<void> {
      timer ??= setInterval(() => void beat(), BEAT_MS).unref()
      await beat()
    },
  }
}
export type HealthModule = ReturnType<typeof healthModule>
