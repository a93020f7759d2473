import type { FastifyInstance } from 'fastify'
import { audit } from '#contract/audit.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { type AuditService, auditService } from './service.ts'
import { cellsOf, headingsIn } from './sheet.ts'
import { sqlAuditStore } from './store.ts'

export type { AuditService, Note } from './service.ts'
/** The operations with which other modules record entries. */
export type Audit = Pick<AuditService, 'record' | 'note'>

/** The log as at a past time, for sample data. */
export const auditAt = ({ db, seal }: Pick<Deps, 'db' | 'seal'>, at: Date): Audit =>
  auditService({ db, store: sqlAuditStore(db), seal, now: () => at })

/** The audit log of accounts and settings: a hash chain that reveals any later change of it. */
export const auditModule = ({ db, seal, now }: Pick<Deps, 'db' | 'seal' | 'now'>): AuditService =>
  auditService({ db, store: sqlAuditStore(db), seal, now })

/** Mounts the calls of the log; `verify` also keeps what it finds for the health page. */
export function mountAudit(
  app: FastifyInstance,
  { now }: Pick<Deps, 'now'>,
  service: AuditService,
  verify: AuditService['verify'],
): void {
  mount(app, audit.list, service.list)
  mount(app, audit.verify, verify)
  mountBytes(app, audit.export, async (filter, { actor, caller, language, reply }) => {
    await service.note({ action: 'auditExported', actor, caller, after: { ...filter } })
    const name = `audit-${now().toISOString().slice(0, 10)}.csv`
    return sendCsv(reply, name, headingsIn(language), cellsOf(service.walk(filter), language))
  })
}
