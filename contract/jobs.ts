import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/**
 * The queues of background work: tasks of users, scheduled jobs of the site, scheduled imports, backups of spaces,
 * exports of personal data, emails, DOIs, and contents to extract text from or make thumbnails of.
 */
export const JobQueue = z.enum(['task', 'schedule', 'import', 'backup', 'personalData', 'mail', 'content', 'doi'])
export type JobQueue = z.infer<typeof JobQueue>
export const JobState = z.enum(['running', 'waiting', 'failed', 'scheduled'])
export type JobState = z.infer<typeof JobState>
/**
 * Why work counts as stuck. silent: it runs and gives no sign of life; late: it is long due and no node has taken it;
 * missed: runs of its schedule were missed.
 */
export const StuckReason = z.enum(['silent', 'late', 'missed'])
export type StuckReason = z.infer<typeof StuckReason>

export const Job = z.object({
  /** Within its queue and kind. */
  id: z.string(),
  queue: JobQueue,
  kind: z.string(),
  /** The name of the work, in the caller's language. */
  name: z.string(),
  state: JobState,
  stuck: z.nullable(StuckReason),
  /** The space concerned; null if there is none or it was deleted. */
  space: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Whose it is; '' for the site itself. */
  person: z.string(),
  /** Number of contents that it represents; 1 for all other work. */
  count: Count,
  /** When it started, was due, or failed, or when it will run. */
  at: Timestamp,
  attempts: Count,
  /** Why it failed, in the caller's language where we know the cause; '' when it did not. */
  cause: z.string(),
  isCancellable: z.boolean(),
  isRetryable: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** The work of one kind, by state. */
const QueueCounts = z.object({
  queue: JobQueue,
  kind: z.string(),
  name: z.string(),
  running: Count,
  waiting: Count,
  failed: Count,
  scheduled: Count,
  stuck: Count,
  /** Since when the longest waiting work waits, and when the next is due. */
  oldestAt: z.nullable(Timestamp),
  nextAt: z.nullable(Timestamp),
})
export type QueueCounts = z.infer<typeof QueueCounts>

const admin = { gate: 'admin', guard: 'session' } as const
export const jobs = {
  /** Failed work newest first, all other work by its time. */
  list: operation({
    ...admin,
    method: 'GET',
    path: '/jobs',
    paging: 'keyset',
    input: z.object({ ...keyset, state: z.enum([...JobState.options, 'stuck']), queue: z.optional(JobQueue) }),
    data: pageOf(Job),
    errors: [],
  }),
  queues: operation({
    ...admin,
    method: 'GET',
    path: '/jobs/queues',
    input: z.object({}),
    data: z.array(QueueCounts),
    errors: [],
  }),
  /** Cancels a task of a user; a running one stops as soon as it can. */
  cancel: operation({
    ...admin,
    act: 'cancel',
    method: 'POST',
    path: '/jobs/cancel',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['taskGone'],
  }),
  /** Does failed work again: a task with the rights of its person. */
  retry: operation({
    ...admin,
    act: 'restartTask',
    method: 'POST',
    path: '/jobs/retry',
    input: z.object({
      queue: JobQueue,
      kind: z.string().check(z.maxLength(50)),
      id: z.string().check(z.maxLength(100)),
    }),
    data: Nothing,
    errors: [
      'taskGone',
      'taskRunning',
      'taskNotFailed',
      'taskSecretGone',
      'mailOutdated',
      'tasksTooMany',
      'spaceNotFound',
      'spaceFull',
    ],
  }),
}
