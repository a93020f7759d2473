import type { Calendar } from '../calendar.ts'
import type { DemoView } from '../sample.ts'

/** What the people of the lake keep an eye on, put together from their tables. */
export const lakeViews = (calendar: Calendar): DemoView[] => [
  {
    name: '各站位月均水温与溶氧',
    description: 'CTD 剖面按站位和月份汇总，站位名称取自“站位”表。',
    maker: 'zhang',
    at: calendar.at(2, 14, 5),
    query: (tables) => {
      const [casts, places] = [tables('CTD 剖面'), tables('站位')]
      const of = (key: string, name: string, source: 0 | 1, column = name) => ({
        key,
        name,
        from: { kind: 'column' as const, source, column: (source ? places : casts).column(column) },
        isHidden: false,
      })
      return {
        base: casts.ref,
        joins: [
          {
            source: places.ref,
            type: 'left',
            on: [{ left: { source: 0, column: casts.column('站位') }, right: places.column('站位') }],
          },
        ],
        fields: [
          of('f1', '站位', 0),
          of('f2', '名称', 1),
          of('f3', '时间', 0),
          of('f4', '水温', 0),
          of('f5', '溶解氧', 0),
          of('f6', '深度', 0),
        ],
        filter: [],
        groups: [{ field: 'f1' }, { field: 'f2' }, { field: 'f3', time: 'month' }],
        measures: [
          { key: 'm1', name: '测量数', aggregate: 'count', field: null },
          { key: 'm2', name: '平均水温', aggregate: 'mean', field: 'f4' },
          { key: 'm3', name: '最高水温', aggregate: 'greatest', field: 'f4' },
          { key: 'm4', name: '最低溶解氧', aggregate: 'least', field: 'f5' },
          { key: 'm5', name: '最大深度', aggregate: 'greatest', field: 'f6' },
        ],
        sort: [],
        limit: null,
      }
    },
  },
]
