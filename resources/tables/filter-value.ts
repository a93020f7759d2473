import type { Cell, Column } from '#contract/tables/columns.ts'
import { instantsOfDay, offsetText } from '#contract/tables/values.ts'
import { readValue } from './read-value.ts'
import { fieldText, showValue, type Words } from './show-value.ts'

const DAY_LENGTH = '2026-08-04'.length
const idOfName = (id: string) => id
/** The zone of a day in a column: that of the column, or the reader's. */
function zoneOf({ format }: Pick<Column, 'format'>, day: string): string {
  return offsetText(format.offsetMinutes ?? -new Date(`${day}T00:00:00`).getTimezoneOffset())
}

/** The value of a text that a column is compared with; undefined if it is invalid. A day among moments is a whole day. */
export function readFilterValue(column: Pick<Column, 'type' | 'format'>, text: string): Cell | undefined {
  const { type, format } = column
  if (type === 'datetime') {
    if (instantsOfDay(text) && text.length > DAY_LENGTH) return text
    const day = text.includes(':') ? undefined : readValue({ type: 'date', format }, text, idOfName)
    if (typeof day === 'string') return day + zoneOf(column, day)
  }
  return readValue({ type: type === 'choices' ? 'choice' : type, format }, text, idOfName)
}

/** A day among moments as it is read, with its zone where that is not the one of the column; null for other values. */
function dayText(column: Pick<Column, 'type' | 'format'>, value: Cell): string | null {
  if (column.type !== 'datetime' || typeof value !== 'string' || !instantsOfDay(value)) return null
  const [day, zone] = [value.slice(0, DAY_LENGTH), value.slice(DAY_LENGTH) || 'Z']
  return zone.replace('Z', '+00:00') === zoneOf(column, day) ? day : day + zone
}
/** A value that a column is compared with, as the text in its field. */
export const filterText = (column: Column, value: Cell, words: Words): string =>
  dayText(column, value) ?? fieldText(column, value, words)
/** The same as it is said. */
export const filterWords = (column: Column, value: Cell, words: Words): string =>
  dayText(column, value) ?? showValue(column, value, undefined, words).text
