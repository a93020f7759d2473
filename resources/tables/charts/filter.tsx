import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { Filter } from '#contract/tables/question.ts'
import { asColumn, byKey, byPlace } from '../data-views/columns.ts'
import { FilterChips } from '../filter-chips.tsx'
import { FilterEditor } from '../filter-editor.tsx'

type Props = {
  spaceId: string
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  onChange: (definition: ChartDefinition) => void
}
const NO_NAMES = new Map<string, string>()

/** Which rows a chart takes. */
export function ChartFilter({ spaceId, definition, fields, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { query } = definition
  const columns = fields.map(asColumn)
  const filter = byPlace(query.filter, fields)
  const set = (next: Filter) => onChange({ ...definition, query: { ...query, filter: byKey(next, fields) } })
  return (
    <section>
      <h3>{t('dataViews.steps.filter')}</h3>
      <div className="view-row view-chips">
        <FilterChips columns={columns} names={NO_NAMES} filter={filter} onChange={set} />
        <Button type="dashed" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {t('tables.filter.title')}
        </Button>
      </div>
      {isOpen && (
        <FilterEditor
          spaceId={spaceId}
          names={new Map()}
          columns={columns}
          filter={filter}
          onApply={set}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
