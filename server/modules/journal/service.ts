import {
  type ActiveMember,
  type Door,
  type JournalAction,
  type JournalEntry,
  type JournalGroup,
  type journal,
  journalGroups,
} from '#contract/journal.ts'
import { JOURNAL_NAMES, JOURNAL_WINDOW_DAYS } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { Failure } from '#server/failure.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { decodeCursor, encodeCursor } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type JournalFilter, Key, keyOf } from './filter.ts'
import type { JournalStore, NewRow, Row } from './store.ts'

/** Who does something, and how they came in; without an id a stranger. null: the system. */
export type Doer = { id: string | null; name: string; door: Door } | null
/**
 * What happened: `item` is what it was done to, `names` are those of all items when it was done to several at once,
 * `details` more of it as it is shown.
 */
export type Happening = {
  spaceId: string
  action: JournalAction
  doer: Doer
  item?: { id?: string; name: string; path?: string }
  names?: readonly string[]
  details?: Record<string, string>
  count?: number
}
type Filters = Omit<ParsedOf<typeof journal.export>, 'id'>

const DAY_MS = 86_400_000
/** Where clocks go back, the longest month is an hour longer. */
const WINDOW_MS = JOURNAL_WINDOW_DAYS * DAY_MS + 3_600_000
/** Nodes do not have the very same time. */
const SKEW_MS = 60_000
/** How long a ranking holds, and of how many spaces it is kept. */
const RANKED_MS = 60_000
const RANKED_MAX = 500
/** Entries that a walk reads, and a sweep looks at, at a time. */
const WALK = 1000
const SWEEP = 10_000

const groupOf = new Map<JournalAction, JournalGroup>(
  (Object.keys(journalGroups) as JournalGroup[]).flatMap((group) =>
    journalGroups[group].map((action) => [action, group] as const),
  ),
)

/** Stands between names that are kept in one text: no name holds it. */
const BETWEEN = '\n'
function textOf(names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    if (text && text.length + name.length > JOURNAL_NAMES.chars) break
    text += text ? BETWEEN + name : name
  }
  return text
}

export function rowOf({ action, doer, item, names = [], ...rest }: Happening, at: Date): NewRow {
  return {
    space_id: rest.spaceId,
    at,
    group: groupOf.get(action) ?? 'space',
    action,
    person_id: doer?.id ?? null,
    person_name: doer?.name ?? '',
    door: doer?.door ?? 'job',
    item_id: item?.id ?? '',
    item_name: names.length > 1 ? textOf(names) : (item?.name ?? ''),
    item_path: item?.path ?? '',
    details: rest.details ?? {},
    count: rest.count ?? Math.max(1, names.length),
  }
}

/** The names that a search means first, then as they came. */
function namesOf(text: string, q: string | undefined): string[] {
  const names = text.split(BETWEEN)
  const wanted = q?.toLowerCase()
  const hits = wanted ? names.filter((name) => name.toLowerCase().includes(wanted)) : []
  return [...new Set([...hits, ...names])].slice(0, JOURNAL_NAMES.told)
}

function entryOf(row: Row, folders: ReadonlyMap<string, string | null>, q?: string): JournalEntry {
  const names = namesOf(row.item_name, q)
  const isFile = row.group === 'file'
  const parent = isFile ? folders.get(row.item_id) : undefined
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.person_id ? { personId: row.person_id, personName: row.person_name, avatar: row.avatar ?? '' } : null,
    door: row.door,
    item: {
      id: row.item_id,
      name: names[0] ?? '',
      path: row.item_path,
      folder: parent === undefined ? null : row.count > 1 ? row.item_id : parent,
    },
    names: row.count > 1 ? names : [],
    details: row.details,
    count: row.count,
  }
}

/** From when to when: a month at most, the last one unless told. Throws journalWindow. */
export function windowOf({ from, to }: Pick<Filters, 'from' | 'to'>, now: Date): { from: Date; to: Date } {
  const end = to ? new Date(to) : from ? new Date(Date.parse(from) + WINDOW_MS) : new Date(now.getTime() + SKEW_MS)
  const start = from ? new Date(from) : new Date((to ? end : now).getTime() - JOURNAL_WINDOW_DAYS * DAY_MS)
  if (end < start || (from && to && end.getTime() - start.getTime() > WINDOW_MS)) throw new Failure('journalWindow')
  return { from: start, to: end }
}

type Needs = { store: JournalStore; now: () => Date; settings: SettingService }

export function journalService({ store, now, settings }: Needs) {
  /** Writes down what happened, in the transaction in which it does. */
  async function record(tx: Db | Tx, happenings: readonly Happening[]): Promise<void> {
    const at = now()
    if (happenings.length)
      await store.insert(
        tx,
        happenings.map((happening) => rowOf(happening, at)),
      )
  }

  const filterOf = (spaceId: string, { from, to, ...rest }: Filters): JournalFilter => ({
    ...rest,
    spaceId,
    ...windowOf({ from, to }, now()),
  })

  async function list(spaceId: string, { after, size, ...asked }: Filters & { after?: string; size: number }) {
    const filter = filterOf(spaceId, asked)
    const rows = await store.newest(filter, after ? decodeCursor(after, Key) : null, size + 1)
    const page = rows.slice(0, size)
    const ids = page.filter((row) => row.group === 'file' && row.item_id).map((row) => row.item_id)
    const folders = ids.length ? await store.foldersOf(spaceId, ids) : new Map<string, string | null>()
    const last = page.at(-1)
    return {
      list: page.map((row) => entryOf(row, folders, asked.q)),
      ...(rows.length > size && last && { next: encodeCursor(keyOf(last)) }),
    }
  }

  /** Entries of a filter, newest first, a page at a time. */
  async function* walk(filter: JournalFilter): AsyncGenerator<Row[]> {
    for (let key: Key | null = null; ; ) {
      const rows: Row[] = await store.newest(filter, key, WALK)
      if (rows.length) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < WALK) return
      key = keyOf(last)
    }
  }

  /** Asked with every visit and counted over a month: a minute old is new enough. */
  const ranked = new Map<string, { list: ActiveMember[]; atMs: number }>()
  async function active(spaceId: string): Promise<ActiveMember[]> {
    const atMs = now().getTime()
    const known = ranked.get(spaceId)
    if (known && atMs - known.atMs < RANKED_MS) return known.list
    const list = await store.active(spaceId, windowOf({}, now()).from)
    ranked.delete(spaceId)
    ranked.set(spaceId, { list, atMs })
    if (ranked.size > RANKED_MAX) ranked.delete(ranked.keys().next().value ?? '')
    return list
  }

  /** Deletes what is older than the months that journals are kept; run by schedule. Answers how many. */
  async function sweep(): Promise<number> {
    const before = now()
    before.setUTCMonth(before.getUTCMonth() - (await settings.spaceDefaults()).journalMonths)
    let swept = 0
    for (let after = 0; ; ) {
      const { last, deleted } = await store.sweep(after, before, SWEEP)
      swept += deleted
      if (!deleted || last === null) return swept
      after = last
    }
  }

  return { record, filterOf, list, walk, active, sweep }
}
export type JournalService = ReturnType<typeof journalService>
