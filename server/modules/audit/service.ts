import { isDeepStrictEqual } from 'node:util'
import type { SignInEvent } from '#contract/account.ts'
import type { AuditAction, AuditEntry, audit } from '#contract/audit.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Retention } from '#contract/settings.ts'
import { deviceOf } from '#server/http/agent.ts'
import type { Caller } from '#server/http/caller.ts'
import type { By, Language } from '#server/http/context.ts'
import { pageOf } from '#server/storage/cursor.ts'
import { atTheEnd, type Db, type Tx, transact } from '#server/storage/database.ts'
import type { Seal } from '#server/storage/seal.ts'
import { hashOf, signedStart } from './chain.ts'
import { type AuditFilter, type AuditRow, type AuditStore, belowOf } from './store.ts'

/** Entries per page when the log is read as a whole. */
const WALK = 1000
/** Entries per insert statement. */
const WRITE = 1000
/** Entries that are removed at once. */
const PRUNE = 10_000
/** Fields whose values are never recorded. */
const SECRET = /^(\w*password|\w*secret|token|code|privateKey|\w*_?hash)$/i
const MASK = '••••••'

type Values = Record<string, unknown>
/** A name in both languages; either can be ''. */
type Names = { zh: string; en: string }
export type Note = {
  action: AuditAction
  outcome?: 'success' | 'refused'
  /** Error name of the refusal. */
  reason?: string
  actor: { id: string; name: string; email: string } | null
  caller?: Caller
  /** The sign-in method. */
  method?: string
  /** `email`: of an account that is named otherwise. */
  target?: { id: string; name: string | Names; email?: string }
  before?: Values
  after?: Values
}

/** A name as it is stored: one in both languages has a line for each, Chinese first. */
const linesOf = (name: string | Names): string =>
  typeof name === 'string' ? name : [...new Set([name.zh || name.en, name.en || name.zh])].join('\n')

/** A stored name in the language of the reader. */
function nameIn(language: Language, lines: string): string {
  const [zh = '', en = zh] = lines.split('\n')
  return language === 'en' ? en : zh
}

/** Replaces secrets at any depth by dots: the entry shows that a secret changed, not its value. */
export function masked(value: unknown, key = ''): unknown {
  if (SECRET.test(key) && typeof value !== 'boolean' && value !== null && value !== '') return MASK
  if (Array.isArray(value)) return value.map((inner) => masked(inner, key))
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name)]))
}

/** Only the fields that differ between two states. */
function differing(before: Values | undefined, after: Values | undefined): [Values | null, Values | null] {
  if (!before || !after) return [before ?? null, after ?? null]
  // The database returns the keys of an object in an order of its own.
  const keys = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return [only(before), only(after)]
}

/** An entry in the language of its reader. */
export const entryOf = (row: AuditRow, language: Language): AuditEntry => ({
  number: row.number,
  at: row.at.toISOString(),
  action: row.action,
  outcome: row.outcome,
  reason: row.reason,
  actor: row.actor_id ? { id: row.actor_id, name: row.actor_name, emailAccounts: row.actor_email } : null,
  channel: row.channel,
  address: row.address,
  target:
    row.target_id !== null
      ? { id: row.target_id, name: nameIn(language, row.target_name), emailAccounts: row.target_email }
      : null,
  before: row.before,
  after: row.after,
})

const eventOf = (row: AuditRow): SignInEvent => ({
  id: String(row.number),
  at: row.at.toISOString(),
  outcome: row.outcome,
  method: row.method,
  reason: row.reason,
  address: row.address,
  ...deviceOf(row.agent),
})

/** The same day some months before; a shorter month has only its last one. */
function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at)
  before.setUTCMonth(before.getUTCMonth() - months)
  if (before.getUTCDate() !== at.getUTCDate()) before.setUTCDate(0)
  return before
}

type Needs = { db: Db; store: AuditStore; seal: Seal; now: () => Date }

export function auditService({ db, store, seal, now }: Needs) {
  function saidOf(note: Note, number: number) {
    const [before, after] = differing(note.before, note.after)
    return {
      number,
      at: now(),
      action: note.action,
      outcome: note.outcome ?? ('success' as const),
      reason: note.reason ?? '',
      actor_id: note.actor?.id ?? null,
      actor_name: note.actor?.name.toWellFormed() ?? '',
      actor_email: note.actor?.email ?? '',
      channel: note.caller?.channel ?? ('console' as const),
      address: note.caller?.address ?? '',
      agent: note.caller?.agent.toWellFormed() ?? '',
      method: note.method ?? '',
      target_id: note.target?.id ?? null,
      target_name: note.target ? linesOf(note.target.name).toWellFormed() : '',
      target_email: note.target?.email ?? '',
      before: masked(before) as Values | null,
      after: masked(after) as Values | null,
    }
  }

  async function append(tx: Tx, notes: readonly Note[]): Promise<void> {
    let tail = await store.tail(tx)
    for (let at = 0; at < notes.length; at += WRITE) {
      const rows = notes.slice(at, at + WRITE).map((note) => {
        const said = saidOf(note, (tail?.number ?? 0) + 1)
        const row = { ...said, hash: hashOf(seal, tail?.hash ?? null, said) }
        tail = row
        return row
      })
      await store.insert(tx, rows)
    }
  }

  /**
   * Records entries in the transaction of the change, as its last statement: the holder of the chain's lock then waits
   * for no other lock, so two transactions can't deadlock on it.
   */
  const record = (tx: Tx, ...notes: Note[]): void => atTheEnd(tx, () => append(tx, notes))
  /** Records one entry in a separate transaction. */
  const note = (said: Note): Promise<void> => transact(db, async (tx) => record(tx, said))

  async function list({ after, size, ...filter }: ParsedOf<typeof audit.list>, { language }: Pick<By, 'language'>) {
    const rows = await store.newest(filter, belowOf(after), size + 1)
    return pageOf(rows, size, { toItem: (row) => entryOf(row, language), key: ({ number }) => number })
  }

  async function signInsOf(personId: string, { after, size }: { after?: string; size: number }) {
    const rows = await store.signInsOf(personId, belowOf(after), size + 1)
    return pageOf(rows, size, { toItem: eventOf, key: ({ number }) => number })
  }

  /**
   * Verifies the chain from beginning to end. A missing, changed or added entry is reported with its number; the
   * entries after it are verified against the stored hash, so that one break does not hide another.
   */
  async function verify() {
    const start = await store.start()
    let previous: Pick<AuditRow, 'number' | 'hash'> | null = start ?? null
    let entries = 0
    const broken: number[] = []
    if (start && !start.signature.equals(signedStart(seal, start))) broken.push(start.number)
    for (;;) {
      const rows: AuditRow[] = await store.inOrder(previous?.number ?? 0, WALK)
      for (const row of rows) {
        const { hash, ...said } = row
        const follows = row.number === (previous?.number ?? 0) + 1
        const holds = follows && hash.equals(hashOf(seal, previous?.hash ?? null, said))
        if (!holds) broken.push(row.number)
        if (!broken.length) entries += 1
        previous = row
      }
      if (rows.length < WALK) break
    }
    const brokenAt = broken[0] ?? null
    return { entries, isWhole: brokenAt === null, brokenAt, breaks: broken.length, checkedAt: now().toISOString() }
  }

  /**
   * Removes entries older than the retention period from the beginning of the chain; run by schedule. Returns their
   * number. 0 months: keeps all.
   */
  async function sweep({ auditMonths }: Pick<Retention, 'auditMonths'>): Promise<number> {
    if (!auditMonths) return 0
    const before = monthsBefore(now(), auditMonths)
    for (let pruned = 0; ; ) {
      const more = await transact(db, async (tx) => {
        await store.tail(tx)
        const last = await store.oldest(tx, before, PRUNE)
        if (!last) return 0
        const count = await store.prune(tx, { ...last, signature: signedStart(seal, last), at: now() })
        record(tx, { action: 'auditPruned', actor: null, after: { upTo: last.number, entries: count } })
        return count
      })
      pruned += more
      if (more < PRUNE) return pruned
    }
  }

  /** Entries of a filter, newest first, in pages. */
  async function* walk(filter: AuditFilter): AsyncGenerator<AuditRow[]> {
    let below: number | null = null
    for (;;) {
      const rows: AuditRow[] = await store.newest(filter, below, WALK)
      if (rows.length) yield rows
      if (rows.length < WALK) return
      below = rows.at(-1)?.number ?? null
    }
  }

  return {
    record,
    note,
    list,
    signInsOf,
    verify,
    sweep,
    walk,
  }
}
export type AuditService = ReturnType<typeof auditService>
