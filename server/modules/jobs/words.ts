import type { JobQueue } from '#contract/jobs.ts'
import type { TaskKind } from '#contract/tasks.ts'
import type { Language } from '#server/http/context.ts'
import { findText, textOf } from '#server/http/texts.ts'
import { sentenceOf } from '#server/modules/tasks/index.ts'
import type { TroubleRow } from './store.ts'

const keyOf: Record<JobQueue, (kind: string) => string> = {
  task: (kind) => `tasks.kinds.${kind}`,
  import: (kind) => `tasks.kinds.${kind}`,
  backup: (kind) => `jobs.backups.${kind}`,
  personalData: (kind) => `jobs.personalData.${kind}`,
  mail: (kind) => `mails.kinds.${kind}`,
  content: (kind) => `jobs.contents.${kind}`,
  doi: (kind) => `jobs.dois.${kind}`,
  schedule: (kind) => `jobs.schedules.${kind}`,
}
/** The name of a kind of work. */
export const nameOf = (language: Language, { queue, kind }: { queue: JobQueue; kind: string }): string =>
  findText(language, keyOf[queue](kind)) ?? kind

/** Causes for which the system or the job queue uses its own wording. */
const known = [
  [/heartbeat|exceeded/i, 'lost'],
  [/ENOSPC/, 'diskFull'],
  [/EACCES|EPERM|EROFS/, 'denied'],
  [/ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/, 'unreachable'],
] as const

type Failed = { queue: JobQueue; kind: string; error: string }
/** Why work failed, in plain words where the cause is known, and in those of the one who said it. */
export function causeOf(language: Language, { queue, kind, error }: Failed): string {
  if (!error) return ''
  if (queue === 'task')
    return sentenceOf(language, {
      error: error as Parameters<typeof sentenceOf>[1]['error'],
      kind: kind as TaskKind,
      name: '…',
    })
  if (kind === 'check-audit' && /^\d+$/.test(error))
    return textOf(language, 'jobs.causes.auditBroken', { number: error })
  const [, plain] = known.find(([pattern]) => pattern.test(error)) ?? []
  return plain ? `${textOf(language, `jobs.causes.${plain}`)} (${error})` : error
}

/** One line about a problem. */
export function troubleOf(language: Language, row: TroubleRow): string {
  const values = { name: nameOf(language, row), count: row.count, cause: causeOf(language, row) }
  return textOf(language, `jobs.trouble.${row.reason}`, values).trim()
}
