import { JOURNAL_WINDOW_DAYS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import {
  type Channel,
  type JournalAction,
  type JournalEntry,
  type JournalGroup,
  type journal,
  journalGroups,
} from '#contract/journal.ts'
import { Failure } from '#server/failure.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { decodeCursor, pageOf } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { remembered } from '#server/storage/remembered.ts'
import { type JournalFilter, Key, keyOf } from './filter-store.ts'
import type { JournalStore, NewRow, Row } from './store.ts'

/** Maximum characters of names stored with an entry about several items, and number of names shown (our choice). */
export const JOURNAL_NAMES = { chars: 1000, shown: 3 } as const

/** The person who acts, and the channel; without an id an anonymous person. null: the system. */
export type Doer = {
  id: string | null
  name: string
  channel: Channel
  /** The application that acted for the person. */
  through?: { name: string }
} | null
/**
 * An event to record: `item` is its object, `names` are the names of all items for an action on several, `details` are
 * further values that are shown.
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

/** A month with the end of daylight saving time is an hour longer. */
const WINDOW_MS = JOURNAL_WINDOW_DAYS * DAY_MS + HOUR_MS
/** Clock differences between servers. */
const SKEW_MS = 60_000
/** How long a ranking is cached, in milliseconds. */
const RANKED_MS = 60_000
/** Entries per page of a full read, and of a sweep. */
const WALK = 1000
const SWEEP = 10_000

const groupOf = new Map<JournalAction, JournalGroup>(
  (Object.keys(journalGroups) as JournalGroup[]).flatMap((group) =>
    journalGroups[group].map((action) => [action, group] as const),
  ),
)

/** Separator of names stored in one text; no name contains it. */
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
    channel: doer?.channel ?? 'job',
    item_id: item?.id ?? '',
    item_name: names.length > 1 ? textOf(names) : (item?.name ?? ''),
    item_path: item?.path ?? '',
    details: { ...rest.details, ...(doer?.through && { application: doer.through.name }) },
    count: rest.count ?? Math.max(1, names.length),
  }
}

/** The names: matches of the search first, then the others in their order. */
function namesOf(text: string, q: string | undefined): string[] {
  const names = text.split(BETWEEN)
  const wanted = q?.toLowerCase()
  const hits = wanted ? names.filter((name) => name.toLowerCase().includes(wanted)) : []
  return [...new Set([...hits, ...names])].slice(0, JOURNAL_NAMES.shown)
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
    channel: row.channel,
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

/** The time range: at most a month; by default the last one. Throws journalWindow. */
export function windowOf({ from, to }: Pick<Filters, 'from' | 'to'>, now: Date): { from: Date; to: Date } {
  const end = to ? new Date(to) : from ? new Date(Date.parse(from) + WINDOW_MS) : new Date(now.getTime() + SKEW_MS)
  const start = from ? new Date(from) : new Date((to ? end : now).getTime() - JOURNAL_WINDOW_DAYS * DAY_MS)
  if (end < start || (from && to && end.getTime() - start.getTime() > WINDOW_MS)) throw new Failure('journalWindow')
  return { from: start, to: end }
}

/**
 * The moment this many months before another: the last day where the month is shorter, and at least the range that can
 * be shown.
 */
function keptFrom(at: Date, months: number): Date {
  const from = new Date(at)
  from.setUTCMonth(at.getUTCMonth() - months)
  // The day overflowed into the next month: use the last day of the previous one.
  if (from.getUTCDate() !== at.getUTCDate()) from.setUTCDate(0)
  return new Date(Math.min(from.getTime(), at.getTime() - WINDOW_MS))
}

type Needs = { store: JournalStore; now: () => Date; settings: SettingService }

export function journalService({ store, now, settings }: Needs) {
  /** Records events, in the transaction of the change. */
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
    const ids = rows.filter((row) => row.group === 'file' && row.item_id).map((row) => row.item_id)
    const folders = ids.length ? await store.foldersOf(spaceId, ids) : new Map<string, string | null>()
    return pageOf(rows, size, { toItem: (row) => entryOf(row, folders, asked.q), key: keyOf })
  }

  /** Entries of a filter, newest first, in pages. */
  async function* walk(filter: JournalFilter): AsyncGenerator<Row[]> {
    for (let key: Key | null = null; ; ) {
      const rows: Row[] = await store.newest(filter, key, WALK)
      if (rows.length) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < WALK) return
      key = keyOf(last)
    }
  }

  /** Read with every visit and counted over a month, so a result of the last minute is good enough. */
  const active = remembered(RANKED_MS, now, (spaceId: string) => store.active(spaceId, windowOf({}, now()).from))

  /** Deletes entries older than the retention period; run by schedule. Returns their number. */
  async function sweep(): Promise<number> {
    const { journalMonths } = await settings.spaceDefaults()
    const before = keptFrom(now(), journalMonths)
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
