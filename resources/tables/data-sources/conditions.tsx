import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CONDITIONS_MAX } from '#contract/core/limits.ts'
import type { SourceColumn } from '#contract/data-sources.ts'
import { ConditionOperator, type SourceCondition } from '#contract/source-imports.ts'

type Props = {
  columns: readonly SourceColumn[]
  value?: readonly SourceCondition[]
  onChange?: (conditions: SourceCondition[]) => void
}
const takesNone = new Set<ConditionOperator>(['empty', 'notEmpty'])

/** Conditions that rows of the data source meet to be read, all of them. */
export function ConditionsField({ columns, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const set = (next: SourceCondition[]) => onChange?.(next)
  const [first] = columns
  return (
    <div className="source-conditions">
      {value.map((condition, at) => {
        const change = (over: Partial<SourceCondition>) => set(value.with(at, { ...condition, ...over }))
        return (
          <div key={at} className="filter-row">
            <Select
              aria-label={t('tables.filter.column')}
              showSearch={{ optionFilterProp: 'label' }}
              value={condition.column}
              onChange={(column) => change({ column })}
              options={columns.map(({ name }) => ({ value: name, label: name }))}
            />
            <Select
              aria-label={t('tables.filter.operator')}
              value={condition.operator}
              onChange={(operator) => change({ operator, ...(takesNone.has(operator) && { value: '' }) })}
              options={ConditionOperator.options.map((operator) => ({
                value: operator,
                label: t(`sourceImports.conditions.operators.${operator}`),
              }))}
            />
            <Input
              aria-label={t('tables.filter.value')}
              disabled={takesNone.has(condition.operator)}
              value={condition.value}
              onChange={({ target }) => change({ value: target.value })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('tables.filter.remove')}
              onClick={() => set(value.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={!first || value.length >= CONDITIONS_MAX}
        onClick={() => first && set([...value, { column: first.name, operator: 'eq', value: '' }])}
      >
        {t('tables.filter.add')}
      </Button>
      {value.length === 0 && <span className="import-hint">{t('sourceImports.conditions.none')}</span>}
    </div>
  )
}
