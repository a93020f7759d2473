import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import type { ProposedColumn } from '#contract/table-files.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { Loaded } from '../../../src/widgets/Loaded.tsx'
import { ImportColumns } from '../import-columns.tsx'
import type { PlannedColumn } from '../import-plan.ts'

type Props = {
  proposed: readonly ProposedColumn[]
  plan: readonly PlannedColumn[]
  /** The columns of the chosen table; null: a new one. */
  columns: Column[] | null | undefined
  /** The chosen table; null: none yet. */
  table: { data: DataTable | undefined; error: unknown; refetch: () => unknown } | null
  /** Columns that an import names and the data source no longer has. */
  gone: readonly string[]
  onChange: (plan: PlannedColumn[]) => void
}

/** Which columns are read, and what becomes of each. */
export function ColumnsField({ proposed, plan, columns, table, gone, onChange }: Props) {
  const { t } = useTranslation()
  if (columns === undefined && !table) return <p className="import-hint">{t('sourceImports.chooseTable')}</p>
  const fields = (
    <>
      {gone.length > 0 && (
        <Alert
          type="warning"
          title={t('sourceImports.columnsGone', { names: gone.join(t('tables.comma')) })}
          className="source-warning"
        />
      )}
      {proposed.length > TABLE_COLUMNS_MAX && columns === null && (
        <Alert type="info" title={t('sourceImports.columnsMany')} className="source-warning" />
      )}
      <ImportColumns proposed={proposed} plan={plan} columns={columns ?? null} isTyped onChange={onChange} />
    </>
  )
  return columns === undefined && table ? <Loaded query={table}>{() => fields}</Loaded> : fields
}
