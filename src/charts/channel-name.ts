import type { TFunction } from 'i18next'
import type { Channel, ChartType } from '#contract/charts/definition.ts'

/** Names of the channels of charts without axes. */
const names: Partial<Record<ChartType, Partial<Record<Channel, 'value' | 'time' | 'category'>>>> = {
  number: { x: 'time', y: 'value' },
  gauge: { y: 'value' },
  pie: { color: 'category', y: 'value' },
  treemap: { y: 'value' },
  sunburst: { y: 'value' },
  sankey: { y: 'value' },
  funnel: { x: 'category', y: 'value' },
  radar: { x: 'category', y: 'value' },
  pivotTable: { y: 'value' },
  calendar: { x: 'time' },
}

/** The name of a channel in a type of chart. */
export const channelName = (t: TFunction, type: ChartType, channel: Channel): string =>
  t(`charts.channels.${names[type]?.[channel] ?? channel}`)
