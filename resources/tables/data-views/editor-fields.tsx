import { DeleteOutlined, EyeInvisibleOutlined, EyeOutlined, FunctionOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { freeName } from '#contract/core/free-name.ts'
import { QUERY_FIELDS_MAX } from '#contract/core/limits.ts'
import type { ViewDetails } from '#contract/data-views.ts'
import type { ColumnRef, Field, Query } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { MenuButton } from '../../../src/widgets/MenuButton.tsx'
import { FormulaField } from '../formula-field.tsx'
import { asColumn } from './columns.ts'
import { columnsFor, newKey, withColumn, withColumns, withoutFields } from './draft.ts'
import { fieldColumns } from './field-columns.ts'
import type { CheckedDraft } from './use-draft.ts'

type Props = {
  query: Query
  draft: CheckedDraft
  /** Of a saved view. */
  savedTypes?: ViewDetails['savedTypes']
  onChange: (query: Query) => void
}

/** The columns of the view: their names, which are shown, and those that formulas compute. */
export function FieldsEditor({ query, draft, savedTypes, onChange }: Props) {
  const { t } = useTranslation()
  const set = (at: number, field: Field) => onChange({ ...query, fields: query.fields.with(at, field) })
  const missing = draft.shapes.flatMap((shape, source) => {
    const columns = shape?.columns.filter(
      ({ key }) =>
        !query.fields.some(({ from }) => from.kind === 'column' && from.source === source && from.column === key),
    )
    return shape && columns?.length ? [{ shape, source, columns }] : []
  })
  const addFormula = () => {
    const name = freeName(
      t('dataViews.fields.formulaName'),
      query.fields.map((field) => field.name),
    )
    const field = { key: newKey(query, 'f'), name, from: { kind: 'formula' as const, formula: '1' }, isHidden: false }
    onChange({ ...query, fields: [...query.fields, field] })
  }
  const isFull = query.fields.length >= QUERY_FIELDS_MAX
  return (
    <section>
      <h3>{t('dataViews.steps.fields')}</h3>
      <ul className="view-fields">
        {query.fields.map((field, at) => (
          <FieldRow
            key={field.key}
            field={field}
            query={query}
            draft={draft}
            savedType={savedTypes?.[field.key]}
            onChange={(next) => set(at, next)}
            onReplace={(lost, column) => onChange(withColumn(query, lost, column))}
            onRemove={() => onChange(withoutFields(query, ({ key }) => key === field.key))}
          />
        ))}
      </ul>
      <div className="view-row">
        <Dropdown
          trigger={['click']}
          disabled={missing.length === 0 || isFull}
          menu={{
            items: missing.map(({ shape, source, columns }) => ({
              key: String(source),
              type: 'group' as const,
              label: shape.name,
              children: columns.map((column) => ({
                key: `${source}:${column.key}`,
                label: column.name,
                onClick: () => onChange(withColumns(query, source, [column])),
              })),
            })),
            style: { maxHeight: 320, overflow: 'auto' },
          }}
        >
          <MenuButton type="dashed" icon={<PlusOutlined />}>
            {t('dataViews.fields.add')}
          </MenuButton>
        </Dropdown>
        <Button type="dashed" icon={<FunctionOutlined />} disabled={isFull} onClick={addFormula}>
          {t('dataViews.fields.addFormula')}
        </Button>
      </div>
    </section>
  )
}

type RowProps = {
  field: Field
  query: Query
  draft: CheckedDraft
  savedType: CellType | undefined
  onChange: (field: Field) => void
  /** Another column takes the place of one that the source lost. */
  onReplace: (lost: ColumnRef, column: string) => void
  onRemove: () => void
}

function FieldRow({ field, query, draft, savedType, onChange, onReplace, onRemove }: RowProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(field.name)
  const { from } = field
  const shape = from.kind === 'column' ? draft.shapes[from.source] : null
  const origin = from.kind === 'column' && shape?.columns.find(({ key }) => key === from.column)
  const typeNote = (type: CellType) => {
    const text = t(`tables.types.${type}`)
    if (savedType === undefined || type === savedType) return text
    return t('dataViews.fields.otherType', { type: text, before: t(`tables.types.${savedType}`) })
  }
  const note = origin ? `${shape?.name} · ${origin.name}` : from.kind === 'formula' ? t('tables.computedNote') : ''
  return (
    <li data-hidden={field.isHidden}>
      <div className="view-row">
        <Input
          variant="borderless"
          aria-label={t('dataViews.fields.name', { name: field.name })}
          title={note}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onBlur={() => (name.trim() ? name !== field.name && onChange({ ...field, name }) : setName(field.name))}
        />
        <Button
          type="text"
          size="small"
          icon={field.isHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          aria-label={t(field.isHidden ? 'dataViews.fields.show' : 'dataViews.fields.hide', { name: field.name })}
          onClick={() => onChange({ ...field, isHidden: !field.isHidden })}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('dataViews.fields.remove', { name: field.name })}
          disabled={query.fields.length === 1}
          onClick={onRemove}
        />
      </div>
      {from.kind === 'column' && shape && !origin && (
        <Select<string>
          aria-label={t('dataViews.fields.replace', { name: field.name })}
          placeholder={t('dataViews.fields.replaceWith')}
          status="warning"
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={columnsFor(query, field, shape).map(({ key, name: label, type }) => ({ value: key, label, type }))}
          optionRender={({ label, data: { type } }) => (
            <span className="view-column">
              <span>{label}</span>
              <small data-warns={savedType !== undefined && type !== savedType}>{typeNote(type)}</small>
            </span>
          )}
          onChange={(column) => onReplace(from, column)}
        />
      )}
      {from.kind === 'formula' && (
        <FormulaField
          columns={fieldColumns(query, draft)
            .filter(({ key }) => key !== field.key)
            .map(asColumn)}
          value={from.formula}
          onChange={(formula) => onChange({ ...field, from: { kind: 'formula', formula } })}
        />
      )}
    </li>
  )
}
