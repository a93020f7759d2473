import { describe, expect, test } from 'vitest'
import { type FairContext, fairMetrics, fairScore } from './fair.ts'

const CONTEXT: FairContext = { files: 2, closed: 0, hasIdentifier: true }
const text = (zh: string) => ({ zh, en: '' })
const author = {
  kind: 'person' as const,
  name: 'Wei Lin',
  family: '',
  given: '',
  orcid: '',
  email: '',
  affiliations: [],
  isContact: false,
}
const WHOLE = {
  title: text('水温'),
  description: text('一个湖'),
  keywords: { zh: ['湖'], en: [] },
  authors: [author],
  licence: 'CC0-1.0',
  related: [{ scheme: 'DOI' as const, identifier: '10.1234/x', relation: 'Cites' as const, title: '' }],
}
const missed = (fields: object, context: Partial<FairContext> = {}) =>
  fairScore({ ...WHOLE, ...fields }, { ...CONTEXT, ...context })
    .parts.filter(({ points, of }) => points < of)
    .map(({ metric, points, of, place }) => `${metric} ${points}/${of} ${place}`.trim())

describe('the FAIR score', () => {
  test('has 26 points in 17 metrics, each of them once', () => {
    const { points, of, parts } = fairScore(WHOLE, CONTEXT)
    expect([points, of]).toEqual([26, 26])
    expect(parts.map(({ metric }) => metric)).toEqual([...fairMetrics])
  })

  test.each([
    ['no licence', { licence: ' ' }, {}, ['R1.1-01M 0/1 licence']],
    ['no related work', { related: [] }, {}, ['I3-01M 1/2 related']],
    ['no keywords', { keywords: { zh: [], en: [] } }, {}, ['F2-01M 1/2 keywords']],
    ['no description', { description: text('') }, {}, ['F2-01M 1/2 description']],
    ['no persistent identifier', {}, { hasIdentifier: false }, ['F1-02MD 0/1']],
    ['closed formats alone', {}, { closed: 2 }, ['R1.3-02D 0/1 files']],
    [
      'files on request',
      { access: { kind: 'restricted', until: null, terms: text('x') } },
      {},
      ['F3-01M 0/1 access', 'R1-01M 1/2 access'],
    ],
  ])('loses points by %s, and names the field that earns them', (_why, fields, context, lost) => {
    expect(missed(fields, context)).toEqual(lost)
  })

  test('loses all points of data without files', () => {
    expect(missed({}, { files: 0 })).toEqual([
      'F3-01M 0/1 files',
      'A1-02MD 1/2 files',
      'A1.1-01MD 1/2 files',
      'A1.2-01MD 1/2 files',
      'R1-01M 1/2 files',
      'R1.3-02D 0/1 files',
    ])
  })
})
