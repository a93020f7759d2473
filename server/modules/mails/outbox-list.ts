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

type Lifetime = { hours?: number; minutes?: number; until?: string; linkedAt?: string }
/** The time in milliseconds at which the link or code of a mail expires, by the lifetime that the mail names. */
function endOf({ created_at, details }: MailRow): number {
  const { hours, minutes, linkedAt } = details as Lifetime
  const lifeMs = hours ? hours * HOUR_MS : minutes ? minutes * MINUTE_MS : Number.POSITIVE_INFINITY
  return (linkedAt ? Date.parse(linkedAt) : created_at.getTime()) + lifeMs
}
function isOver(row: MailRow, at: Date): boolean {
  const { until = '9' } = row.details as Lifetime
  return endOf(row) <= at.getTime() || until < at.toISOString().slice(0, 10)
}

/** What an administrator may pass on: what nothing can send, and the first link of an account that has not left yet. */
const showsLink = ({ kind, state }: MailRow) => state === 'kept' || kind === 'invitation' || kind === 'activation'

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
    // A mail that has not been tried yet is shown as it would be written now. The link of a mail that has left is no
    // longer stored.
    const hidden = !showsLink(row) ? 'linkHidden' : (await hasEnded(row)) ? 'linkEnded' : null
    const shown = hidden ? { ...row, secrets: null } : row
    return letterOf(shown, row.written ?? (await writingOf(row)), textOf(language, `mails.${hidden ?? 'linkHidden'}`))
  }
  /** Whether the link to an account in a mail was used, has expired, or was replaced by a newer one. */
  async function hasEnded({ kind, secrets }: MailRow, tx?: Tx): Promise<boolean> {
    const code = secrets && isAccountLink(kind) && new URL(secretsOf(secrets).url ?? '').searchParams.get('code')
    return code ? !(await people.isLinkValid(code, kind as AccountLink, tx)) : false
  }
  /** Heading and rows of the sheet of links: address, name, link, and until when it works. */
  async function links({ actor, caller, language }: By): Promise<{ headings: string[]; pages: Pages }> {
    const kept = await store.keptInvitations(now())
    await audit.note({ action: 'mailLinksExported', actor, caller, after: { count: kept.length } })
    const headings = (['recipient', 'name', 'link', 'until'] as const).map((key) =>
      textOf(language, `mails.sheet.${key}`),
    )
    const rows = kept.map((row) => [
      row.recipient,
      String(row.details.name),
      (row.secrets && secretsOf(row.secrets).url) ?? '',
      new Date(endOf(row)).toISOString(),
    ])
    return { headings, pages: Readable.from([rows]) }
  }
  async function retry({ id }: { id: string }, { actor, caller }: By) {
    const canLeave = (await currentServer()).kind !== 'file'
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await store.holdUnsent(tx, id)
      if (!row) throw new Failure('notFound')
      const isKept = row.state === 'kept'
      if (isKept && !canLeave) throw new Failure('mailsStay')
      await letGo(tx, row)
      const target = { id, name: row.recipient }
      if (isKept) audit.record(tx, { action: 'keptMailsSent', actor, caller, target, after: { count: 1 } })
    })
    kick()
    return null
  }

  /** Lets a mail go again, with a new link where its own has ended or nobody had it. Throws mailOutdated. */
  async function letGo(tx: Tx, row: MailRow): Promise<void> {
    const isSpent = isAccountLink(row.kind) ? row.state === 'kept' || (await hasEnded(row, tx)) : isOver(row, now())
    if (!isSpent) return void (await store.release(tx, row.id, now()))
    if (!(await store.isNeeded(tx, row.id))) throw new Failure('mailOutdated')
    await renew(tx, [row])
  }

  /** Lets mails go with new links: the lifetime that they name begins when they leave. */
  async function renew(tx: Tx, rows: MailRow[]): Promise<void> {
    const claims = await people.lastClaims(
      rows.flatMap(({ kind, person_id }) => (person_id && kind === 'activation' ? [person_id] : [])),
      tx,
    )
    const wishes = rows.map(({ kind, person_id: personId, recipient: email }) => {
      if (!personId || !isAccountLink(kind)) throw new Error(`a mail of the kind ${kind} has no link to an account`)
      return { kind, personId, email, claim: kind === 'activation' ? (claims.get(personId) ?? null) : null }
    })
    const urls = await people.makeLinks(tx, wishes)
    const renewed = rows.map(({ id }, i) => ({ id, secrets: seal.close({ url: urls[i] ?? '' }, PURPOSE) }))
    await store.renew(tx, now(), renewed)
  }
  const kept = async () => ({ count: await store.countNeededOfKept() })
  async function sendKept(_wish: object, { actor, caller }: By) {
    if ((await currentServer()).kind === 'file') throw new Failure('mailsStay')
    const count = await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const rows = await store.holdNeededOfKept(tx)
      await renew(tx, rows)
      if (rows.length) audit.record(tx, { action: 'keptMailsSent', actor, caller, after: { count: rows.length } })
      return rows.length
    })
    kick()
    return { count }
  }

  /** The same in a transaction of the caller, who kicks the outbox after it; false when there is no such mail. */
  async function retryIn(tx: Tx, id: string): Promise<boolean> {
    const row = await store.holdUnsent(tx, id)
    if (!row || row.state === 'kept') return false
    await letGo(tx, row)
    return true
  }

  return { list, show, links, retry, kept, sendKept, retryIn }
}
