import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select, Switch } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CRON_MAX } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Schedule, sourceImports } from '#contract/source-imports.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { DayField } from '../../../src/widgets/DayField.tsx'
import { localeOf } from '../../../src/widgets/format.ts'
import { HERE } from '../import-plan.ts'
import {
  clockOf,
  cronOf,
  dayIn,
  type Every,
  everies,
  instantOf,
  MONTH_DAYS,
  type MonthDay,
  type Plan,
  planFor,
  scheduleOf,
  USUAL,
} from './schedule.ts'
import { weekdayNames, zonedTime } from './schedule-words.ts'
import { ZoneSelect } from './zone-select.tsx'

const MINUTE_MAX = 59

type Props = { value?: Schedule | null; onChange?: (schedule: Schedule | null) => void }

/** The schedule of an import, with its next runs. */
export function ScheduleField({ value = null, onChange }: Props) {
  const { t } = useTranslation()
  const switchId = useId()
  const [plan, setPlan] = useState<Plan>(() => (value ? planFor(value) : USUAL))
  const zone = value?.zone ?? HERE
  const change = (over: Partial<Plan>) => {
    const next = { ...plan, ...over }
    setPlan(next)
    onChange?.(scheduleOf(next, zone))
  }
  const choose = (every: Every) =>
    change({
      every,
      // A cron expression begins with the schedule chosen so far, a day with tomorrow.
      ...(every === 'cron' && { cron: cronOf(plan) }),
      ...(every === 'once' && !plan.day && { day: dayIn(new Date(Date.now() + DAY_MS), zone) }),
    })
  return (
    <div className="schedule">
      <label className="schedule-switch" htmlFor={switchId}>
        <Switch
          id={switchId}
          checked={value !== null}
          onChange={(isOn) => onChange?.(isOn ? scheduleOf(plan, zone) : null)}
        />
        {t('sourceImports.schedule.label')}
      </label>
      {value && (
        <>
          <Segmented<Every>
            value={plan.every}
            onChange={choose}
            options={everies.map((every) => ({ value: every, label: t(`sourceImports.schedule.everies.${every}`) }))}
          />
          <div className="schedule-fields">
            <PlanFields plan={plan} zone={zone} onChange={change} onWrong={() => onChange?.({ cron: '', zone })} />
            <ZoneSelect
              label={t('sourceImports.schedule.zone')}
              value={zone}
              onChange={(next) => onChange?.(scheduleOf(plan, next))}
            />
          </div>
          <NextTimes plan={plan} schedule={value} />
        </>
      )}
    </div>
  )
}

type PlanProps = {
  plan: Plan
  zone: string
  onChange: (over: Partial<Plan>) => void
  /** Called when the value of a field is invalid. */
  onWrong: () => void
}

function PlanFields({ plan, zone, onChange, onWrong }: PlanProps) {
  const { t, i18n } = useTranslation()
  const { every, minute, weekdays, monthDay, cron, day } = plan
  if (every === 'cron')
    return (
      <Input
        className="schedule-cron"
        value={cron}
        maxLength={CRON_MAX}
        aria-label={t('sourceImports.schedule.cron')}
        placeholder="0 2 * * 1-5"
        onChange={({ target }) => onChange({ cron: target.value })}
      />
    )
  if (every === 'hour')
    return (
      <BoundedNumber
        min={0}
        max={MINUTE_MAX}
        isWhole
        value={minute}
        label={t('sourceImports.schedule.minute')}
        prefix={t('sourceImports.schedule.minute')}
        onChange={(next) => onChange({ minute: next })}
        onWrong={onWrong}
      />
    )
  return (
    <>
      {every === 'once' && (
        <DayField
          label={t('sourceImports.schedule.day')}
          day={day}
          min={dayIn(new Date(), zone)}
          onChange={(next) => next && onChange({ day: next })}
        />
      )}
      {every === 'week' && (
        <Select
          mode="multiple"
          className="schedule-days"
          aria-label={t('sourceImports.schedule.weekdays')}
          value={[...weekdays]}
          options={weekdayNames(i18n.language).map((label, value) => ({ value, label }))}
          onChange={(next: number[]) => next.length > 0 && onChange({ weekdays: next })}
        />
      )}
      {every === 'month' && (
        <Select<MonthDay>
          className="schedule-days"
          aria-label={t('sourceImports.schedule.monthDay')}
          value={monthDay}
          options={[
            ...Array.from({ length: MONTH_DAYS }, (_, at) => ({
              value: at + 1,
              label: t('sourceImports.schedule.dayOf', { day: at + 1 }),
            })),
            { value: 'L' as const, label: t('sourceImports.schedule.lastDay') },
          ]}
          onChange={(next) => onChange({ monthDay: next })}
        />
      )}
      <Input
        type="time"
        className="schedule-clock"
        aria-label={t('sourceImports.schedule.clock')}
        value={clockOf(plan)}
        onChange={({ target }) => {
          const [hour = NaN, minutes = NaN] = target.value.split(':').map(Number)
          if (!Number.isNaN(hour + minutes)) onChange({ hour, minute: minutes })
        }}
      />
    </>
  )
}

/** The next times of a schedule in its zone, or why it has none. */
function NextTimes({ plan, schedule }: { plan: Plan; schedule: Schedule }) {
  const { t, i18n } = useTranslation()
  const asked = useDeferredValue(schedule)
  const { data, error } = useQuery({
    queryKey: ['sourceImports', 'next', asked],
    queryFn: ({ signal }) => call(sourceImports.next, { schedule: asked }, { quiet: true, signal }),
    enabled: ('once' in asked ? asked.once : asked.cron) !== '',
    placeholderData: keepPreviousData,
  })
  const instant = plan.every === 'once' ? instantOf(plan, schedule.zone) : null
  const reason = instant && 'reason' in instant ? t(`tableFiles.reasons.${instant.reason}`) : error && sentenceOf(error)
  if (reason)
    return (
      <p className="schedule-problem" role="alert">
        {reason}
      </p>
    )
  return (
    <div className="schedule-next" role="status">
      <span>{t('sourceImports.schedule.next', { zone: asked.zone })}</span>
      <ol className="num" data-once={'once' in asked} lang={localeOf(i18n.language)}>
        {data?.map((at) => (
          <li key={at}>
            <time dateTime={at}>{zonedTime(at, asked.zone, i18n.language)}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}
