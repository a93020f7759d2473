import * as z from 'zod/mini'
import type { ChartAnswer } from '../charts/answer.ts'
import type { ChartDefinition } from '../charts/definition.ts'
import { Id, Timestamp } from '../core/shapes.ts'
import { BoardKey } from './board.ts'

export const AlertDirection = z.enum(['above', 'below'])
export type AlertDirection = z.infer<typeof AlertDirection>

/** A person's alert for when the number of a card rises above or falls below a value. */
export const Alert = z.object({
  id: Id,
  card: BoardKey,
  direction: AlertDirection,
  value: z.number(),
  isOn: z.boolean(),
  /** The value has crossed the threshold; the next message is sent after it has recovered. */
  isCrossed: z.boolean(),
  /** The value at the last check; null if there was none. */
  lastValue: z.nullable(z.number()),
  checkedAt: Timestamp,
  /** Since when it can't be checked: the board, its source or the access to it is missing; null if it can. */
  failedAt: z.nullable(Timestamp),
})
export type Alert = z.infer<typeof Alert>

/** An alert in the list of all alerts of a person. */
export const MyAlert = z.extend(Alert, {
  spaceId: Id,
  reportId: Id,
  /** Null when its person may not view the report any more. */
  report: z.nullable(z.object({ name: z.string(), spaceName: z.string() })),
})
export type MyAlert = z.infer<typeof MyAlert>

/** Types of charts that show one number. */
export const hasOneNumber = ({ type }: ChartDefinition): boolean => type === 'number' || type === 'gauge'

/** The one number of a chart: of all spans together where it has a trend. Null without a value. */
export function oneNumber({ columns, rows }: ChartAnswer): number | null {
  const at = columns.findIndex(({ channel, role }) => channel === 'y' && role === 'measure')
  const row = rows.find(({ rest }) => rest[0] === true) ?? rows[0]
  const cell = row?.cells[at]
  const value = cell === null || cell === undefined || cell === '' ? Number.NaN : Number(cell)
  return Number.isFinite(value) ? value : null
}

/** Whether a number is beyond the value of an alert. */
export const isBeyond = (number: number, { direction, value }: Pick<Alert, 'direction' | 'value'>): boolean =>
  direction === 'above' ? number > value : number < value

/** Digits of a number in an alert; more if these would hide on which side of the value it is (our choice). */
const TOLD_DIGITS = 6
/** A number as written beside the value of an alert. */
export function toldNumber(number: number, { value }: Pick<Alert, 'value'>): number {
  const short = Number(number.toPrecision(TOLD_DIGITS))
  return Math.sign(short - value) === Math.sign(number - value) ? short : number
}
