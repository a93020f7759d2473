import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'

export type DayFieldProps = {
  /** For a label outside the field. */
  id?: string
  label: string
  /** As in 2026-11-21, in the reader's time zone. */
  day?: string | null
  min?: string
  max?: string
  onChange?: (day: string | undefined) => void
}

/** A date picker for one end of a range. */
export default function DayPicker({ id, label, day, min, max, onChange }: DayFieldProps) {
  return (
    <DatePicker
      {...(id && { id })}
      value={day ? dayjs(day) : null}
      onChange={(date) => onChange?.(date?.format('YYYY-MM-DD'))}
      {...(min && { minDate: dayjs(min) })}
      {...(max && { maxDate: dayjs(max) })}
      placeholder={label}
      aria-label={label}
    />
  )
}
