import { type ChartDefinition, ChartOptions } from '#contract/charts/definition.ts'
import type { Card } from '#contract/reports/board.ts'
import type { Calendar } from '../calendar.ts'
import type { DemoReport, DemoSource } from '../sample.ts'

type Wish = Pick<ChartDefinition, 'type' | 'channels'> & {
  options?: Parameters<typeof ChartOptions.parse>[0]
  filter?: ChartDefinition['query']['filter']
}
/** A chart over columns of a table: the first is f1, and so on. */
function chart(
  source: DemoSource,
  columns: readonly string[],
  { options = {}, filter = [], ...wish }: Wish,
): Card['content'] {
  const fields = columns.map((name, at) => ({
    key: `f${at + 1}`,
    name,
    from: { kind: 'column' as const, source: 0, column: source.column(name) },
    isHidden: false,
  }))
  const query = { base: source.ref, joins: [], fields, filter }
  return { kind: 'chart', definition: { ...wish, query, options: ChartOptions.parse(options) } }
}
const under = (field: string, value: string): ChartDefinition['query']['filter'] => [
  { match: 'all', conditions: [{ field, operator: 'lessOrEqual', values: [value] }] },
]
const depthDown = { axes: { y: { isReversed: true } } }

const overview = (casts: DemoSource): Card[] => [
  {
    key: 'c1',
    title: '表层水温',
    x: 0,
    y: 0,
    w: 3,
    h: 7,
    content: chart(casts, ['水温', '时间', '深度'], {
      type: 'number',
      channels: { y: [{ field: 'f1', aggregate: 'mean' }], x: [{ field: 'f2', time: 'week' }] },
      filter: under('f3', '1'),
      options: { decimals: 1 },
    }),
  },
  {
    key: 'c2',
    title: '最低溶解氧',
    x: 3,
    y: 0,
    w: 3,
    h: 7,
    content: chart(casts, ['溶解氧', '时间'], {
      type: 'number',
      channels: { y: [{ field: 'f1', aggregate: 'least' }], x: [{ field: 'f2', time: 'week' }] },
      options: { decimals: 1 },
    }),
  },
  {
    key: 'c3',
    title: '叶绿素 a 峰值',
    x: 6,
    y: 0,
    w: 3,
    h: 7,
    content: chart(casts, ['叶绿素 a', '时间'], {
      type: 'number',
      channels: { y: [{ field: 'f1', aggregate: 'greatest' }], x: [{ field: 'f2', time: 'week' }] },
      options: { decimals: 1 },
    }),
  },
  {
    key: 'c4',
    title: '测量数',
    x: 9,
    y: 0,
    w: 3,
    h: 7,
    content: chart(casts, ['时间'], {
      type: 'number',
      channels: { y: [{ field: null, aggregate: 'count' }], x: [{ field: 'f1', time: 'week' }] },
    }),
  },
  {
    key: 'c5',
    title: '水温随深度与时间的变化',
    x: 0,
    y: 7,
    w: 8,
    h: 10,
    content: chart(casts, ['时间', '深度', '水温'], {
      type: 'heatMap',
      channels: {
        x: [{ field: 'f1', time: 'week' }],
        y: [{ field: 'f2', width: '2' }],
        color: [{ field: 'f3', aggregate: 'mean' }],
      },
      options: depthDown,
    }),
  },
  {
    key: 'c6',
    title: '各深度的平均水温',
    x: 8,
    y: 7,
    w: 4,
    h: 10,
    content: chart(casts, ['深度', '水温', '站位'], {
      type: 'line',
      channels: {
        x: [{ field: 'f1', width: '2' }],
        y: [{ field: 'f2', aggregate: 'mean' }],
        color: [{ field: 'f3' }],
      },
    }),
  },
  {
    key: 'c7',
    title: '各站位水温',
    x: 0,
    y: 17,
    w: 6,
    h: 8,
    content: chart(casts, ['时间', '水温', '站位'], {
      type: 'line',
      channels: {
        x: [{ field: 'f1', time: 'week' }],
        y: [{ field: 'f2', aggregate: 'mean' }],
        color: [{ field: 'f3' }],
      },
      options: { hasPoints: true },
    }),
  },
  {
    key: 'c8',
    title: '水温与溶解氧',
    x: 6,
    y: 17,
    w: 6,
    h: 8,
    content: chart(casts, ['水温', '溶解氧'], {
      type: 'scatter',
      channels: { x: [{ field: 'f1' }], y: [{ field: 'f2' }] },
    }),
  },
]

const chemistry = (bottles: DemoSource, log: DemoSource): Card[] => [
  {
    key: 'c9',
    title: '各站位总氮',
    x: 0,
    y: 0,
    w: 6,
    h: 8,
    content: chart(bottles, ['站位', '总氮'], {
      type: 'box',
      channels: { x: [{ field: 'f1' }], y: [{ field: 'f2' }] },
    }),
  },
  {
    key: 'c10',
    title: '总磷（最近两周待复测）',
    x: 6,
    y: 0,
    w: 6,
    h: 8,
    content: chart(bottles, ['日期', '总磷'], {
      type: 'line',
      channels: { x: [{ field: 'f1', time: 'week' }], y: [{ field: 'f2', aggregate: 'mean' }] },
      options: { errorBar: 'interval', hasPoints: true },
    }),
  },
  {
    key: 'c11',
    title: '优势属出现次数',
    x: 0,
    y: 8,
    w: 6,
    h: 8,
    content: chart(log, ['优势属', '站位'], {
      type: 'bar',
      channels: { x: [{ field: 'f1' }], y: [{ field: null, aggregate: 'count' }], color: [{ field: 'f2' }] },
      options: { stacking: 'stacked', isHorizontal: true },
    }),
  },
  {
    key: 'c12',
    title: '透明度',
    x: 6,
    y: 8,
    w: 6,
    h: 8,
    content: chart(log, ['日期', '透明度', '站位'], {
      type: 'step',
      channels: {
        x: [{ field: 'f1', time: 'week' }],
        y: [{ field: 'f2', aggregate: 'mean' }],
        color: [{ field: 'f3' }],
      },
    }),
  },
]

/** What a newcomer sees first of the lake: a season of its water on two pages. */
export const lakeReports = (calendar: Calendar): DemoReport[] => [
  {
    name: '湖泊一季',
    description: '水温、溶解氧与水化学，按深度、时间和站位。',
    maker: 'zhang',
    at: calendar.at(1, 15, 10),
    content: (tables) => {
      const [casts, bottles, log] = [tables('CTD 剖面'), tables('水化学'), tables('采样记录')]
      const stationOf = (source: DemoSource) => ({ source: source.ref, column: source.column('站位') })
      return {
        kind: 'board',
        board: {
          tabs: [
            { key: 't1', name: '水体结构', cards: overview(casts) },
            { key: 't2', name: '水化学与浮游植物', cards: chemistry(bottles, log) },
          ],
          filters: [
            { key: 'q1', name: '站位', type: 'choice', columns: [casts, bottles, log].map(stationOf), preset: null },
            {
              key: 'q2',
              name: '深度',
              type: 'number',
              columns: [casts, bottles].map((source) => ({ source: source.ref, column: source.column('深度') })),
              preset: null,
            },
          ],
          refreshSeconds: 0,
          pageSeconds: 30,
        },
      }
    },
  },
]
