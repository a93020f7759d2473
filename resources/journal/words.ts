import type { TFunction } from 'i18next'
import { type JournalEntry, journalKey } from '#contract/journal.ts'
import { localeOf } from '../../src/widgets/format.ts'
import type { JournalWords } from '../../src/widgets/space-part.tsx'

type T = TFunction<'texts'>
/** Placeholder for the item's name in a sentence; the sentence is split there. */
const ITEM = '\u0000'

/** The actor of an entry: a name, the system, or a stranger without an account. */
export const whoOf = (t: T, { actor, channel }: JournalEntry): string =>
  actor ? actor.personName : channel === 'job' ? t('journal.who.system') : t('journal.who.stranger')

/** Detail values translated by the part that owns the action, otherwise unchanged. */
function valuesOf(t: T, { action, details }: JournalEntry, lang: string, says: JournalWords): Record<string, string> {
  const say = says[action]
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, say ? say(t, value, lang) : value]))
}

/**
 * The sentence of an entry, split into the text before and after the item; `item` is null if the sentence names none.
 */
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

/** The item's name, or for several items their first names and the number. */
function itemOf(t: T, { item, names, count }: JournalEntry): string {
  // A publication has a name once somebody has entered its title.
  if (count < 2) return item.name || t('journal.untitled')
  const known = names.join(t('journal.between'))
  return count > names.length ? t('journal.several', { names: known, count }) : known
}

/** The folder of the item, unless the sentence itself names it. */
export function whereOf(t: T, { action, item }: JournalEntry): string {
  if (!item.path || action === 'moved' || action === 'copied') return ''
  return item.path === '/' ? t('journal.inRoot') : t('journal.in', { path: item.path })
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const

/** Relative time for the current day, otherwise the time of day; the date is in the heading. */
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

/** The heading of a day; today and yesterday are named so. */
export function dayOf(t: T, iso: string, lang: string, now: Date): string {
  const at = new Date(iso)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'full' }).format(at)
  if (at.toDateString() === now.toDateString()) return `${t('journal.today')} · ${day}`
  return at.toDateString() === yesterday.toDateString() ? `${t('journal.yesterday')} · ${day}` : day
}
