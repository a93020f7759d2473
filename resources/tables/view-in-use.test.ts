import { expect, test } from 'vitest'
import { type SavedView, ViewState } from '#contract/tables.ts'
import { viewInUse } from './view-in-use.ts'

const state = (over: Partial<ViewState> = {}) => ViewState.parse(over)
const view = (name: string, over: Partial<ViewState>, isMine = true): SavedView => ({
  id: name,
  name,
  isShared: !isMine,
  isMine,
  state: state(over),
})
const views = [
  view('theirs', { groupBy: 3 }, false),
  view('mine', { groupBy: 3, hidden: [1, 2] }),
  view('mine too', { groupBy: 3, aggregates: { 2: 'sum', 4: 'mean' } }),
]

test('the view in use shows the same, whatever the order of keys and hidden columns and the widths of columns', () => {
  expect(viewInUse(views, state({ groupBy: 3, hidden: [2, 1], widths: { 1: 200 } }))?.name).toBe('mine')
  const { aggregates, ...rest } = state({ groupBy: 3, aggregates: { 4: 'mean', 2: 'sum' } })
  expect(viewInUse(views, { aggregates, ...rest })?.name).toBe('mine too')
})

test('no view is in use once something else is shown', () => {
  expect(viewInUse(views, state())).toBeUndefined()
  expect(viewInUse(views, state({ groupBy: 3, frozen: 2 }))).toBeUndefined()
})

test('of two views that show the same, one’s own is named', () => {
  expect(viewInUse([...views, view('own', { groupBy: 3 })], state({ groupBy: 3 }))?.name).toBe('own')
  expect(viewInUse(views, state({ groupBy: 3 }))?.name).toBe('theirs')
})
