import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, SiteBytes, Timestamp } from './core/shapes.ts'
import { Role } from './session.ts'
import { SpaceStatus, SpaceType } from './spaces.ts'

/** Current totals of spaces, people and storage, in bytes unless said otherwise. */
export const Overview = z.object({
  at: Timestamp,
  users: z.object({ total: Count, byRole: z.record(Role, Count), newThisMonth: Count, online: Count, waiting: Count }),
  spaces: z.object({
    total: Count,
    byType: z.record(SpaceType, Count),
    byStatus: z.record(SpaceStatus, Count),
    newThisMonth: Count,
    nearlyFull: Count,
  }),
  storage: z.object({
    /** Sum of all capacities, sum of what spaces use, and the size on disk, where equal contents count once. */
    allocatedBytes: SiteBytes,
    usedBytes: SiteBytes,
    storedBytes: SiteBytes,
    diskBytes: SiteBytes,
    diskFreeBytes: SiteBytes,
    /** The disk of the contents, which can be another than that of the data; null in an object store. */
    contentsDisk: z.nullable(z.object({ bytes: SiteBytes, freeBytes: SiteBytes })),
    files: Count,
  }),
})
export type Overview = z.infer<typeof Overview>

export const Range = z.enum(['day', 'week', 'month', 'halfYear', 'year'])
/**
 * One step of a growth chart, named by its first day (or first moment, by the hour): what was added in it, and the
 * totals at its end.
 */
const Step = z.object({
  from: z.string(),
  /** Of the whole site only: null in the steps of one space. */
  users: z.nullable(Count),
  usersTotal: z.nullable(Count),
  private: z.nullable(Count),
  restricted: z.nullable(Count),
  public: z.nullable(Count),
  spacesTotal: z.nullable(Count),
  /** Contents and their size: of the site each once, of a space those of its files, earlier versions and trash. */
  files: Count,
  bytes: SiteBytes,
  /** What spaces have: members, datasets with a published version, tables and dashboards. */
  members: Count,
  membersTotal: Count,
  datasets: Count,
  datasetsTotal: Count,
  tables: Count,
  tablesTotal: Count,
  boards: Count,
  boardsTotal: Count,
  /** Entries of the journals of spaces. */
  activity: Count,
  /** Null in hourly steps: downloads are counted by day. */
  downloads: z.nullable(Count),
})
/** By what spaces are ranked; activity: entries of their journals in the last month. */
export const TopBy = z.enum([
  'used',
  'files',
  'members',
  'datasets',
  'tables',
  'boards',
  'activity',
  'downloads',
  'views',
])

/** Of one space, or without it of the whole site. */
const growth = { range: z._default(Range, 'halfYear'), spaceId: z.optional(Id) }
const admin = { gate: 'admin', method: 'GET' } as const
export const statistics = {
  overview: operation({
    ...admin,
    path: '/common/statistics/overview',
    input: z.object({}),
    data: Overview,
    errors: [],
  }),
  growth: operation({
    ...admin,
    path: '/common/statistics/growth',
    input: z.object(growth),
    data: z.array(Step),
    errors: ['spaceNotFound'],
  }),
  /** The steps of a growth chart as CSV. */
  export: operation({
    ...admin,
    path: '/common/statistics/export',
    answers: 'bytes',
    input: z.object(growth),
    data: Nothing,
    errors: ['spaceNotFound'],
  }),
  top: operation({
    ...admin,
    path: '/common/statistics/top',
    input: z.object({ by: z._default(TopBy, 'used') }),
    data: z.array(z.object({ id: Id, name: z.string(), owner: z.string(), type: SpaceType, value: Count })),
    errors: [],
  }),
}
