import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { FieldFilter as Filter, Query } from '#contract/queries/query.ts'
import { FilterChips } from '../filter-chips.tsx'
import { FilterEditor } from '../filter-editor.tsx'
import { operatorsOfField } from '../operators.ts'
import { asColumn, byKey, byPlace } from './columns.ts'
import { valuesOfQuery } from './offered-values.ts'

type Props = {
  spaceId: string
  query: Pick<Query, 'base' | 'joins' | 'fields' | 'filter'>
  fields: readonly AnswerColumn[]
  /** Names of the files and people in its conditions, by id, as far as they are known. */
  names: Readonly<Record<string, string>> | undefined
  onChange: (filter: Filter) => void
}

/** Conditions on the fields of a query, as chips, and the editor that they are made in. */
export function FieldFilter({ spaceId, query, fields, names, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // What is chosen in the editor is added, until an answer has its name.
  const known = useMemo(() => new Map(Object.entries(names ?? {})), [names])
  const columns = fields.map(asColumn)
  const placed = byPlace(query.filter, fields)
  const set = (next: typeof placed) => onChange(byKey(next, fields))
  return (
    <>
      <div className="view-row view-chips">
        <FilterChips columns={columns} names={known} filter={placed} onChange={set} />
        <Button type="dashed" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {t('tables.filter.title')}
        </Button>
      </div>
      {isOpen && (
        <FilterEditor
          spaceId={spaceId}
          names={known}
          columns={columns}
          operators={operatorsOfField}
          values={valuesOfQuery(spaceId, query, fields)}
          filter={placed}
          onApply={set}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
