import { statfs } from 'node:fs/promises'
import { ONLINE_MS, STATISTICS_AGE_MS, TOP_SPACES } from '#contract/limits.ts'
import type { DataOf, ParsedOf } from '#contract/operation.ts'
import { Role } from '#contract/session.ts'
import { SpaceStatus, SpaceType } from '#contract/spaces.ts'
import type { Overview, statistics } from '#contract/statistics.ts'
import type { StatisticsStore } from './store.ts'

type Range = ParsedOf<typeof statistics.growth>['range']
const DAYS = { week: 7, month: 31 } as const
const MONTHS = { halfYear: 6, year: 12 } as const

/** The first moment of the month of a moment, in UTC, `back` months earlier. */
const monthOf = (at: Date, back = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back))
const dayOf = (at: Date, back: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - back))

const sum = <T>(rows: readonly T[], figure: (row: T) => number) => rows.reduce((total, row) => total + figure(row), 0)
/** A figure for each of the known keys, 0 for those without a row. */
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

type Needs = { store: StatisticsStore; dataDir: string; now: () => Date }

export function statisticsService({ store, dataDir, now }: Needs) {
  /** The same answer for a while: the figures of a whole site move slowly, and pages ask for them together. */
  function remembered<Key, T>(ask: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
    const known = new Map<Key, { atMs: number; value: Promise<T> }>()
    return (key) => {
      const atMs = now().getTime()
      const found = known.get(key)
      if (found && atMs - found.atMs < STATISTICS_AGE_MS) return found.value
      const value = ask(key)
      known.set(key, { atMs, value })
      value.catch(() => known.delete(key))
      return value
    }
  }

  async function overview(): Promise<Overview> {
    const at = now()
    const month = monthOf(at)
    const [people, online, spaces, sums, disk] = await Promise.all([
      store.people(month),
      store.online(new Date(at.getTime() - ONLINE_MS)),
      store.spaces(month),
      store.sums(),
      statfs(dataDir),
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
        pending: sum(spaces, ({ status, total }) => (status === 'pending' ? total : 0)),
        nearlyFull: sum(spaces, ({ full }) => full),
      },
      storage: {
        allocatedBytes: sums.allocated,
        usedBytes: sums.used,
        storedBytes: sums.stored,
        diskBytes: disk.blocks * disk.bsize,
        diskFreeBytes: disk.bavail * disk.bsize,
        files: sums.files,
      },
    }
  }

  function growth(range: Range): Promise<DataOf<typeof statistics.growth>> {
    const at = now()
    if (range === 'week' || range === 'month') return store.growth(dayOf(at, DAYS[range] - 1), at, 'day')
    return store.growth(monthOf(at, MONTHS[range] - 1), at, 'month')
  }

  return {
    overview: remembered<null, Overview>(overview),
    growth: remembered(growth),
    top: remembered((by: ParsedOf<typeof statistics.top>['by']) => store.top(by, TOP_SPACES)),
  }
}
