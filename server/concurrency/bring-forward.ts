import { HOUR_MS } from '#contract/core/time.ts'

/** How often a node looks for times that another one has put off (our choice). */
const LOOK_MS = HOUR_MS

type Schedules<Row extends Times, Name extends keyof Row> = {
  /** Rows with a time after a moment. */
  beyond: (at: Date) => Promise<readonly Row[]>
  /** The next due time of a row after a time, by its schedule; null if it is never due. */
  next: (row: Row, at: Date) => Pick<Row, Name>
  /** Sets the due times of rows to these, unless they are earlier already. */
  bring: (row: Row, next: Pick<Row, Name>) => Promise<unknown>
}
type Times = Record<string, unknown>

/** Whether a stored due time is later than the schedule says. */
const isPutOff = (written: unknown, due: unknown) => written instanceof Date && due instanceof Date && written > due

/**
 * Corrects due times that a clock running ahead has postponed, possibly by years: when this node's clock is set back,
 * at start, and periodically for what other nodes have stored. To be run before looking for due rows.
 */
export function bringingForward<Row extends Times, Name extends keyof Row>({
  beyond,
  next,
  bring,
}: Schedules<Row, Name>): (at: Date) => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async (at) => {
    const sinceMs = at.getTime() - lookedAt
    if (sinceMs >= 0 && sinceMs < LOOK_MS) return
    for (const row of await beyond(at)) {
      const times = next(row, at)
      if ((Object.keys(times) as Name[]).some((name) => isPutOff(row[name], times[name]))) await bring(row, times)
    }
    lookedAt = at.getTime()
  }
}
