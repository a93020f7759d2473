import { HOUR_MS } from '#contract/core/time.ts'

/** How often a node looks for times that another one has put off (our choice). */
const LOOK_MS = HOUR_MS

type Schedules<Row extends Times, Name extends keyof Row> = {
  /** Rows with a time after a moment. */
  beyond: (at: Date) => Promise<readonly Row[]>
  /** When a row comes after a moment by its schedule, null for what never comes. */
  next: (row: Row, at: Date) => Pick<Row, Name>
  /** Lets a row come no later than at these times. */
  bring: (row: Row, next: Pick<Row, Name>) => Promise<unknown>
}
type Times = Record<string, unknown>

/** Whether a time that was written down comes later than its schedule says. */
const isPutOff = (written: unknown, due: unknown) => written instanceof Date && due instanceof Date && written > due

/**
 * Lets schedules come at their time that a clock which was ahead for a while has put off, by years if it was: as soon as
 * this node sees its clock go back, when it starts, and now and then for what other nodes have written. Run it before
 * looking for what is due.
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
