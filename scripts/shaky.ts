import { DAY_MS } from '../contract/core/time.ts'
import type { Failed } from './test-counts.ts'

/** By file and title: the day on which a test first passed only at the second try. */
export type Shaky = Readonly<Record<string, string>>

const GRACE_DAYS = 7
const nameOf = ({ file, title }: Failed) => `${file}: ${title}`

/** Adds a run's findings to the list; existing entries keep their day. */
export const withFound = (known: Shaky, found: readonly Failed[], today: Date): Shaky => ({
  ...Object.fromEntries(found.map((one) => [nameOf(one), today.toISOString().slice(0, 10)])),
  ...known,
})

/** Entries older than a week, which should have been fixed and removed. */
export const overdueOf = (known: Shaky, today: Date): string[] =>
  Object.entries(known).flatMap(([name, day]) =>
    today.getTime() - Date.parse(day) > GRACE_DAYS * DAY_MS ? [`${name}, since ${day}`] : [],
  )
