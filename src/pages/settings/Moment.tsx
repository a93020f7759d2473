import { DatePicker, Form, type FormItemProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

type Props = Pick<FormItemProps, 'dependencies' | 'rules'> & {
  name: string | (string | number)[]
  label: string
  hint?: string
}

/** A day and a time in a form, kept as ISO 8601; empty is null. */
export function Moment({ hint, ...item }: Props) {
  return (
    <Form.Item
      {...item}
      extra={hint}
      getValueProps={(value: string | null) => ({ value: value ? dayjs(value) : null })}
      normalize={(at: Dayjs | null) => at?.toISOString() ?? null}
    >
      <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" className="setting-short" />
    </Form.Item>
  )
}
