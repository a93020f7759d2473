import { DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

type Props = { name: string | (string | number)[]; label: string; hint?: string }

/** A day and a time in a form, kept as ISO 8601; empty is null. */
export function Moment({ name, label, hint }: Props) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      getValueProps={(value: string | null) => ({ value: value ? dayjs(value) : null })}
      normalize={(at: Dayjs | null) => at?.toISOString() ?? null}
    >
      <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" className="setting-short" />
    </Form.Item>
  )
}
