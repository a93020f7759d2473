import { ONLINE_MS, STATISTICS_AGE_MS, TOP_SPACES } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { Role } from '#contract/session.ts'
import { SpaceStatus, SpaceType } from '#contract/spaces.ts'
import type { Overview, statistics } from '#contract/statistics.ts'
import { Failure } from '#server/failure.ts'
import type { Pages } from '#server/http/csv.ts'
import { diskOf } from '#server/storage/disk.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { Span, StatisticsStore } from './store.ts'

type Wish = ParsedOf<typeof statistics.growth>
type Range = Wish['range']
const DAYS = { week: 7, month: 31 } as const
const DAY_HOURS = 24
const MONTHS = { halfYear: 6, year: 12 } as const

/** The start of the month `back` months before that of a time, in UTC. */
const monthOf = (at: Date, back = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back))
const dayOf = (at: Date, back: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - back))

const hourOf = (at: Date, back: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours() - back))

const sum = <T>(rows: readonly T[], figure: (row: T) => number) => rows.reduce((total, row) => total + figure(row), 0)
/** One number per known key; 0 for a key without a row. */
function byKey<K extends string, T>(
  keys: readonly K[],
  rows: readonly T[],
  keyOf: (row: T) => K,
  of: (row: T) => number,
) {
  const counts = keys.map(
    (key) =>
      [
        key,
        sum(
          rows.filter((row) => keyOf(row) === key),
          of,
        ),
      ] as const,
  )
  return Object.fromEntries(counts) as Record<K, number>
}

/** `contentsDir` is null while the contents are in an object store. */
type Needs = { store: StatisticsStore; dataDir: string; contentsDir: string | null; now: () => Date }

export function statisticsService({ store, dataDir, contentsDir, now }: Needs) {
  async function overview(): Promise<Overview> {
    const at = now()
    const month = monthOf(at)
    const [people, online, spaces, sums, disk, contentsDisk] = await Promise.all([
      store.people(month),
      store.online(new Date(at.getTime() - ONLINE_MS)),
      store.spaces(month),
      store.sums(),
      diskOf(dataDir),
      contentsDir === null ? null : diskOf(contentsDir),
    ])
    return {
      at: at.toISOString(),
      users: {
        total: sum(people, ({ total }) => total),
        byRole: byKey(
          Role.options,
          people,
          ({ role }) => role,
          ({ total }) => total,
        ),
        newThisMonth: sum(people, ({ fresh }) => fresh),
        online,
        waiting: sum(people, ({ waiting }) => waiting),
      },
      spaces: {
        total: sum(spaces, ({ total }) => total),
        byType: byKey(
          SpaceType.options,
          spaces,
          ({ type }) => type,
          ({ total }) => total,
        ),
        byStatus: byKey(
          SpaceStatus.options,
          spaces,
          ({ status }) => status,
          ({ total }) => total,
        ),
        newThisMonth: sum(spaces, ({ fresh }) => fresh),
        nearlyFull: sum(spaces, ({ full }) => full),
      },
      storage: {
        allocatedBytes: sums.allocated,
        usedBytes: sums.used,
        storedBytes: sums.stored,
        diskBytes: disk.bytes,
        diskFreeBytes: disk.freeBytes,
        contentsDisk,
        files: sums.files,
      },
    }
  }

  /** The steps of a range up to now. */
  function spanOf(range: Range): Span {
    const until = now()
    if (range === 'day') return { since: hourOf(until, DAY_HOURS - 1), until, unit: 'hour' }
    if (range === 'week' || range === 'month') return { since: dayOf(until, DAYS[range] - 1), until, unit: 'day' }
    return { since: monthOf(until, MONTHS[range] - 1), until, unit: 'month' }
  }

  const siteGrowth = remembered(STATISTICS_AGE_MS, now, (range: Range) => store.growth(spanOf(range)))
  const spaceGrowth = remembered(STATISTICS_AGE_MS, now, (key: string) => {
    const [range, spaceId] = key.split(' ') as [Range, string]
    return store.growthOfSpace(spanOf(range), spaceId)
  })
  /** Of the whole site, or of one space. Throws spaceNotFound. */
  async function growth({ range, spaceId }: Wish): Promise<DataOf<typeof statistics.growth>> {
    if (!spaceId) return siteGrowth(range)
    if (!(await store.isSpace(spaceId))) throw new Failure('spaceNotFound')
    return spaceGrowth(`${range} ${spaceId}`)
  }
  type Column = keyof DataOf<typeof statistics.growth>[number]

  // Numbers of a whole site change slowly, and a page asks for several at once, so they are cached.
  return {
    overview: remembered<null, Overview>(STATISTICS_AGE_MS, now, overview),
    growth,
    /** Rows of a sheet: one for each step. */
    async *rows(wish: Wish, columns: readonly Column[]): Pages {
      yield (await growth(wish)).map((step) => columns.map((column) => String(step[column] ?? '')))
    },
    top: remembered(STATISTICS_AGE_MS, now, (by: ParsedOf<typeof statistics.top>['by']) => store.top(by, TOP_SPACES)),
  }
}
