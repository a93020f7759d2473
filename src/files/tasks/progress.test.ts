import { expect, test } from 'vitest'
import type { TaskNews } from '#contract/tasks.ts'
import { percentOf } from './progress.ts'

const news = (more: Partial<TaskNews>): TaskNews => ({
  id: '',
  kind: 'extract',
  state: 'transferring',
  title: '',
  itemsTotal: 0,
  itemsDone: 0,
  itemsFailed: 0,
  bytesTotal: 0,
  bytesDone: 0,
  ...more,
})

test.each<[string, Partial<TaskNews>, number]>([
  ['nothing known is nothing done', {}, 0],
  ['bytes count where there are some', { bytesTotal: 200, bytesDone: 50, itemsTotal: 2, itemsDone: 1 }, 25],
  ['items count where there are none, failed ones too', { itemsTotal: 4, itemsDone: 1, itemsFailed: 1 }, 50],
  [
    'items count where bytes are known one after another',
    { kind: 'importUrl', itemsTotal: 4, itemsDone: 1, bytesTotal: 9, bytesDone: 9 },
    25,
  ],
  ['only what is completed is whole', { bytesTotal: 10, bytesDone: 10 }, 99],
  ['what is completed is whole, though it was empty', { state: 'completed' }, 100],
])('%s', (_what, more, percent) => {
  expect(percentOf(news(more))).toBe(percent)
})
