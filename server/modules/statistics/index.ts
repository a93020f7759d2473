import type { FastifyInstance } from 'fastify'
import { statistics } from '#contract/statistics.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { statisticsService } from './service.ts'
import { sqlStatisticsStore } from './store.ts'

/** Statistics of users, spaces and storage, for administrators. */
export function statisticsModule(app: FastifyInstance, { db, config, now }: Deps): void {
  const service = statisticsService({ store: sqlStatisticsStore(db), dataDir: config.dataDir, now })
  mount(app, statistics.overview, () => service.overview(null))
  mount(app, statistics.growth, ({ range }) => service.growth(range))
  mount(app, statistics.top, ({ by }) => service.top(by))
}
