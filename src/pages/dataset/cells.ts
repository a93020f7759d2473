import { shownMoment } from '../../widgets/format.ts'

const DAY = /^\d{4}-\d{2}-\d{2}(?=T|$)/

/**
 * A cell of a published table as the console shows it. Moments are in UTC, because the server renders the page too and
 * does not know the reader's time zone.
 */
export function shownCell(text: string, type: string): string {
  if (type === 'date') return DAY.exec(text)?.[0] ?? text
  if (type !== 'datetime' || !DAY.test(text) || Number.isNaN(Date.parse(text))) return text
  return shownMoment(text, 0)
}
