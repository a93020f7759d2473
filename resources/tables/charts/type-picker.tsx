import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import { picked, type Tried } from '#contract/charts/suggest.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { chartKinds } from '../../../src/charts/registry.ts'
import { TypeIcon } from '../../../src/charts/type-icons.tsx'

type Props = {
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  onChange: (definition: ChartDefinition) => void
}

/** The types of charts; the columns go along, also through a type that can't draw them all. */
export function TypePicker({ definition, fields, onChange }: Props) {
  const { t } = useTranslation()
  const [tried, setTried] = useState<Tried | null>(null)
  const pick = (type: ChartType) => {
    const next = picked(definition, type, fields, tried)
    setTried(next.tried)
    onChange(next.definition)
  }
  return (
    <section>
      <h3>{t('charts.editor.type')}</h3>
      <div className="chart-types">
        {(Object.keys(chartKinds) as ChartType[]).map((type) => (
          <button key={type} type="button" aria-pressed={definition.type === type} onClick={() => pick(type)}>
            <TypeIcon type={type} />
            {t(`charts.types.${type}`)}
          </button>
        ))}
      </div>
    </section>
  )
}
