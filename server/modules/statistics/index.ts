import type { FastifyInstance } from 'fastify'
import { statistics } from '#contract/statistics.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { textOf } from '#server/http/texts.ts'
import { statisticsService } from './service.ts'
import { sqlStatisticsStore } from './store.ts'

const COLUMNS = [
  'from',
  'users',
  'usersTotal',
  'private',
  'restricted',
  'public',
  'spacesTotal',
  'files',
  'bytes',
  'members',
  'membersTotal',
  'datasets',
  'datasetsTotal',
  'tables',
  'tablesTotal',
  'boards',
  'boardsTotal',
  'activity',
  'downloads',
] as const

/** Statistics of users, spaces and storage, for administrators. */
export function statisticsModule(app: FastifyInstance, { db, config, now }: Deps): void {
  const service = statisticsService({ store: sqlStatisticsStore(db), dataDir: config.dataDir, now })
  mount(app, statistics.overview, () => service.overview(null))
  mount(app, statistics.growth, ({ range }) => service.growth(range))
  mountBytes(app, statistics.export, async ({ range }, { reply, language }) => {
    const headings = COLUMNS.map((column) => textOf(language, `statistics.columns.${column}`))
    return sendCsv(
      reply,
      `statistics-${range}-${now().toISOString().slice(0, 10)}.csv`,
      headings,
      service.rows(range, COLUMNS),
    )
  })
  mount(app, statistics.top, ({ by }) => service.top(by))
}
