import { expect, test } from 'vitest'
import { reportTo } from './report.ts'
import { wordsOf } from './texts.ts'
import { bytesText, timeText } from './units.ts'

function scene(isJson: boolean) {
  const said = { out: '', err: '' }
  const into = (name: 'out' | 'err') => ({ write: (text: string) => (said[name] += text) })
  let atMs = 0
  const needs = { out: into('out'), err: into('err'), isTerminal: false, say: wordsOf('en'), now: () => atMs }
  return { said, report: reportTo({ ...needs, isJson }), pass: (ms: number) => void (atMs += ms) }
}

test('files that are well are counted, those that are not are named, and the exit code tells', () => {
  const { said, report, pass } = scene(false)
  report.file({ path: 'a', state: 'sent' })
  report.file({ path: 'b', state: 'sent' })
  expect(said).toEqual({ out: '', err: '' })
  report.file({ path: 'c', state: 'refused', message: 'no room' })
  report.moved(2048)
  pass(65_000)
  expect(report.done()).toBe(1)
  expect(said.err).toBe('refused: c: no room\n')
  expect(said.out).toBe('2 sent, 1 refused (2.0 KiB in 1 min 5 s)\n')
})

test('with nothing wrong the exit code is 0, with nothing done it says so', () => {
  const { said, report } = scene(false)
  expect(report.done()).toBe(0)
  expect(said.out).toBe('nothing to do (0 B in 0 s)\n')
})

test('a command that broke off says nothing of what it did not do, and never that all is well', () => {
  const { said, report } = scene(false)
  expect(report.done(false)).toBe(1)
  expect(said.out).toBe('')
  const json = scene(true)
  expect(json.report.done(false)).toBe(1)
  expect(JSON.parse(json.said.out)).toMatchObject({ done: false })
})

test('in JSON each file is a line, and the last one counts', () => {
  const { said, report } = scene(true)
  report.file({ path: 'a', state: 'different' })
  expect(report.done()).toBe(1)
  expect(
    said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { path: 'a', state: 'different' },
    { done: false, counts: { different: 1 }, bytes: 0, ms: 0 },
  ])
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [5_368_709_120, '5.0 GiB'],
  [2 ** 60, '1048576 TiB'],
])('%d bytes are %j', (bytes, text) => expect(bytesText(bytes)).toBe(text))

test.each([
  [400, '0 s'],
  [59_000, '59 s'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
])('%d ms are %j', (ms, text) => expect(timeText(ms)).toBe(text))
