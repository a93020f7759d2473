import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { metadata } from '#contract/metadata.ts'
import { CellType, type Column, ColumnDraft } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import type { ColumnDialogKind } from './column-changes.ts'
import { OptionsEditor } from './options-editor.tsx'
import type { Changes } from './use-changes.tsx'

/** Props of the dialogs of a column. */
export type ColumnProps = {
  table: DataTable
  column: Column
  kind: ColumnDialogKind
  changes: Changes
  /** The rows that are seen, when those are not all. */
  scope: Question | null
  isLossy: boolean
  onLossy: (isLossy: boolean) => void
}

/** The name of a column, whose refusal stands beside it until it changes. */
export function NameField() {
  const field = useFields(ColumnDraft, 'tables.column')
  const form = Form.useFormInstance()
  return (
    <Form.Item {...field('name')}>
      <Input autoFocus onChange={() => form.setFields([{ name: 'name', errors: [] }])} />
    </Form.Item>
  )
}

/** The type of a column; `given` by its formula, it can't be chosen. */
export function TypeField({ given }: { given?: CellType | undefined }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="type"
      label={t('tables.column.type.label')}
      getValueProps={(value?: CellType) => ({ value: given ?? value })}
    >
      <Select
        disabled={given !== undefined}
        options={CellType.options.map((value) => ({ value, label: t(`tables.types.${value}`) }))}
      />
    </Form.Item>
  )
}

/** The source of the options: a vocabulary of the space, or the column itself. Only for choice columns. */
export function OptionsField({ spaceId, type }: { spaceId: string; type: CellType | undefined }) {
  const { t } = useTranslation()
  const isChoice = type === 'choice' || type === 'choices'
  const vocabularyId = Form.useWatch<string | null | undefined>('vocabularyId')
  const { data, error, refetch } = useQuery({
    queryKey: ['vocabularies', spaceId],
    queryFn: () => call(metadata.vocabularies, { spaceId }, { quiet: true }),
    enabled: isChoice,
  })
  if (!isChoice) return null
  return (
    <>
      {error && <NotLoaded error={error} onRetry={refetch} isInline />}
      {data && data.length > 0 && (
        <Form.Item name="vocabularyId" label={t('tables.column.vocabulary.label')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: null, label: t('tables.column.vocabulary.own') },
              ...data.map(({ id, name, size }) => ({
                value: id,
                label: t('tables.column.vocabulary.one', { name, count: size }),
              })),
            ]}
          />
        </Form.Item>
      )}
      {!vocabularyId && (
        <Form.Item name="options" label={t('tables.column.options.label')} extra={t('tables.column.options.hint')}>
          <OptionsEditor />
        </Form.Item>
      )}
    </>
  )
}
