import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { DayFieldProps } from './DayPicker.tsx'

const DayPicker = lazy(() => import('./DayPicker.tsx'))

/** Chooses a day. The calendar is heavy and comes by itself, in the place that is kept for it. */
export function DayField(props: DayFieldProps) {
  return (
    <Suspense fallback={<Input aria-label={props.label} placeholder={props.label} disabled style={{ width: 150 }} />}>
      <DayPicker {...props} />
    </Suspense>
  )
}
