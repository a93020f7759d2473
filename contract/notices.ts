import * as z from 'zod/mini'
import { ANNOUNCEMENTS_MAX, NOTICE_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing, Timestamp, TimestampInput } from './core/shapes.ts'

/** readOnly: only administrators can change anything; closed: only administrators have access. */
export const MaintenanceMode = z.enum(['off', 'readOnly', 'closed'])
export type MaintenanceMode = z.infer<typeof MaintenanceMode>

/**
 * One text in both languages. In place of an empty one the maintenance has our sentence in that language, and an
 * announcement the text of the other language.
 */
const Text = z.object({
  zh: z.string().check(z.trim(), z.maxLength(NOTICE_MAX)),
  en: z.string().check(z.trim(), z.maxLength(NOTICE_MAX)),
})
const moment = z.nullable(TimestampInput)

export const Maintenance = z.object({
  mode: MaintenanceMode,
  message: Text,
  /** From when on; null: at once. Before it the message is shown, and nothing is refused. */
  from: moment,
})
export type Maintenance = z.infer<typeof Maintenance>

export const NoticeLevel = z.enum(['info', 'warning', 'critical'])
export type NoticeLevel = z.infer<typeof NoticeLevel>
export const Announcement = z.object({
  id: Id,
  level: NoticeLevel,
  text: Text.check(z.refine(({ zh, en }) => zh !== '' || en !== '')),
  /** The period in which it is shown; null: from now on, or until it is removed. */
  from: moment,
  until: moment,
  isDismissable: z.boolean(),
})
export type Announcement = z.infer<typeof Announcement>
export const Announcements = z.object({ list: z.array(Announcement).check(z.maxLength(ANNOUNCEMENTS_MAX)) })
export type Announcements = z.infer<typeof Announcements>
/** Whether a period has no end, no beginning, or ends after it begins. */
export const isPeriod = ({ from, until }: Pick<Announcement, 'from' | 'until'>): boolean =>
  from === null || until === null || Date.parse(from) < Date.parse(until)

/** A line above every page, in the caller's language. `id` null: the maintenance, which can't be dismissed. */
export const Notice = z.object({
  id: z.nullable(Id),
  level: NoticeLevel,
  text: z.string(),
  /** When the maintenance begins; null: it has, or it is an announcement. */
  from: z.nullable(Timestamp),
  isDismissable: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

const admin = { gate: 'admin', guard: 'session' } as const
export const notices = {
  /** The notices that the caller has not dismissed. */
  current: operation({
    method: 'GET',
    path: '/notices',
    gate: 'public',
    input: z.object({}),
    data: z.array(Notice),
    errors: [],
  }),
  dismiss: operation({
    method: 'POST',
    path: '/notices/:id/dismiss',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: [],
  }),
  maintenance: operation({
    ...admin,
    method: 'GET',
    path: '/setting/maintenance',
    input: z.object({}),
    data: Maintenance,
    errors: [],
  }),
  setMaintenance: operation({
    ...admin,
    act: 'set',
    method: 'PUT',
    path: '/setting/maintenance',
    input: Maintenance,
    data: Maintenance,
    errors: [],
  }),
  announcements: operation({
    ...admin,
    method: 'GET',
    path: '/setting/announcements',
    input: z.object({}),
    data: Announcements,
    errors: [],
  }),
  setAnnouncements: operation({
    ...admin,
    act: 'set',
    method: 'PUT',
    path: '/setting/announcements',
    input: z.object({
      list: z.array(Announcement.check(z.refine(isPeriod, { path: ['until'] }))).check(z.maxLength(ANNOUNCEMENTS_MAX)),
    }),
    data: Announcements,
    errors: [],
  }),
}
