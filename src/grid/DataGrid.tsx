import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withTimeout } from '#widgets/with-timeout.ts'
import type { GridProps } from './props.ts'

const Canvas = lazy(() => withTimeout(import('./GridCanvas.tsx')))

/**
 * A table of any length: typed cells, ranges, copy and paste, and editing if the callbacks for it are given. The
 * drawing library is loaded with the first grid.
 */
export function DataGrid<Row>(props: GridProps<Row>) {
  const { t } = useTranslation()
  const Typed = Canvas as ComponentType<GridProps<Row>>
  return (
    <Suspense fallback={<div className="grid-waiting">{t('grid.loading')}</div>}>
      <Typed {...props} />
    </Suspense>
  )
}
