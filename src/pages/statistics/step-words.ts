import { DAY_MS } from '#contract/core/time.ts'
import { localeOf } from '../../widgets/format.ts'

/** Labels of steps: days and months of UTC by their first day, hours in the reader's time zone. */
export function wordsOf(steps: readonly string[], language: string) {
  const [first = '', second = ''] = steps
  const apartMs = Date.parse(second) - Date.parse(first)
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), options)
    return (step: string) => format.format(new Date(step))
  }
  if (apartMs < DAY_MS)
    return { short: of({ timeStyle: 'short' }), long: of({ dateStyle: 'long', timeStyle: 'short' }) }
  const timeZone = 'UTC'
  return apartMs > 2 * DAY_MS
    ? { short: of({ timeZone, month: 'short' }), long: of({ timeZone, year: 'numeric', month: 'long' }) }
    : { short: of({ timeZone, month: 'numeric', day: 'numeric' }), long: of({ timeZone, dateStyle: 'long' }) }
}
