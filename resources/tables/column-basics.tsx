import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CellType, type Column, ColumnDraft } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { useFields } from '../../src/widgets/use-fields.ts'
import type { ColumnDialogKind } from './column-changes.ts'
import type { Changes } from './use-changes.tsx'

/** What a dialog about a column works with. */
export type ColumnProps = {
  table: DataTable
  column: Column
  kind: ColumnDialogKind
  changes: Changes
  isLossy: boolean
  onLossy: (isLossy: boolean) => void
}

export function NameField() {
  const field = useFields(ColumnDraft, 'tables.column')
  return (
    <Form.Item {...field('name')}>
      <Input autoFocus />
    </Form.Item>
  )
}

export function TypeField() {
  const { t } = useTranslation()
  return (
    <Form.Item name="type" label={t('tables.column.type.label')}>
      <Select options={CellType.options.map((value) => ({ value, label: t(`tables.types.${value}`) }))} />
    </Form.Item>
  )
}

/** The terms of a choice; only where the column chooses. */
export function OptionsField({ type }: { type: CellType | undefined }) {
  const { t } = useTranslation()
  if (type !== 'choice' && type !== 'choices') return null
  return (
    <Form.Item name="options" label={t('tables.column.options.label')} extra={t('tables.column.options.hint')}>
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '、', '\n']} />
    </Form.Item>
  )
}
