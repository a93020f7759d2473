import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Select } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableChange } from '#contract/tables/changes.ts'
import { type CellType, ColumnDraft } from '#contract/tables/columns.ts'
import { readFormula } from '#contract/tables/formula.ts'
import type { DataTable } from '#contract/tables.ts'
import { sentenceOf } from '#providers/call.ts'
import { TextSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { useRested } from '../../src/widgets/use-rested.ts'
import { previewQuery } from './change-preview.ts'
import { type ColumnProps, NameField, OptionsField, TypeField } from './column-basics.tsx'
import { type ColumnTarget, type ColumnValues, changeIn } from './column-changes.ts'
import { Described } from './column-description.tsx'
import { isTextual } from './column-menu.tsx'
import { TypeChange } from './column-type.tsx'
import { FormulaField } from './formula-field.tsx'
import { valuesIn } from './values-in.ts'

/** Changed cells that are shown before they are replaced (our choice). */
const EXAMPLES = 3

type NewColumn = Extract<ColumnTarget, { kind: 'add' }>
/** The fields of a dialog about a column. */
export function ColumnFields(props: ColumnProps | (Omit<ColumnProps, 'kind' | 'column'> & NewColumn)) {
  if (props.kind === 'add') return <Inserted table={props.table} />
  const { kind, column } = props
  if (kind === 'describe') return <Described spaceId={props.table.spaceId} column={column} />
  if (kind === 'insertBefore' || kind === 'insertAfter') return <Inserted table={props.table} />
  if (kind === 'type') return <TypeChange {...props} />
  if (kind === 'formula') return <Formula table={props.table} column={column} />
  if (kind === 'merge') return <Merged table={props.table} />
  if (kind === 'split') return <Split />
  if (kind === 'replace') return <Replaced {...props} />
  if (kind === 'duplicate') return <NameField />
  return <Text kind={kind} />
}

function Inserted({ table }: Pick<ColumnProps, 'table'>) {
  const { t } = useTranslation()
  const field = useFields(ColumnDraft, 'tables.column')
  const type = Form.useWatch<CellType | undefined>('type')
  const formula = Form.useWatch<string | undefined>('formula')
  const given = formula?.trim() ? readFormula(formula, table.columnList).formula?.root.type : undefined
  return (
    <>
      <NameField />
      <TypeField given={given} />
      <Form.Item {...field('unit')}>
        <Input />
      </Form.Item>
      <OptionsField spaceId={table.spaceId} type={given ?? type} />
      <Form.Item {...field('formula')} extra={t('tables.column.formula.computes')}>
        <FormulaInForm columns={table.columnList} table={table} column={null} />
      </Form.Item>
    </>
  )
}

/** The formula of a column, and what becomes of the values of one that has none yet. */
function Formula({ table, column }: Pick<ColumnProps, 'table' | 'column'>) {
  const { t } = useTranslation()
  const field = useFields(ColumnDraft, 'tables.column')
  const isNew = column.formula === null
  const { data: count = 0 } = useQuery({ ...valuesIn(table, column.id), enabled: isNew })
  return (
    <>
      {isNew && count > 0 && (
        <div className="column-loss" role="status">
          <p>{t('tables.replaced.note', { count })}</p>
        </div>
      )}
      <Form.Item {...field('formula')} extra={!isNew && t('tables.column.formula.hint')}>
        <FormulaInForm columns={table.columnList} table={table} column={column.id} autoFocus />
      </Form.Item>
    </>
  )
}

/** A formula in a form, whose refusal says what is wrong, until the formula changes. */
function FormulaInForm({ onChange, ...props }: ComponentProps<typeof FormulaField>) {
  const form = Form.useFormInstance<ColumnValues>()
  const { errors } = Form.Item.useStatus()
  const change = (formula: string) => {
    onChange?.(formula)
    form.setFields([{ name: 'formula', errors: [] }])
  }
  return <FormulaField {...props} onChange={change} isRefused={errors.length > 0} />
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
      <NameField />
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

function Replaced({ table, column, scope }: Pick<ColumnProps, 'table' | 'column' | 'scope'>) {
  const { t } = useTranslation()
  const texts = table.columnList.filter(({ type, formula }) => isTextual(type) && formula === null)
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
      <Form.Item
        name="columns"
        label={t('tables.replace.columns')}
        rules={[{ type: 'array', min: 1, message: t('tables.replace.few') }]}
      >
        <Select
          mode="multiple"
          maxTagCount="responsive"
          options={texts.map(({ id, name }) => ({ value: id, label: name }))}
          optionFilterProp="label"
        />
      </Form.Item>
      {(['isCaseSensitive', 'isWhole', 'isPattern'] as const).map((name) => (
        <Form.Item key={name} name={name} valuePropName="checked" noStyle>
          <Checkbox>{t(`tables.replace.${name}`)}</Checkbox>
        </Form.Item>
      ))}
      <Replacements table={table} column={column} scope={scope} />
    </>
  )
}

/** How many rows replacing would change, with the first of them, while it is typed. */
function Replacements({ table, column, scope }: Pick<ColumnProps, 'table' | 'column' | 'scope'>) {
  const { t } = useTranslation()
  const values: Partial<ColumnValues> = Form.useWatch([]) ?? {}
  const isAsked = Boolean(values.search && values.columns?.length)
  const target = { kind: 'replace' as const, column }
  const change = changeIn({ table, target, values: values as ColumnValues, isLossy: false, scope })
  const asked = useRested(JSON.stringify(isAsked ? change : null))
  const tried: TableChange | null = JSON.parse(asked)
  const { data, error } = useQuery({
    ...previewQuery(table, tried ?? change),
    enabled: tried !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isAsked || !tried) return null
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <TextSkeleton lines={1} />
  return (
    <div className="column-preview" role="status">
      <p>{t('tables.replace.touched', { count: data.touched })}</p>
      <ul>
        {[...new Map(data.examples.map((one) => [one.from, one])).values()].slice(0, EXAMPLES).map(({ from, to }) => (
          <li key={from}>
            <del>{from}</del> → <ins>{to ?? ''}</ins>
          </li>
        ))}
      </ul>
    </div>
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
