/** Steps are days or months of UTC, named by their first day; months when they are further apart than days are. */
export function wordsOf(days: readonly string[], language: string) {
  const [first = '', second = ''] = days
  const isMonthly = Date.parse(second) - Date.parse(first) > 2 * 24 * 3_600_000
  const locale = language === 'en' ? 'en-GB' : 'zh-CN'
  const of = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (day: string) => format.format(new Date(day))
  }
  return isMonthly
    ? { short: of({ month: 'short' }), long: of({ year: 'numeric', month: 'long' }) }
    : { short: of({ month: 'numeric', day: 'numeric' }), long: of({ year: 'numeric', month: 'long', day: 'numeric' }) }
}
