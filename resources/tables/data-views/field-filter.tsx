import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { FieldFilter as Filter } from '#contract/queries/query.ts'
import { FilterChips } from '../filter-chips.tsx'
import { FilterEditor } from '../filter-editor.tsx'
import { operatorsOfField } from '../operators.ts'
import { asColumn, byKey, byPlace } from './columns.ts'

type Props = {
  spaceId: string
  fields: readonly AnswerColumn[]
  filter: Filter
  onChange: (filter: Filter) => void
}
const NO_NAMES = new Map<string, string>()

/** Conditions on the fields of a query, as chips, and the editor that they are made in. */
export function FieldFilter({ spaceId, fields, filter, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const columns = fields.map(asColumn)
  const placed = byPlace(filter, fields)
  const set = (next: typeof placed) => onChange(byKey(next, fields))
  return (
    <>
      <div className="view-row view-chips">
        <FilterChips columns={columns} names={NO_NAMES} filter={placed} onChange={set} />
        <Button type="dashed" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {t('tables.filter.title')}
        </Button>
      </div>
      {isOpen && (
        <FilterEditor
          spaceId={spaceId}
          names={NO_NAMES}
          columns={columns}
          operators={operatorsOfField}
          filter={placed}
          onApply={set}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
