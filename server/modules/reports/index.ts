import type { FastifyInstance } from 'fastify'
import { reports } from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { DataViews } from '#server/modules/data-views/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { People } from '#server/modules/people/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { sqlAlerts } from './alert-store.ts'
import { reportAlerts } from './alerts.ts'
import { boardReading } from './reading.ts'
import { reportService } from './service.ts'
import { sqlReports } from './store.ts'
import { sqlReportVersions } from './version-store.ts'
import { reportVersions } from './versions.ts'

export { ASKED_A_MINUTE, askedChart, askedValues, type BoardReader, strangerAt } from './board-questions.ts'
export { placeReport, reportsByName } from './placing-store.ts'
export type { ReadReport } from './service.ts'

type Needs = Deps & {
  journal: Journal
  messages: Messages
  people: People
  spaces: SpaceService
  dataViews: DataViews
}

/** The charts and boards of spaces: what they show is asked by their readers, with their own rights. */
export function reportsModule(app: FastifyInstance, needs: Needs) {
  const store = sqlReports(needs.db)
  const service = reportService({ ...needs, store })
  const reading = boardReading({ ...needs, store, service })
  const versions = reportVersions({ ...needs, service, store: sqlReportVersions(needs.db) })
  mount(app, reports.list, service.list)
  mount(app, reports.create, service.create)
  mount(app, reports.show, service.show)
  mount(app, reports.board, reading.ofReport)
  mount(app, reports.card, reading.chartOfReport)
  mount(app, reports.offered, reading.offeredOfReport)
  mount(app, reports.edit, service.edit)
  mount(app, reports.remove, service.remove)
  mount(app, reports.find, service.find)
  mount(app, reports.publish, versions.publish)
  mount(app, reports.withdraw, versions.withdraw)
  mount(app, reports.versions, versions.all)
  mount(app, reports.version, versions.content)
  mount(app, reports.nameVersion, versions.rename)
  mount(app, reports.restore, versions.restore)
  const alerts = reportAlerts({ ...needs, service, store: sqlAlerts(needs.db) })
  mount(app, reports.alerts, alerts.mine)
  mount(app, reports.myAlerts, alerts.myAlerts)
  mount(app, reports.addAlert, alerts.add)
  mount(app, reports.switchAlert, alerts.switchOn)
  mount(app, reports.removeAlert, alerts.remove)
  return {
    shared: service.shared,
    publishedBoards: service.publishedBoards,
    read: service.read,
    publicBoards: store.publicBoards,
    reading,
    checkAlerts: alerts.checkAll,
  }
}
/** Functions for other modules. */
export type Reports = ReturnType<typeof reportsModule>
