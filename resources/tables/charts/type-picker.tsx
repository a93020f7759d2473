import { useTranslation } from 'react-i18next'
import type { ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import { retyped } from '#contract/charts/suggest.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { chartKinds } from '../../../src/charts/registry.ts'

type Props = {
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  onChange: (definition: ChartDefinition) => void
}

/** The types of charts; the columns go along. */
export function TypePicker({ definition, fields, onChange }: Props) {
  const { t } = useTranslation()
  const typeOf = (key: string) => fields.find((field) => field.key === key)?.type
  return (
    <section>
      <h3>{t('charts.editor.type')}</h3>
      <div className="chart-types">
        {(Object.keys(chartKinds) as ChartType[]).map((type) => {
          const { icon: Icon } = chartKinds[type]
          return (
            <button
              key={type}
              type="button"
              aria-pressed={definition.type === type}
              onClick={() => onChange(retyped(definition, type, typeOf))}
            >
              <Icon />
              {t(`charts.types.${type}`)}
            </button>
          )
        })}
      </div>
    </section>
  )
}
