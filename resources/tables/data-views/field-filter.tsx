import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { Field, FieldFilter as Filter, Query } from '#contract/queries/query.ts'
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

/** A field of which nothing but its name is known. */
const lostField = ({ key, name }: Field): AnswerColumn => ({
  key,
  name,
  description: '',
  unit: '',
  type: 'text',
  format: {},
})

/** Conditions on the fields of a query, as chips, and the editor that they are made in. */
export function FieldFilter({ spaceId, query, fields, names, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // What is chosen in the editor is added, until an answer has its name.
  const known = useMemo(() => new Map(Object.entries(names ?? {})), [names])
  const isThere = (key: string) => fields.some((one) => one.key === key)
  // Conditions on fields whose columns are gone are said by the names of the fields, and can only be removed.
  const lost = query.fields.filter(({ key }) => !isThere(key)).map(lostField)
  const all = [...fields, ...lost]
  const isWhole = ({ conditions }: Filter[number]) => conditions.every(({ field }) => isThere(field))
  const broken = query.filter.filter((group) => !isWhole(group))
  return (
    <>
      <div className="view-row view-chips">
        <FilterChips
          columns={all.map(asColumn)}
          names={known}
          filter={byPlace(query.filter, all)}
          onChange={(next) => onChange(byKey(next, all))}
        />
        <Button type="dashed" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {t('tables.filter.title')}
        </Button>
      </div>
      {isOpen && (
        <FilterEditor
          spaceId={spaceId}
          names={known}
          columns={fields.map(asColumn)}
          operators={operatorsOfField}
          values={valuesOfQuery(spaceId, query, fields)}
          filter={byPlace(query.filter.filter(isWhole), fields)}
          onApply={(next) => onChange([...byKey(next, fields), ...broken])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
