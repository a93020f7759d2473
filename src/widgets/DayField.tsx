import { Input } from 'antd'
import type { DayFieldProps } from './DayPicker.tsx'
import { later, type MeanwhileProps } from './later.tsx'
import { NotLoaded } from './NotLoaded.tsx'

/** A date field. The calendar is large and loaded on demand; a placeholder reserves its space. */
export const DayField = later<DayFieldProps>(() => import('./DayPicker.tsx'), Meanwhile)

function Meanwhile({ props: { label }, failure, onRetry }: MeanwhileProps<DayFieldProps>) {
  if (!failure) return <Input aria-label={label} placeholder={label} disabled style={{ width: 150 }} />
  return <NotLoaded title={label} error={failure} onRetry={onRetry} isInline />
}
