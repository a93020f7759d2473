import type { TFunction } from 'i18next'
import { type JournalEntry, journalKey } from '#contract/journal.ts'
import { localeOf } from '../../src/widgets/format.ts'
import type { JournalWords } from '../../src/widgets/space-part.tsx'

type T = TFunction<'texts'>
/** Stands where a sentence names its item, until it is cut there. */
const ITEM = '\u0000'

/** Who did it: by name, or the clock, or somebody without an account. */
export const whoOf = (t: T, { actor, channel }: JournalEntry): string =>
  actor ? actor.personName : channel === 'job' ? t('journal.who.system') : t('journal.who.stranger')

/** Values of the details as the part that knows the action says them, else as they are. */
function valuesOf(t: T, { action, details }: JournalEntry, lang: string, says: JournalWords): Record<string, string> {
  const say = says[action]
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, say ? say(t, value, lang) : value]))
}

/** What was done, in the words before the item and behind it; `item` is null where the sentence names none. */
export function sentenceOf(
  t: T,
  entry: JournalEntry,
  lang: string,
  says: JournalWords,
): { before: string; item: string | null; after: string } {
  const [before = '', after] = t(journalKey('sentences', entry.action), {
    ...valuesOf(t, entry, lang, says),
    item: ITEM,
  }).split(ITEM)
  return { before, item: after === undefined ? null : itemOf(t, entry), after: after ?? '' }
}

/** One item by its name, several by their first names and their number. */
function itemOf(t: T, { item, names, count }: JournalEntry): string {
  if (count < 2) return item.name
  const known = names.join(t('journal.between'))
  return count > names.length ? t('journal.several', { names: known, count }) : known
}

/** Where it was, unless the sentence itself says so. */
export function whereOf(t: T, { action, item }: JournalEntry): string {
  if (!item.path || action === 'moved' || action === 'copied') return ''
  return item.path === '/' ? t('journal.inRoot') : t('journal.in', { path: item.path })
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago within a day, else the time of the day: the day stands above. */
export function timeOf(t: T, iso: string, lang: string, now: Date): string {
  const at = new Date(iso)
  const locale = localeOf(lang)
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  if (at.toDateString() !== now.toDateString())
    return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(at)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const found = UNITS.find(([, size]) => seconds >= size)
  if (!found) return t('journal.justNow')
  const [unit, length] = found
  return relative.format(-Math.floor(seconds / length), unit)
}

/** The heading of a day: today and yesterday by their names. */
export function dayOf(t: T, iso: string, lang: string, now: Date): string {
  const at = new Date(iso)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'full' }).format(at)
  if (at.toDateString() === now.toDateString()) return `${t('journal.today')} · ${day}`
  return at.toDateString() === yesterday.toDateString() ? `${t('journal.yesterday')} · ${day}` : day
}
