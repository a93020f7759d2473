import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DayFieldProps } from './DayPicker.tsx'
import { later, type MeanwhileProps } from './later.tsx'

/** A date field. The calendar is large and loaded on demand; a placeholder reserves its space. */
export const DayField = later<DayFieldProps>(() => import('./DayPicker.tsx'), Meanwhile)

function Meanwhile({ props: { label }, isFailed, onRetry }: MeanwhileProps<DayFieldProps>) {
  const { t } = useTranslation()
  if (!isFailed) return <Input aria-label={label} placeholder={label} disabled style={{ width: 150 }} />
  return (
    <Button danger title={t('errors.network')} onClick={onRetry}>
      {`${label} · ${t('errors.retry')}`}
    </Button>
  )
}
