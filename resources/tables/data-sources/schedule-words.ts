import type { TFunction } from 'i18next'
import { DAY_MS } from '#contract/core/time.ts'
import type { Schedule } from '#contract/source-imports.ts'
import { formatList, localeOf } from '../../../src/widgets/format.ts'
import { HERE } from '../import-plan.ts'
import { clockOf, planOf } from './schedule.ts'

/** A time as the clocks of a zone show it, behind the day of the week. */
export function zonedTime(iso: string, timeZone: string, lang: string): string {
  const textOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(lang), { timeZone, ...options }).format(new Date(iso))
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return `${textOf({ weekday: 'short' })} ${textOf({ ...day, ...clock })}`
}

/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1)
const DAYS = 7

/** The days of the week by their numbers; 0 is Sunday. */
export function weekdayNames(lang: string): string[] {
  const format = new Intl.DateTimeFormat(localeOf(lang), { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: DAYS }, (_, at) => format.format(SUNDAY + at * DAY_MS))
}

/** When an import runs, in a few words; its time zone is named unless it is the reader’s own. */
export function scheduleText(t: TFunction, schedule: Schedule, lang: string): string {
  const { zone } = schedule
  const text =
    'once' in schedule
      ? t('sourceImports.schedule.says.once', { at: zonedTime(schedule.once, zone, lang) })
      : planText(t, schedule.cron, lang)
  return zone === HERE ? text : t('sourceImports.schedule.inZone', { text, zone })
}

function planText(t: TFunction, cron: string, lang: string): string {
  const plan = planOf(cron)
  const { every, minute, monthDay } = plan
  const clock = clockOf(plan)
  if (every === 'hour') return t('sourceImports.schedule.says.hour', { minute })
  if (every === 'day') return t('sourceImports.schedule.says.day', { clock })
  if (every === 'week') {
    const names = weekdayNames(lang)
    const days = plan.weekdays.map((day) => names[day] ?? '')
    return t('sourceImports.schedule.says.week', { days: formatList(days, lang), clock })
  }
  if (every === 'cron') return cron
  if (monthDay === 'L') return t('sourceImports.schedule.says.monthEnd', { clock })
  return t('sourceImports.schedule.says.month', { day: monthDay, clock })
}
