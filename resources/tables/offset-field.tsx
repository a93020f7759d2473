import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { offsetText } from '#contract/tables/values.ts'
import { shownMoment } from '../../src/widgets/format.ts'

/**
 * Offsets that are offered, in minutes east of UTC, those in use as the standard time of a country or of a zone of one.
 * Source: the time zone database (IANA). Their names are those of well-known places.
 */
const OFFSETS = [
  -660, -600, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330, 345,
  360, 390, 420, 480, 540, 570, 600, 660, 720, 780, 840,
] as const
/** A time that shows what an offset does. */
const SAMPLE = '2026-08-04T02:30:00Z'

type Props = { placeholder: string }

/** In which zone the times of a column are shown, and times read that name none. */
export function OffsetField({ placeholder }: Props) {
  const { t } = useTranslation()
  const name = ['format', 'offsetMinutes']
  const chosen = Form.useWatch<number | null | undefined>(name)
  const known: readonly number[] = OFFSETS
  const others = typeof chosen === 'number' && !known.includes(chosen) ? [chosen] : []
  const options = [
    ...OFFSETS.map((value) => ({ value, label: `UTC${offsetText(value)} ${t(`tables.offsets.${value}`)}` })),
    ...others.map((value) => ({ value, label: `UTC${offsetText(value)}` })),
  ]
  const sample = { utc: shownMoment(SAMPLE, 0), shown: shownMoment(SAMPLE, chosen ?? undefined) }
  return (
    <Form.Item
      name={name}
      label={t('tables.format.offsetMinutes')}
      extra={`${t('tables.format.offsetHint')} ${t('tables.format.offsetSample', sample)}`}
    >
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder={placeholder} options={options} />
    </Form.Item>
  )
}
