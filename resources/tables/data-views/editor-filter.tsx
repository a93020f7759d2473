import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { Query } from '#contract/queries/query.ts'
import { BoundedNumber } from '../../../src/widgets/CheckedNumber.tsx'
import { fieldColumns } from './field-columns.ts'
import { FieldFilter } from './field-filter.tsx'
import type { CheckedDraft } from './use-draft.ts'

type Props = {
  spaceId: string
  query: Query
  draft: CheckedDraft
  names: Readonly<Record<string, string>> | undefined
  onChange: (query: Query) => void
}

/** Which rows are taken, before they are grouped, and at most how many are shown. */
export function FilterSection({ spaceId, query, draft, names, onChange }: Props) {
  const { t } = useTranslation()
  const limitId = useId()
  return (
    <section>
      <h3>{t('dataViews.steps.filter')}</h3>
      <FieldFilter
        spaceId={spaceId}
        query={query}
        fields={fieldColumns(query, draft)}
        names={names}
        onChange={(filter) => onChange({ ...query, filter })}
      />
      <label className="view-limit" htmlFor={limitId}>
        {t('dataViews.limit')}
        <BoundedNumber
          id={limitId}
          size="small"
          min={1}
          max={TABLE_ROWS_MAX}
          isWhole
          mayBeEmpty
          value={query.limit}
          onChange={(limit) => onChange({ ...query, limit })}
        />
      </label>
    </section>
  )
}
