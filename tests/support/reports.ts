import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { buildViews } from './data-view.ts'

const { reports } = contract
type Content = InputOf<typeof reports.create>['content']
export type ChartWish = Extract<Content, { kind: 'chart' }>['definition']
export type BoardWish = Extract<Content, { kind: 'board' }>['board']

/** A space with tables, and reports over its casts. */
export async function buildReports() {
  const built = await buildViews()
  const { owner, spaceId, casts, column } = built
  const chart: ChartWish = {
    type: 'bar',
    query: { base: casts.ref, fields: [column('f1', 'Station', 0, 0), column('f2', 'Temperature', 0, 2)] },
    channels: { x: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'mean' }] },
  }
  const board: BoardWish = {
    tabs: [
      {
        key: 't1',
        name: 'Overview',
        cards: [
          { key: 'c1', title: 'Warmth', x: 0, y: 0, w: 6, h: 6, content: { kind: 'chart', definition: chart } },
          { key: 'c2', x: 6, y: 0, w: 6, h: 3, content: { kind: 'text', markup: '<p>Summer</p>' } },
        ],
      },
    ],
    filters: [
      {
        key: 'q1',
        name: 'Station',
        type: 'text',
        columns: [{ source: casts.ref, column: String(casts.ids[0]) }],
      },
    ],
  }
  const ofChart = { kind: 'chart' as const, definition: chart }
  const ofBoard = { kind: 'board' as const, board }
  const save = (content: Content = ofBoard, name = 'Lake', who = owner) =>
    who.data(reports.create, { spaceId, name, content })
  const publish = async (content: Content = ofBoard, name = 'Lake') => {
    const { id, version } = await save(content, name)
    const saved = await owner.data(reports.publish, { spaceId, id, version })
    return { id, version: saved.version }
  }
  return { ...built, chart, board, ofChart, ofBoard, save, publish }
}
