import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { RangeTooWide } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { problemsOf } from '#contract/charts/types.ts'
import { files } from '#contract/files.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import { addressOf } from '#providers/address.ts'
import { ChartView } from '../../../src/charts/ChartView.tsx'
import { channelName } from '../../../src/charts/channel-name.ts'
import { useChart } from '../../../src/charts/use-chart.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { ChartSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { Problems } from '../data-views/problems.tsx'
import type { CheckedDraft } from '../data-views/use-draft.ts'

type Props = {
  spaceId: string
  definition: ChartDefinition
  fields: readonly AnswerColumn[]
  draft: CheckedDraft
  /** Told of what is drawn: a definition with its answer. */
  onDrawn: (definition: ChartDefinition, answer: ChartAnswer) => void
}

/** The chart as it will be, or what it still lacks. */
export function ChartPreview({ spaceId, definition, fields, draft, onDrawn }: Props) {
  const { t } = useTranslation()
  const { checked, isChecked, error: uncheckable, retry } = draft
  const problems = checked?.problems ?? []
  const lacks = problemsOf(definition, (key) => fields.find((field) => field.key === key)?.type)
  const isWhole = isChecked && problems.length === 0 && lacks.length === 0
  const { data, error, refetch, isFetching } = useChart(spaceId, isWhole ? definition : null)
  // A drawing belongs to the answer of its own type: a new type waits for its answer.
  const [drawn, setDrawn] = useState<{ definition: ChartDefinition; data: typeof data } | null>(null)
  useEffect(() => {
    if (!data || !isWhole || isFetching) return
    setDrawn({ definition, data })
    onDrawn(definition, data)
  }, [data, definition, isWhole, isFetching, onDrawn])
  if (uncheckable) return <NotLoaded error={uncheckable} onRetry={retry} />
  if (problems.length) return <Problems problems={problems} />
  if (lacks.length)
    return (
      <Empty title={t('charts.editor.incomplete')}>
        <ul className="chart-lacks">
          {lacks.map(({ channel, reason, field }, at) => (
            <li key={at}>
              {t(`charts.problems.${reason}`, {
                channel: channelName(t, definition.type, channel),
                name: fields.find(({ key }) => key === field)?.name ?? '',
              })}
            </li>
          ))}
        </ul>
      </Empty>
    )
  if (error instanceof RangeTooWide) return <Empty title={t('charts.rangeTooWide')} />
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!drawn?.data) return <ChartSkeleton />
  return (
    <div className="chart-live" aria-busy={drawn.definition !== definition}>
      <ChartView
        definition={drawn.definition}
        answer={drawn.data}
        label={drawn.definition.options.title || t('charts.editor.preview')}
        fileAddress={(hash) => addressOf(files.content, { spaceId, hash })}
      />
    </div>
  )
}
