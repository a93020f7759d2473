import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { Id } from '#contract/core/shapes.ts'
import type { Job, JobQueue, jobs, QueueCounts } from '#contract/jobs.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { retryRegistration } from '#server/modules/identifiers/index.ts'
import type { MailService } from '#server/modules/mails/index.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { retryExport } from '#server/modules/personal-data/index.ts'
import type { renditionsModule } from '#server/modules/renditions/index.ts'
import type { TasksModule } from '#server/modules/tasks/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { momentOf } from './moment.ts'
import type { CountRow, JobStore, WorkRow } from './store.ts'
import { causeOf, nameOf } from './words.ts'

export type JobNeeds = {
  db: Db
  store: JobStore
  audit: Pick<Audit, 'record'>
  tasks: Pick<TasksModule, 'found' | 'stop' | 'reopen'>
  mails: Pick<MailService, 'retryIn' | 'kick'>
  renditions: Pick<ReturnType<typeof renditionsModule>, 'retryFailed'>
  now: () => Date
}
type Retry = ParsedOf<typeof jobs.retry>

function jobOf(row: WorkRow, language: Language): Job {
  const { queue, kind, id, state, stuck, count, attempts } = row
  return {
    id,
    queue,
    kind,
    name: nameOf(language, row),
    state,
    stuck,
    space: row.space_id ? { id: row.space_id, name: row.space_name ?? '' } : null,
    person: row.person_name ?? '',
    count,
    at: row.at.toISOString(),
    attempts,
    cause: causeOf(language, row),
    isCancellable: queue === 'task' && state !== 'failed',
    isRetryable: state === 'failed' && queue !== 'backup',
  }
}

/** The counts of one kind of work, of which there is a row for each state. */
function countsOf(rows: readonly CountRow[], language: Language): QueueCounts {
  const [{ queue, kind }] = rows as [CountRow, ...CountRow[]]
  const of = (state: CountRow['state']) => rows.find((row) => row.state === state)
  return {
    queue,
    kind,
    name: nameOf(language, { queue, kind }),
    running: of('running')?.count ?? 0,
    waiting: of('waiting')?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    scheduled: of('scheduled')?.count ?? 0,
    stuck: rows.reduce((sum, { stuck }) => sum + stuck, 0),
    oldestAt: of('waiting')?.first.toISOString() ?? null,
    nextAt: of('scheduled')?.first.toISOString() ?? null,
  }
}

/** What runs first, then what waits, what failed, and what comes next. */
const byUrgency = (one: QueueCounts, other: QueueCounts): number =>
  Number(other.running > 0) - Number(one.running > 0) ||
  Number(other.waiting > 0) - Number(one.waiting > 0) ||
  Number(other.failed > 0) - Number(one.failed > 0) ||
  (one.nextAt ?? '9').localeCompare(other.nextAt ?? '9') ||
  one.name.localeCompare(other.name)

/** All work in the background, for administrators. */
export function jobService({ db, store, audit, tasks, mails, renditions, now }: JobNeeds) {
  async function list(wish: ParsedOf<typeof jobs.list>, { language }: Pick<By, 'language'>) {
    const { list: rows, ...rest } = await store.page(await momentOf(store, now()), wish)
    return { list: rows.map((row) => jobOf(row, language)), ...rest }
  }

  async function queues(_wish: object, { language }: Pick<By, 'language'>): Promise<DataOf<typeof jobs.queues>> {
    const rows = await store.counts(await momentOf(store, now()))
    const kinds = Map.groupBy(rows, ({ queue, kind }) => `${queue} ${kind}`)
    return [...kinds.values()].map((own) => countsOf(own, language)).toSorted(byUrgency)
  }

  /** Changes something as an administrator who is one still, and writes it to the audit log. */
  const change = (
    action: 'jobCancelled' | 'jobRetried',
    { actor, caller }: By,
    target: { id: string; name: string },
    run: (tx: Tx) => Promise<unknown>,
  ): Promise<void> =>
    transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      await run(tx)
      audit.record(tx, { action, actor, caller, target })
    })

  async function cancel({ id }: ParsedOf<typeof jobs.cancel>, by: By): Promise<null> {
    const { kind } = await tasks.found(id)
    await change('jobCancelled', by, { id, name: nameOf(by.language, { queue: 'task', kind }) }, (tx) =>
      tasks.stop(tx, id),
    )
    return null
  }

  const again: Record<JobQueue, (tx: Tx, wish: Retry) => Promise<boolean>> = {
    task: async (tx, { id }) => (await tasks.reopen(tx, await tasks.found(id), {})) !== undefined,
    schedule: async (tx, { kind, id }) => (await store.hasJobs()) && store.retrySchedule(tx, kind, id),
    mail: (tx, { id }) => mails.retryIn(tx, id),
    content: async (tx, { kind }) =>
      (kind === 'text' || kind === 'thumb') && (await renditions.retryFailed(tx, kind)) > 0,
    personalData: (tx, { id }) => retryExport(tx, id),
    doi: (tx, { id }) => retryRegistration(tx, id, now()),
    // These are begun again where they are set up.
    import: async () => false,
    backup: async () => false,
  }
  async function retry(wish: Retry, by: By): Promise<null> {
    const { queue, kind, id } = wish
    if (queue !== 'content' && !Id.safeParse(id).success) throw new Failure('taskGone')
    await change('jobRetried', by, { id, name: nameOf(by.language, { queue, kind }) }, async (tx) => {
      if (!(await again[queue](tx, wish))) throw new Failure('taskGone')
    })
    if (queue === 'mail') mails.kick()
    return null
  }

  return { list, queues, cancel, retry }
}
