import { FilterOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { Query } from '#contract/queries/query.ts'
import { FilterChips } from '../filter-chips.tsx'
import { FilterEditor } from '../filter-editor.tsx'
import { asColumn, byKey, byPlace } from './columns.ts'
import { fieldColumns } from './field-columns.ts'
import type { CheckedDraft } from './use-draft.ts'

type Props = { spaceId: string; query: Query; draft: CheckedDraft; onChange: (query: Query) => void }
const NO_NAMES = new Map<string, string>()

/** Which rows are taken, before they are grouped, and at most how many are shown. */
export function FilterSection({ spaceId, query, draft, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const limitId = useId()
  const fields = fieldColumns(query, draft)
  const columns = fields.map(asColumn)
  const filter = byPlace(query.filter, fields)
  const set = (next: typeof filter) => onChange({ ...query, filter: byKey(next, fields) })
  return (
    <section>
      <h3>{t('dataViews.steps.filter')}</h3>
      <div className="view-row view-chips">
        <FilterChips columns={columns} names={NO_NAMES} filter={filter} onChange={set} />
        <Button type="dashed" icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          {t('tables.filter.title')}
        </Button>
      </div>
      <label className="view-limit" htmlFor={limitId}>
        {t('dataViews.limit')}
        <InputNumber
          id={limitId}
          size="small"
          min={1}
          max={TABLE_ROWS_MAX}
          precision={0}
          value={query.limit}
          onChange={(limit) => onChange({ ...query, limit })}
        />
      </label>
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
