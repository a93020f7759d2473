import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../src/widgets/Empty.tsx'
import type { TableContext } from './context.ts'

/**
 * In place of rows: none matches, or there are none yet, and it is said how some come in: by `onAdd`, or by hand where
 * there is a grid.
 */
export function NoRows({ context, onAdd }: { context: TableContext; onAdd?: () => void }) {
  const { t } = useTranslation()
  const { rows, mayEdit } = context
  if (rows.counts.total > 0) return <Empty title={t('tables.noMatch')} />
  if (!mayEdit) return <Empty title={t('tables.noRows')} />
  if (!onAdd) return <Empty title={t('tables.noRows')} hint={t('tables.noRowsHint')} />
  return (
    <Empty title={t('tables.noRows')}>
      <Button onClick={onAdd}>{t('grid.addRow')}</Button>
    </Empty>
  )
}
