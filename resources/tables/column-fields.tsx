import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { CellType, type Column, ColumnDraft } from '#contract/tables/columns.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { useFields } from '../../src/widgets/use-fields.ts'
import type { ColumnDialogKind } from './column-changes.ts'
import { type ColumnValues, changeIn } from './column-changes.ts'
import { FormulaField } from './formula-field.tsx'
import type { Changes } from './use-changes.tsx'

type Props = {
  table: DataTable
  column: Column
  kind: ColumnDialogKind
  changes: Changes
  isLossy: boolean
  onLossy: (isLossy: boolean) => void
}

/** The fields of a dialog about a column. */
export function ColumnFields(props: Props) {
  const { kind, column } = props
  if (kind === 'describe') return <Described column={column} />
  if (kind === 'insertBefore' || kind === 'insertAfter') return <Inserted table={props.table} />
  if (kind === 'type') return <Typed {...props} />
  if (kind === 'formula') return <Formula table={props.table} />
  if (kind === 'merge') return <Merged table={props.table} />
  if (kind === 'split') return <Split />
  if (kind === 'replace') return <Replaced />
  if (kind === 'duplicate') return <Name />
  return <Text kind={kind} />
}

function Name() {
  const field = useFields(ColumnDraft, 'tables.column')
  return (
    <Form.Item {...field('name')}>
      <Input autoFocus />
    </Form.Item>
  )
}

function TypeField() {
  const { t } = useTranslation()
  return (
    <Form.Item name="type" label={t('tables.column.type.label')}>
      <Select options={CellType.options.map((value) => ({ value, label: t(`tables.types.${value}`) }))} />
    </Form.Item>
  )
}

/** The terms of a choice; only where the column chooses. */
function Options({ type }: { type: CellType | undefined }) {
  const { t } = useTranslation()
  if (type !== 'choice' && type !== 'choices') return null
  return (
    <Form.Item name="options" label={t('tables.column.options.label')} extra={t('tables.column.options.hint')}>
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '、', '\n']} />
    </Form.Item>
  )
}

function Described({ column }: { column: Column }) {
  const { t } = useTranslation()
  const field = useFields(ColumnDraft, 'tables.column')
  const { type } = column
  const isOrdered = type === 'number' || type === 'date' || type === 'datetime'
  const rule = (name: string) => ({ name: ['rules', name], label: t(`tables.rules.${name}` as 'tables.rules.least') })
  return (
    <>
      <Name />
      <Form.Item {...field('unit')}>
        <Input />
      </Form.Item>
      <Form.Item {...field('description')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <Options type={type} />
      {type === 'number' && (
        <div className="column-pair">
          <Form.Item name={['format', 'decimals']} label={t('tables.format.decimals')}>
            <InputNumber min={0} max={20} />
          </Form.Item>
          <Form.Item name={['format', 'isGrouped']} label={t('tables.format.isGrouped')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name={['format', 'isPercent']} label={t('tables.format.isPercent')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      )}
      <h4 className="column-rules">{t('tables.rules.title')}</h4>
      <div className="column-pair">
        <Form.Item {...rule('isRequired')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item {...rule('isUnique')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item {...rule('isStrict')} valuePropName="checked" extra={t('tables.rules.strictHint')}>
          <Switch />
        </Form.Item>
      </div>
      {isOrdered && (
        <div className="column-pair">
          <Form.Item {...rule('least')}>
            <Input />
          </Form.Item>
          <Form.Item {...rule('greatest')}>
            <Input />
          </Form.Item>
        </div>
      )}
      {type === 'text' && (
        <div className="column-pair">
          <Form.Item {...rule('lengthMin')}>
            <InputNumber min={0} />
          </Form.Item>
          <Form.Item {...rule('lengthMax')}>
            <InputNumber min={0} />
          </Form.Item>
          <Form.Item {...rule('pattern')}>
            <Input />
          </Form.Item>
        </div>
      )}
    </>
  )
}

function Inserted({ table }: Pick<Props, 'table'>) {
  const field = useFields(ColumnDraft, 'tables.column')
  const type = Form.useWatch<CellType | undefined>('type')
  return (
    <>
      <Name />
      <TypeField />
      <Form.Item {...field('unit')}>
        <Input />
      </Form.Item>
      <Options type={type} />
      <Form.Item {...field('formula')}>
        <FormulaField columns={table.columnList} />
      </Form.Item>
    </>
  )
}

function Typed({ table, column, changes, isLossy, onLossy }: Props) {
  const type = Form.useWatch<CellType | undefined>('type') ?? column.type
  const values = { type, format: column.format } as ColumnValues
  const change = changeIn({ table, column, kind: 'type', values, isLossy: true })
  return (
    <>
      <TypeField />
      <Options type={type} />
      {type !== column.type && (
        <Losses key={type} table={table} change={change} isLossy={isLossy} onLossy={onLossy} saving={changes.saving} />
      )}
    </>
  )
}

type LossProps = Pick<Props, 'table' | 'isLossy' | 'onLossy'> & { change: ReturnType<typeof changeIn>; saving: string }

/** What would become empty by another type, before it does. */
function Losses({ table, change, isLossy, onLossy }: LossProps) {
  const { t } = useTranslation()
  const { spaceId, id } = table
  const { data, error } = useQuery({
    queryKey: ['tables', spaceId, 'preview', id, table.change, change],
    queryFn: ({ signal }) => call(tables.preview, { spaceId, id, change }, { quiet: true, signal }),
  })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <div className="skeleton" style={{ height: 40 }} aria-busy="true" />
  if (data.lost === 0) return <p role="status">{t('tables.loss.none', { count: data.touched })}</p>
  return (
    <div className="column-loss" role="status">
      <p>{t('tables.loss.some', { count: data.lost, all: data.touched })}</p>
      <p>{data.examples.map(({ from }) => from.slice(0, 40)).join(' · ')}</p>
      <Checkbox checked={isLossy} onChange={({ target }) => onLossy(target.checked)}>
        {t('tables.loss.accept')}
      </Checkbox>
    </div>
  )
}

function Formula({ table }: Pick<Props, 'table'>) {
  const { t } = useTranslation()
  const field = useFields(ColumnDraft, 'tables.column')
  return (
    <Form.Item {...field('formula')} extra={t('tables.column.formula.hint')}>
      <FormulaField columns={table.columnList} autoFocus />
    </Form.Item>
  )
}

function Merged({ table }: { table: DataTable }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="columns"
        label={t('tables.merge.columns')}
        rules={[{ type: 'array', min: 2, message: t('tables.merge.few') }]}
      >
        <Select
          mode="multiple"
          options={table.columnList.map(({ id, name }) => ({ value: id, label: name }))}
          optionFilterProp="label"
        />
      </Form.Item>
      <Form.Item name="separator" label={t('tables.merge.separator')}>
        <Input maxLength={20} />
      </Form.Item>
      <Name />
    </>
  )
}

function Split() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="separator"
        label={t('tables.split.separator')}
        rules={[{ required: true, message: t('tables.split.needed') }]}
      >
        <Input maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item
        name="names"
        label={t('tables.split.names')}
        rules={[{ type: 'array', min: 2, message: t('tables.split.few') }]}
      >
        <Select mode="tags" open={false} suffixIcon={null} />
      </Form.Item>
    </>
  )
}

function Replaced() {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="search"
        label={t('tables.replace.search')}
        rules={[{ required: true, message: t('tables.replace.needed') }]}
      >
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="text" label={t('tables.replace.by')}>
        <Input />
      </Form.Item>
      {(['isCaseSensitive', 'isWhole', 'isPattern'] as const).map((name) => (
        <Form.Item key={name} name={name} valuePropName="checked" noStyle>
          <Checkbox>{t(`tables.replace.${name}`)}</Checkbox>
        </Form.Item>
      ))}
    </>
  )
}

function Text({ kind }: { kind: 'prefix' | 'suffix' | 'fillValue' }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="text"
      label={t(`tables.text.${kind}`)}
      rules={[{ required: true, message: t('tables.text.needed') }]}
    >
      <Input autoFocus />
    </Form.Item>
  )
}
