import { FunctionOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { Query } from '#contract/queries/query.ts'
import { FieldsEditor } from '../data-views/editor-fields.tsx'
import type { CheckedDraft } from '../data-views/use-draft.ts'
import { boundFields } from './bindings.ts'
import { ColumnSettings } from './column-settings.tsx'
import { rowsOf } from './rows.ts'

type Props = {
  definition: ChartDefinition
  draft: CheckedDraft
  fields: readonly AnswerColumn[]
  onChange: (definition: ChartDefinition) => void
}

/**
 * The columns, to be dragged into channels or clicked for their use; their names and the computed ones are changed on
 * demand.
 */
export function ColumnsEditor({ definition, draft, fields, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const used = new Set(boundFields(definition))
  const set = ({ fields: next, filter }: Query) => {
    const known = new Set(next.map(({ key }) => key))
    const channels = Object.fromEntries(
      Object.entries(definition.channels).map(([channel, bindings]) => [
        channel,
        bindings?.filter(({ field }) => field === null || known.has(field)),
      ]),
    )
    onChange({ ...definition, channels, query: { ...definition.query, fields: next, filter } })
  }
  return (
    <>
      <ul className="chart-columns" aria-label={t('charts.editor.columns')}>
        {fields.map((field) => (
          <li
            key={field.key}
            draggable
            data-used={used.has(field.key)}
            title={t('charts.editor.drag')}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData('text/x-chart-field', field.key)
              dataTransfer.effectAllowed = 'copy'
            }}
          >
            <ColumnSettings definition={definition} fields={fields} field={field} onChange={onChange} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon={<FunctionOutlined />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('charts.editor.computed')}
        </Button>
      </div>
      {isOpen && <FieldsEditor query={rowsOf(definition)} draft={draft} onChange={set} />}
    </>
  )
}
