import { Form, type FormItemProps, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { BackupCycle, type BackupSchedule, MonthDay } from '#contract/backups.ts'

const HOURS = Array.from({ length: 24 }, (_none, value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The initial schedule: every night in the reader's time zone. */
export const firstSchedule = () =>
  ({
    cycle: 'daily',
    weekday: 1,
    monthDay: 'first',
    hour: 2,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    retention: 'three',
    drill: 'monthly',
  }) as const

/** Says the day and the hour of a schedule. */
export function useScheduleWords() {
  const { t } = useTranslation()
  return ({ cycle, weekday, monthDay, hour }: BackupSchedule): string => {
    const days = {
      daily: t('backups.cycle.cycles.daily'),
      weekly: t(`backups.weekday.days.${weekday as 1}`),
      monthly: t(`backups.monthDay.days.${monthDay}`),
    }
    return `${days[cycle]} ${String(hour).padStart(2, '0')}:00`
  }
}

/** When a policy runs: the day by its cycle, the hour and the zone. */
export function ScheduleFields({ field }: { field: (name: string) => FormItemProps }) {
  const { t } = useTranslation()
  const cycle = Form.useWatch('cycle')
  return (
    <div className="backup-fields">
      <Form.Item {...field('cycle')}>
        <Select options={BackupCycle.options.map((value) => ({ value, label: t(`backups.cycle.cycles.${value}`) }))} />
      </Form.Item>
      <Form.Item {...field('weekday')} hidden={cycle !== 'weekly'}>
        <Select options={DAYS.map((value) => ({ value, label: t(`backups.weekday.days.${value}`) }))} />
      </Form.Item>
      <Form.Item {...field('monthDay')} hidden={cycle !== 'monthly'}>
        <Select options={MonthDay.options.map((value) => ({ value, label: t(`backups.monthDay.days.${value}`) }))} />
      </Form.Item>
      <Form.Item {...field('hour')}>
        <Select options={HOURS} />
      </Form.Item>
      <Form.Item {...field('zone')}>
        <Select showSearch options={Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }))} />
      </Form.Item>
    </div>
  )
}
