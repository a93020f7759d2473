import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { untilNextNotices } from './next-notices.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const notice = (from: string | null): Notice => ({ id: null, level: 'warning', text: 'x', from, isDismissable: false })
const wait = (...froms: (string | null)[]) => untilNextNotices(froms.map(notice), NOW)

test.each([
  ['without any', []],
  ['while none is to come', [null]],
  ['while the next is far away', ['2026-11-21T18:00:00Z']],
  ['once one has begun, by the clock of this computer', ['2026-11-21T11:59:59Z']],
])('notices are asked for again after a minute %s', (_when, froms) => {
  expect(wait(...froms)).toBe(60_000)
})

test('notices are asked for again when the maintenance begins that was announced', () => {
  expect(wait(null, '2026-11-21T12:00:20Z')).toBe(20_000)
})
