import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, DayInput, Id, Nothing, SiteBytes, Timestamp } from './core/shapes.ts'

/** The ways into the site; token: programs with an access token; transfer: what this site and others exchange. */
export const TrafficChannel = z.enum(['web', 'share', 'token', 'webdav', 'ftp', 'sftp', 'transfer'])
export type TrafficChannel = z.infer<typeof TrafficChannel>
export const TrafficRange = z.enum(['day', 'week', 'month', 'halfYear', 'year'])
export type TrafficRange = z.infer<typeof TrafficRange>

/** The number of requests, and the bytes received and sent with them. */
const Amounts = z.object({ requests: Count, inBytes: SiteBytes, outBytes: SiteBytes })
export type Amounts = z.infer<typeof Amounts>
const ByChannel = z.record(TrafficChannel, Amounts)
export type ByChannel = z.infer<typeof ByChannel>

/** One step of UTC, named by its first moment: an hour, a day or a month. */
const TrafficStep = z.object({ from: z.string(), channels: ByChannel })
export type TrafficStep = z.infer<typeof TrafficStep>

/** A range that ends now, or the days from and to, both included. */
const span = { range: z._default(TrafficRange, 'week'), from: z.optional(DayInput), to: z.optional(DayInput) }
export const TrafficTopBy = z.enum(['spaces', 'people'])
export type TrafficTopBy = z.infer<typeof TrafficTopBy>

const admin = { gate: 'admin', method: 'GET' } as const
export const traffic = {
  show: operation({
    ...admin,
    path: '/common/statistics/traffic',
    input: z.object({ ...span, spaceId: z.optional(Id) }),
    data: z.object({ steps: z.array(TrafficStep), total: ByChannel }),
    errors: ['spanInvalid'],
  }),
  top: operation({
    ...admin,
    path: '/common/statistics/traffic/top',
    input: z.object({ ...span, by: z._default(TrafficTopBy, 'spaces') }),
    /** Sorted by the sum of bytes; `name` is empty if the space or the account was deleted. */
    data: z.array(z.extend(Amounts, { id: Id, name: z.string() })),
    errors: ['spanInvalid'],
  }),
  /** The last two minutes of all nodes, second by second; nodes count by the second only while this is requested. */
  live: operation({
    ...admin,
    path: '/common/statistics/traffic/live',
    input: z.object({}),
    data: z.object({ at: Timestamp, seconds: z.array(TrafficStep) }),
    errors: [],
  }),
  export: operation({
    ...admin,
    path: '/common/statistics/traffic/export',
    answers: 'bytes',
    input: z.object({ ...span, spaceId: z.optional(Id) }),
    data: Nothing,
    errors: ['spanInvalid'],
  }),
}
