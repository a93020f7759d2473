import { expect, test } from 'vitest'
import { metadataDifferences } from './differences.ts'
import { DatasetMetadata } from './metadata.ts'

const record = (more: object = {}) =>
  DatasetMetadata.parse({
    resourceType: 'dataset',
    title: { zh: '湖', en: '' },
    description: { zh: '一个湖', en: '' },
    authors: [{ name: 'Olive Owner', family: 'Owner', given: 'Olive' }],
    keywords: { zh: ['湖'], en: [] },
    subjects: ['170'],
    dates: [],
    places: [],
    funding: [],
    related: [],
    licence: 'CC0-1.0',
    access: { kind: 'open' },
    language: 'zh',
    extra: [{ key: 'depth', title: { zh: '深', en: '' }, iri: '', values: ['5'] }],
    ...more,
  })

test('a record differs from itself in nothing', () => {
  expect(metadataDifferences(record(), record())).toEqual([])
})

test('what is said otherwise, added or left out is told by its place', () => {
  const next = record({
    title: { zh: '湖', en: 'Lake' },
    keywords: { zh: [], en: [] },
    authors: [{ name: 'Olive Owner', affiliations: [{ name: 'Institute' }] }],
    subjects: ['17055'],
    subjectNames: { '17055': { zh: '水文学', en: 'Hydrology' } },
    extra: [],
    access: { kind: 'embargo', until: '2027-01-01' },
  })
  expect(metadataDifferences(record(), next)).toEqual([
    { place: 'title.en', before: [], after: ['Lake'] },
    { place: 'authors', before: ['Olive Owner'], after: ['Olive Owner · Institute'] },
    { place: 'keywords.zh', before: ['湖'], after: [] },
    { place: 'subjects', before: ['170'], after: ['17055 · 水文学 · Hydrology'] },
    { place: 'access', before: ['open'], after: ['embargo · 2027-01-01'] },
    { place: 'extra.depth', before: ['5'], after: [] },
  ])
})
