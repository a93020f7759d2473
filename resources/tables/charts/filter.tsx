import { useTranslation } from 'react-i18next'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { FieldFilter } from '../data-views/field-filter.tsx'

type Props = {
  spaceId: string
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  names: Readonly<Record<string, string>> | undefined
  onChange: (definition: ChartDefinition) => void
}

/** Which rows a chart takes. */
export function ChartFilter({ spaceId, definition, fields, names, onChange }: Props) {
  const { t } = useTranslation()
  const { query } = definition
  return (
    <section>
      <h3>{t('dataViews.steps.filter')}</h3>
      <FieldFilter
        spaceId={spaceId}
        query={query}
        fields={fields}
        names={names}
        onChange={(filter) => onChange({ ...definition, query: { ...query, filter } })}
      />
    </section>
  )
}
