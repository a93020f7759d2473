import type { FastifyInstance } from 'fastify'
import { statistics } from '#contract/statistics.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { textOf } from '#server/http/texts.ts'
import { statisticsService } from './service.ts'
import { sqlStatisticsStore } from './store.ts'

const SITE_COLUMNS = ['users', 'usersTotal', 'private', 'restricted', 'public', 'spacesTotal'] as const
const COLUMNS = [
  'from',
  ...SITE_COLUMNS,
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

/** The columns of the steps of one space. */
const OF_SPACE = COLUMNS.filter((column) => !SITE_COLUMNS.some((one) => one === column))

/** Statistics of users, spaces and storage, for administrators. */
export function statisticsModule(app: FastifyInstance, { db, config, now }: Deps): void {
  const { dataDir, blobDir, s3 } = config
  const service = statisticsService({ store: sqlStatisticsStore(db), dataDir, contentsDir: s3 ? null : blobDir, now })
  mount(app, statistics.overview, () => service.overview(null))
  mount(app, statistics.growth, service.growth)
  mountBytes(app, statistics.export, async (wish, { reply, language }) => {
    const columns = wish.spaceId ? OF_SPACE : COLUMNS
    const headings = columns.map((column) => textOf(language, `statistics.columns.${column}`))
    return sendCsv(
      reply,
      `statistics-${wish.range}-${now().toISOString().slice(0, 10)}.csv`,
      headings,
      service.rows(wish, columns),
    )
  })
  mount(app, statistics.top, ({ by }) => service.top(by))
}
