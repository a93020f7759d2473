import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amounts, TrafficChannel, type TrafficStep } from '#contract/traffic.ts'
import type { Series } from './growth-spec.ts'
import { StatisticsChart } from './StatisticsChart.tsx'

/** Bytes in and out, or requests, of all channels together in each step. */
export function TrafficChart({ steps }: { steps: readonly TrafficStep[] }) {
  const { t } = useTranslation()
  const days = useMemo(() => steps.map(({ from }) => from), [steps])
  const one = (figure: keyof Amounts): Series => ({
    key: figure,
    label: t(`traffic.columns.${figure}`),
    values: steps.map(({ channels }) =>
      TrafficChannel.options.reduce((sum, channel) => sum + channels[channel][figure], 0),
    ),
  })
  return (
    <StatisticsChart
      title={t('traffic.title')}
      definition={t('traffic.definition')}
      days={days}
      views={[
        { key: 'bytes', label: t('traffic.bytes'), unit: 'bytes', series: [one('outBytes'), one('inBytes')] },
        { key: 'requests', label: t('traffic.columns.requests'), unit: 'count', series: [one('requests')] },
      ]}
    />
  )
}
