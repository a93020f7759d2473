import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Kind, type Message, type MessageKind, messageKinds, type messages } from '#contract/messages.ts'
import type { Role } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import { refuseHeld } from '#server/modules/legal-holds/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import { administratorIds, lockOwn } from '#server/modules/people/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { publishToPages } from '#server/storage/space-changes.ts'
import type { ListedRow, MessageStore, Reader } from './store.ts'
import { missingFor, type Values, wordsOf } from './words.ts'

/**
 * A notification: to people by id, or to all administrators; `values` fill the texts of the kind, `link` is a path. Who
 * has muted the space gets only questions.
 */
export type News = {
  kind: MessageKind
  to: readonly string[] | 'administrators'
  /** The space it concerns; null if none, or several. */
  spaceId: string | null
  values: Values
  link?: string
}
/** An account before and after a change. */
type RoleChange = { before: { role: Role }; after: { id: string; role: Role } }
type Notice = { kind: MessageKind; values: Values; link: string }
type Needs = {
  db: Db
  store: MessageStore
  bus: Bus
  mails: Mails
  origin: () => string
  settings: Pick<SettingService, 'retention'>
  now: () => Date
  newId: () => string
}

/** Bytes available for a toast in one PostgreSQL notification (limit 7900); each recipient takes PERSON_BYTES of it. */
const NOTICE_BYTES = 7000
const PERSON_BYTES = 40
/** Maximum characters of a value in a toast, which is shown for five seconds; the list shows the whole value. */
const TOAST_VALUE_MAX = 120
/** Mails inserted into the outbox by one statement. */
const MAILS_AT_ONCE = 500
/** Messages deleted by one statement of the sweep. */
const SWEPT_AT_ONCE = 10_000

const clipped = (value: string | number) => {
  const letters = typeof value === 'string' ? [...value] : []
  return letters.length > TOAST_VALUE_MAX ? `${letters.slice(0, TOAST_VALUE_MAX).join('')}…` : value
}

export function messageService({ db, store, bus, mails, settings, origin, now, newId }: Needs) {
  /**
   * Notifies people in the transaction of the event: a message in their list, a toast on their pages after the commit,
   * and a mail for those who want this type.
   */
  async function notify(tx: Db | Tx, { kind, to, spaceId, values, link = '' }: News): Promise<void> {
    const missing = missingFor(kind, values)
    if (missing) throw new TypeError(`the message ${kind} cannot be said without ${missing}`)
    const ids = to === 'administrators' ? await administratorIds(tx) : [...new Set(to)]
    const { mail: type, isQuestion }: Kind = messageKinds[kind]
    const readers = ids.length ? await store.readers(tx, ids, type, isQuestion ? null : spaceId) : []
    if (!readers.length) return
    const people = readers.map(({ id }) => id)
    await store.insert(
      tx,
      { ids: people.map(newId), people },
      { kind, values, space_id: spaceId, link, created_at: now() },
    )
    await mail(
      tx,
      readers.filter(({ wantsMail }) => wantsMail),
      { kind, values, link },
    )
    await toast(tx, people, { kind, values })
  }

  async function mail(tx: Db | Tx, readers: Reader[], notice: Notice): Promise<void> {
    for (let at = 0; at < readers.length; at += MAILS_AT_ONCE) {
      const letters = readers.slice(at, at + MAILS_AT_ONCE).map((reader) => letterFor(reader, notice))
      await mails.queueAll(tx, letters)
    }
    if (readers.length) await bus.publish('mail', {}, tx)
  }

  function letterFor(reader: Reader, { kind, values, link }: Notice) {
    const { title, content } = wordsOf(reader.language, kind, values)
    const url = `${origin()}${link || '/personalCenter?tab=4'}`
    return {
      kind: 'message' as const,
      recipient: reader.email,
      language: reader.language,
      personId: reader.id,
      details: { name: reader.name, title, content, url },
    }
  }

  /** The text is rendered on the server of each page, in the page's language. */
  async function toast(tx: Db | Tx, people: string[], { kind, values }: Omit<Notice, 'link'>): Promise<void> {
    const short = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clipped(value)]))
    const news = { kind, values: short }
    const many = Math.max(1, Math.floor((NOTICE_BYTES - Buffer.byteLength(JSON.stringify(news))) / PERSON_BYTES))
    for (let at = 0; at < people.length; at += many)
      await bus.publish('realtime', { to: people.slice(at, at + many), news }, tx)
  }

  /** Tells people, in the transaction of the change, that their role at the site is another; their pages follow it. */
  async function notifyRole(tx: Tx, changes: readonly RoleChange[]): Promise<void> {
    for (const [pair = '', alike] of Map.groupBy(changes, ({ before, after }) => `${before.role} ${after.role}`)) {
      const [formerSiteRole = '', siteRole = ''] = pair.split(' ')
      if (siteRole === formerSiteRole) continue
      const to = alike.map(({ after }) => after.id)
      const values = { formerSiteRole, siteRole }
      await notify(tx, { kind: 'siteRoleChanged', to, spaceId: null, values, link: '/personalCenter' })
      await publishToPages(bus, to, { mark: 'network', type: 'role', state: 'changed', content: siteRole }, tx)
    }
  }

  const messageOf = (language: Language, row: ListedRow): Message => ({
    id: row.id,
    kind: row.kind,
    tone: messageKinds[row.kind].tone,
    ...wordsOf(language, row.kind, row.values),
    space: String(row.values.space ?? ''),
    spaceId: row.space_id,
    isMuted: row.is_muted,
    link: row.link,
    isRead: row.read_at !== null,
    at: row.created_at.toISOString(),
  })

  async function list(query: ParsedOf<typeof messages.list>, personId: string, language: Language) {
    const { list: rows, ...rest } = await store.page(personId, query)
    return { list: rows.map((row) => messageOf(language, row)), ...rest }
  }

  /** Changes the person's own messages and tells their other pages that the unread count changed. */
  async function change(personId: string, run: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const isOther = await run(tx)
      const event = { mark: 'network', type: 'message', state: 'read', content: '' }
      if (isOther) await bus.publish('realtime', { to: [personId], event }, tx)
      return isOther
    })
  }
  async function read(personId: string, ids: readonly string[] | null): Promise<null> {
    await change(personId, (tx) => store.read(tx, personId, now(), ids))
    return null
  }
  async function remove(actor: Parameters<typeof lockOwn>[1], id: string): Promise<null> {
    const isGone = await change(actor.id, async (tx) => {
      // Before the message: placing a legal hold waits for the lock of the account.
      await lockOwn(tx, actor)
      await refuseHeld(tx, 'person', actor.id)
      return store.remove(tx, actor.id, id)
    })
    if (!isGone) throw new Failure('notFound')
    return null
  }

  /** Deletes messages past their retention period; run by schedule. Returns their number. */
  async function sweep(): Promise<number> {
    const before = new Date(now().getTime() - (await settings.retention()).messageDays * DAY_MS)
    for (let swept = 0; ; ) {
      const more = await store.sweep(before, SWEPT_AT_ONCE)
      swept += more
      if (more < SWEPT_AT_ONCE) return swept
    }
  }

  return { notify, notifyRole, list, unread: store.unread, read, remove, sweep }
}
export type MessageService = ReturnType<typeof messageService>
