import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/core/operation.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Mail, mails } from '#contract/mails.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Pages } from '#server/http/csv.ts'
import { textOf } from '#server/http/texts.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Letters } from './letter.ts'
import type { MailServers } from './mail-server.ts'
import type { MailNeeds } from './needs.ts'
import { ourWords } from './render.ts'
import type { MailRow } from './store.ts'

type More = { kick: () => void; currentServer: MailServers['current'] }

const mailOf = (row: MailRow): Mail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  subject: row.subject || ourWords(row.kind)[row.language].subject,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  nextAt: row.next_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
})

/** The outbox for administrators. */
export function outboxList(
  { store, audit, now }: MailNeeds,
  { writingOf, letterOf, secretsOf }: Letters,
  { kick, currentServer }: More,
) {
  async function list(query: ParsedOf<typeof mails.list>) {
    const { list: rows, ...rest } = await store.page(query)
    return { list: rows.map(mailOf), ...rest }
  }
  async function show({ id }: { id: string }, { actor, caller }: By) {
    const row = await store.byId(id)
    if (!row) throw new Failure('notFound')
    const target = { id: row.id, name: row.recipient }
    await audit.note({ action: 'mailShown', actor, caller, target, after: { kind: row.kind } })
    // Administrators must not read links in mails to other people; only mails written to the folder are shown whole.
    const isShown = (await currentServer()).kind === 'file'
    // A mail that has not been tried yet is shown as it would be written now.
    return letterOf(isShown ? row : { ...row, secrets: null }, row.written ?? (await writingOf(row)))
  }
  /** Heading and rows of the sheet of links: address, name, link, and until when it works. */
  async function links({ actor, caller, language }: By): Promise<{ headings: string[]; pages: Pages }> {
    if ((await currentServer()).kind !== 'file') throw new Failure('mailLinksSent')
    const kept = await store.keptInvitations(now())
    await audit.note({ action: 'mailLinksExported', actor, caller, after: { count: kept.length } })
    const headings = (['recipient', 'name', 'link', 'until'] as const).map((key) =>
      textOf(language, `mails.sheet.${key}`),
    )
    const rows = kept.map(({ recipient, details, secrets, created_at }) => [
      recipient,
      String(details.name),
      (secrets && secretsOf(secrets).url) ?? '',
      new Date(created_at.getTime() + Number(details.hours) * HOUR_MS).toISOString(),
    ])
    return { headings, pages: Readable.from([rows]) }
  }
  async function retry({ id }: { id: string }) {
    if (!(await store.retry(id, now()))) throw new Failure('notFound')
    kick()
    return null
  }

  /** The same in a transaction of the caller, who kicks the outbox after it; false when there is no such mail. */
  const retryIn = (tx: Tx, id: string): Promise<boolean> => store.retry(id, now(), tx)

  return { list, show, links, retry, retryIn }
}
