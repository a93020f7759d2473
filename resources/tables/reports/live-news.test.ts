import { describe, expect, test } from 'vitest'
import type { RealtimeEvent } from '#contract/core/events.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { concernsChart, type Read } from './live-news.ts'

const SPACE = '0b5f59e3-0000-4000-8000-000000000000'
const [TABLE, OTHER, VIEW] = [1, 2, 3].map((at) => `0b5f59e3-0000-4000-8000-00000000000${at}`) as [
  string,
  string,
  string,
]
const changed = (tableId: string | undefined, more = {}): RealtimeEvent => ({
  mark: 'table_refresh',
  spaceId: SPACE,
  tableId,
  ...more,
})
const inSpace = (type: 'files' | 'space' | 'views' | 'task', spaceId = SPACE): RealtimeEvent => ({
  mark: 'space',
  type,
  spaceId,
  folders: [],
})
const reading = (source: SourceRef, leaf: SourceRef | null = source): Read => ({
  asked: [source],
  answered: leaf ? [{ source: leaf, change: leaf.kind === 'table' ? 4 : null }] : [],
})
const ofTable = reading({ kind: 'table', id: TABLE })
const ofFolder = reading({ kind: 'folder', hash: 'a'.repeat(20), isNested: true })
const ofView = reading({ kind: 'view', id: VIEW }, { kind: 'table', id: TABLE })
const ofHidden = reading({ kind: 'view', id: VIEW }, null)

describe('a chart is asked again', () => {
  test.each<[string, Read, RealtimeEvent, boolean]>([
    ['after a later change of its table', ofTable, changed(TABLE, { change: 5 }), true],
    ['not after the one that it shows', ofTable, changed(TABLE, { change: 4 }), false],
    ['not after a change of another table', ofTable, changed(OTHER, { change: 5 }), false],
    ['not when somebody looks at its table', ofTable, changed(TABLE, { presence: {} }), false],
    ['not after a comment', ofTable, changed(TABLE, { hasComments: true }), false],
    ['not after a view of its table was saved', ofTable, changed(TABLE, { hasViews: true }), false],
    ['when the tables of the space, or who may see them, changed', ofTable, changed(undefined), true],
    ['not then for files', ofFolder, changed(undefined), false],
    ['after files changed, for a folder', ofFolder, inSpace('files'), true],
    ['not after files changed, for a table', ofTable, inSpace('files'), false],
    ['not after files of another space changed', ofFolder, inSpace('files', OTHER), false],
    ['after a change of a table that its view reads', ofView, changed(TABLE, { change: 5 }), true],
    ['after a view was changed', ofView, inSpace('space'), true],
    ['after a table changed that its view hands out and its reader may not see', ofHidden, inSpace('views'), true],
    ['not then for a table', ofTable, inSpace('views'), false],
    ['not for the progress of a task', ofView, inSpace('task'), false],
  ])('%s', (_title, read, event, isConcerned) => {
    expect(concernsChart(event, SPACE, read)).toBe(isConcerned)
  })

  test('when its table changes although it could not be read', () => {
    expect(concernsChart(changed(TABLE), SPACE, { ...ofTable, answered: [] })).toBe(true)
  })
})
