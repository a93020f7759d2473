import { Form, type FormItemProps, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { KEY_DAYS_MAX } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { formatExact } from '../../../widgets/format.ts'

/** The validity of a key in days, with the day on which it expires. */
export function Validity({ item, emptyHint }: { item: FormItemProps; emptyHint: string }) {
  const { t, i18n } = useTranslation()
  const days = Form.useWatch<number | null | undefined>('validityDays')
  const isDays = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= KEY_DAYS_MAX
  const end = isDays ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null
  return (
    <Form.Item
      {...item}
      extra={end ? t('account.validityDays.until', { date: formatExact(end, i18n.language) }) : emptyHint}
      normalize={(value: number | null) => value ?? undefined}
    >
      <InputNumber suffix={t('account.validityDays.unit')} style={{ width: 160 }} />
    </Form.Item>
  )
}
