import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/core/operation.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { Mail, MailKind, mails } from '#contract/mails.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language } from '#server/http/context.ts'
import type { Pages } from '#server/http/csv.ts'
import { textOf } from '#server/http/texts.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { Letters } from './letter.ts'
import type { MailServers } from './mail-server.ts'
import { type MailNeeds, PURPOSE } from './needs.ts'
import { ourWords } from './render.ts'
import type { MailRow } from './store.ts'
import { adviceFor } from './transport.ts'

type More = { kick: () => void; currentServer: MailServers['current'] }

const mailOf = (row: MailRow, language: Language): Mail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  subject: row.subject || ourWords(row.kind)[row.language].subject,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  advice: row.error && textOf(language, `mails.advice.${adviceFor(row.error)}`),
  createdAt: row.created_at.toISOString(),
  nextAt: row.next_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
})

const accountLinks = ['invitation', 'activation', 'reset'] as const
type AccountLink = (typeof accountLinks)[number]
const isAccountLink = (kind: MailKind): kind is AccountLink => accountLinks.some((one) => one === kind)

/** Whether the link or code of a mail has expired, by the lifetime or the day (ISO 8601) that the mail names. */
function isOver({ created_at, details }: MailRow, at: Date): boolean {
  const { hours, minutes, until } = details as { hours?: number; minutes?: number; until?: string }
  const lifeMs = hours ? hours * HOUR_MS : minutes ? minutes * MINUTE_MS : Number.POSITIVE_INFINITY
  return created_at.getTime() + lifeMs <= at.getTime() || (until ?? '9') < at.toISOString().slice(0, 10)
}

/** The outbox for administrators. */
export function outboxList(
  { db, store, seal, people, audit, now }: MailNeeds,
  { writingOf, letterOf, secretsOf }: Letters,
  { kick, currentServer }: More,
) {
  async function list(query: ParsedOf<typeof mails.list>, { language }: Pick<By, 'language'>) {
    const { list: rows, ...rest } = await store.page(query)
    return { list: rows.map((row) => mailOf(row, language)), ...rest }
  }
  async function show({ id }: { id: string }, { actor, caller, language }: By) {
    const row = await store.byId(id)
    if (!row) throw new Failure('notFound')
    const target = { id: row.id, name: row.recipient }
    await audit.note({ action: 'mailShown', actor, caller, target, after: { kind: row.kind } })
    // A mail that has not been tried yet is shown as it would be written now. The link of a mail that has left is for its
    // recipient only, and no longer stored; until then, an administrator can pass it on.
    return letterOf(row, row.written ?? (await writingOf(row)), textOf(language, 'mails.linkHidden'))
  }
  /** Heading and rows of the sheet of links: address, name, link, and until when it works. */
  async function links({ actor, caller, language }: By): Promise<{ headings: string[]; pages: Pages }> {
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
  async function retry({ id }: { id: string }, { actor }: By) {
    const row = await store.byId(id)
    if (!row) throw new Failure('notFound')
    if (row.state === 'kept') await sendOne(row, actor)
    else if (!(await store.retry(id, now()))) throw new Failure('notFound')
    kick()
    return null
  }

  async function sendOne(row: MailRow, actor: By['actor']): Promise<void> {
    await checkSending()
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const [needed] = await store.neededOfKept(tx, row.id)
      if (needed) return renew(tx, needed)
      if (isAccountLink(row.kind) || isOver(row, now())) throw new Failure('mailOutdated')
      await store.release(tx, row.id, now())
    })
  }
  async function checkSending(): Promise<void> {
    if ((await currentServer()).kind === 'file') throw new Failure('mailsStay')
  }
  /** Lets a kept mail go with a new link: the lifetime that it names begins when it leaves. */
  async function renew(tx: Tx, { id, kind, person_id: personId, recipient: email }: MailRow): Promise<void> {
    if (!personId || !isAccountLink(kind)) return
    const claim = kind === 'activation' ? await people.lastClaim(personId, tx) : null
    const url = await people.makeLink(tx, { kind, personId, email, claim })
    await store.release(tx, id, now(), seal.close({ url }, PURPOSE))
  }
  const kept = async () => ({ count: (await store.neededOfKept(db)).length })
  async function sendKept(_wish: object, { actor, caller }: By) {
    await checkSending()
    const count = await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const rows = await store.neededOfKept(tx)
      for (const row of rows) await renew(tx, row)
      audit.record(tx, { action: 'keptMailsSent', actor, caller, after: { count: rows.length } })
      return rows.length
    })
    kick()
    return { count }
  }

  /** The same in a transaction of the caller, who kicks the outbox after it; false when there is no such mail. */
  const retryIn = (tx: Tx, id: string): Promise<boolean> => store.retry(id, now(), tx)

  return { list, show, links, retry, kept, sendKept, retryIn }
}
