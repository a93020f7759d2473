import { DAY_MS } from '../contract/core/time.ts'
import type { Failed } from './test-counts.ts'

/** The day on which a test first passed only at the second try, by its file and title. */
export type Shaky = Readonly<Record<string, string>>

const GRACE_DAYS = 7
const nameOf = ({ file, title }: Failed) => `${file}: ${title}`

/** The list with what a run found; what is there already keeps its day. */
export const withFound = (known: Shaky, found: readonly Failed[], today: Date): Shaky => ({
  ...Object.fromEntries(found.map((one) => [nameOf(one), today.toISOString().slice(0, 10)])),
  ...known,
})

/** What has been on the list for longer than a week: somebody had the time to mend it and to take it off. */
export const overdueOf = (known: Shaky, today: Date): string[] =>
  Object.entries(known).flatMap(([name, day]) =>
    today.getTime() - Date.parse(day) > GRACE_DAYS * DAY_MS ? [`${name}, since ${day}`] : [],
  )
