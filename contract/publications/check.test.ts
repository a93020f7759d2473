import { describe, expect, test } from 'vitest'
import { isRequired } from '../core/form-rules.ts'
import { askedAs, isSaidElsewhere, metadataOf, metadataProblems } from './check.ts'
import type { DraftFields } from './draft.ts'
import { fieldsOf, valuesOf } from './draft.ts'
import { TemplateDefinition } from './template.ts'

const TODAY = '2026-11-23'
const template = TemplateDefinition.parse({
  name: { zh: '', en: 'Test' },
  resourceType: 'dataset',
  groups: [
    {
      fields: [
        { key: 'title', language: 'zh', multiply: '1:1' },
        { key: 'title', language: 'en' },
        { key: 'authors', multiply: '1:2' },
        { key: 'keywords', language: 'zh', multiply: '2：3' },
        { key: 'related', multiply: '0:*' },
        { key: 'cruise', type: 'text', check: '/^[a-z]{2}\\d+$/i' },
        { key: 'gear', type: 'select', options: [{ value: 'net' }] },
        { key: 'depth', type: 'number' },
        { key: 'home', type: 'url' },
        { key: 'day', type: 'date' },
        { key: 'paper', type: 'doi' },
        { key: 'crew', type: 'person', multiply: '0:*' },
        { key: 'lab', type: 'organisation' },
      ],
    },
  ],
})
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
const GOOD: DraftFields = {
  title: { zh: '水温', en: '' },
  authors: [author],
  keywords: { zh: ['湖', '水'], en: [] },
  licence: 'CC0-1.0',
}
const NOWHERE = { west: null, south: null, east: null, north: null }
const errorsOf = (more: DraftFields) =>
  metadataProblems(template, { ...GOOD, ...more }, TODAY)
    .filter(({ level }) => level === 'error')
    .map(({ place, code, entry, part }) => [place, code, entry, part].join(' ').trim())
const access = (kind: 'open' | 'embargo' | 'restricted' | 'closed', until: string | null = null, zh = '') => ({
  access: { kind, until, terms: { zh, en: '' } },
})
const work = (scheme: 'DOI' | 'CSTR' | 'arXiv' | 'URL', identifier: string) => ({
  related: [{ scheme, identifier, relation: 'Cites' as const, title: '' }],
})

describe('a field for which the other language is enough', () => {
  const either = TemplateDefinition.parse({
    ...template,
    groups: [
      {
        fields: [
          { key: 'title', language: 'zh', multiply: '1:1', isEither: true },
          { key: 'title', language: 'en' },
          { key: 'keywords', language: 'zh', multiply: '2:20', isEither: true },
          { key: 'keywords', language: 'en', multiply: '0:20' },
        ],
      },
    ],
  })
  test.each<[string, DraftFields, string[]]>([
    ['is missing in both', { title: { zh: ' ', en: '' } }, ['title.zh eitherMissing']],
    ['is short in both', { keywords: { zh: ['湖'], en: ['lake'] } }, ['keywords.zh eitherMissing']],
    ['is filled in by English alone', { title: { zh: '', en: 'Lake' }, keywords: { zh: [], en: ['a', 'b'] } }, []],
    ['is filled in by Chinese alone', {}, []],
  ])('%s', (_title, more, errors) => {
    const found = metadataProblems(either, { ...GOOD, ...more }, TODAY).filter(({ level }) => level === 'error')
    expect(found.map(({ place, code }) => `${place} ${code}`)).toEqual(errors)
  })

  test('both of a pair are asked for alike until one is filled in', () => {
    const [zh, en] = (either.groups[0]?.fields ?? []).map((field) => askedAs(field, either))
    const required = (fields: DraftFields) =>
      [zh, en].map((field) => field && isRequired(field.multiply) && !isSaidElsewhere(field, fields))
    expect(required({})).toEqual([true, true])
    expect(required({ title: { zh: '水温', en: '' } })).toEqual([true, false])
    expect(required({ title: { zh: '', en: 'Lake' } })).toEqual([false, true])
  })
})

describe('the check of metadata', () => {
  test.each<[string, DraftFields, string[]]>([
    ['what is complete has no error', {}, []],
    [
      'a required field of one language is not filled in by the other',
      { title: { zh: ' ', en: 'T' } },
      ['title.zh required 0'],
    ],
    ['fewer entries than the template wants', { keywords: { zh: ['湖', ' '], en: [] } }, ['keywords.zh required 0']],
    ['more entries than the template wants', { authors: [author, author, author] }, ['authors tooMany 0']],
    [
      'an ORCID with a wrong check digit',
      { authors: [{ ...author, orcid: '0000-0002-1825-0098' }] },
      ['authors orcidInvalid 1 orcid'],
    ],
    ['an author without a name', { authors: [author, { ...author, name: '' }] }, ['authors required 2 name']],
    ['a value that does not match the pattern', { extra: { cruise: ['x'] } }, ['extra.cruise pattern 1']],
    ['a pattern with flags', { extra: { cruise: ['AB12'] } }, []],
    ['a value that is no option', { extra: { gear: ['rod'] } }, ['extra.gear notOffered 1']],
    ['a text that is no number', { extra: { depth: ['deep'] } }, ['extra.depth numberInvalid 1']],
    ['a text that is no address', { extra: { home: ['lake'] } }, ['extra.home urlInvalid 1']],
    ['a text that is no DOI', { extra: { paper: ['lake'] } }, ['extra.paper identifierInvalid 1']],
    ['a DOI with its address', { extra: { paper: ['https://doi.org/10.1000/182'] } }, []],
    [
      'a person whose ORCID has a wrong check digit',
      { extra: { crew: ['王芳', 'Lin (https://orcid.org/0000-0002-1825-0098)'] } },
      ['extra.crew orcidInvalid 2'],
    ],
    ['a person with an ORCID', { extra: { crew: ['Lin (Wei) (https://orcid.org/0000-0002-1825-0097)'] } }, []],
    ['an organisation whose ROR is none', { extra: { lab: ['IHB (https://ror.org/x)'] } }, ['extra.lab rorInvalid 1']],
    ['an organisation with a ROR', { extra: { lab: ['IHB (https://ror.org/05dxps055)'] } }, []],
    ['a text that is no day', { extra: { day: ['2026-02-30x'] } }, ['extra.day dayInvalid 1']],
    ['no licence', { licence: '' }, ['licence licenceMissing 0']],
    ['no licence for what is closed, but a reason', { licence: '', ...access('closed') }, ['access termsMissing 0']],
    ['an embargo without a day', access('embargo'), ['access dayMissing 0']],
    ['an embargo that is over', access('embargo', TODAY), ['access dayPast 0']],
    ['an embargo until tomorrow', access('embargo', '2026-11-24'), []],
    ['restricted without terms', access('restricted', null, ' '), ['access termsMissing 0']],
    [
      'an affiliation whose ROR is none',
      { authors: [{ ...author, affiliations: [{ name: 'IHB', ror: 'x' }] }] },
      ['authors rorInvalid 1 affiliations.ror'],
    ],
    [
      'a period without its beginning, after an entry that says nothing',
      {
        dates: [
          { kind: 'valid', from: '', to: '' },
          { kind: 'valid', from: '', to: TODAY },
        ],
      },
      ['dates required 2 from'],
    ],
    [
      'a place with half of its coordinates',
      { places: [{ name: 'Lake X', box: null, half: { west: 99.6, south: null, east: null, north: 36.5 } }] },
      ['places required 1 box.south', 'places required 1 box.east'],
    ],
    ['a place that has a name only', { places: [{ name: 'Lake X', box: null, half: NOWHERE }] }, []],
    ['a text with a control character', { authors: [{ ...author, email: '\u0007' }] }, ['authors invalid 1 email']],
    ['a DOI with its address', work('DOI', 'https://doi.org/10.5072/x'), []],
    ['a DOI that is none', work('DOI', '11.5072/x'), ['related identifierInvalid 1 identifier']],
    ['a CSTR', work('CSTR', 'CSTR:31253.11.sciencedb.1'), []],
    ['an arXiv number that is none', work('arXiv', '99'), ['related identifierInvalid 1 identifier']],
  ])('%s', (_what, more, errors) => {
    expect(errorsOf(more)).toEqual(errors)
  })

  test('an author who has no name yet is not advised to have an ORCID', () => {
    const found = metadataProblems(template, { ...GOOD, authors: [author, { ...author, name: '' }] }, TODAY)
    expect(found.find(({ code }) => code === 'noOrcid')).toMatchObject({ names: ['Wei Lin'], count: 1 })
  })

  test('a frozen record has bare identifiers, no empty entries, and a day only for an embargo', () => {
    const fields = {
      ...GOOD,
      ...work('DOI', 'https://doi.org/10.5072/x'),
      authors: [{ ...author, affiliations: [{ name: ' ', ror: '' }] }],
      places: [
        { name: '', box: null, half: NOWHERE },
        { name: 'Lake X', box: null, half: NOWHERE },
      ],
      extra: { cruise: [' AB1 '], gear: [''] },
      ...access('open', '2027-01-01'),
    }
    expect(metadataOf(template, fields)).toMatchObject({
      related: [{ identifier: '10.5072/x' }],
      authors: [{ affiliations: [] }],
      places: [{ name: 'Lake X', box: null }],
      access: { kind: 'open', until: null },
      extra: [{ key: 'cruise', values: ['AB1'] }],
    })
  })

  test('a template with a field twice, an unknown part or a choice without options is none', () => {
    const withField = (field: object) =>
      TemplateDefinition.safeParse({ ...template, groups: [...template.groups, { fields: [field] }] }).success
    expect(withField({ key: 'authors' })).toBe(false)
    expect(withField({ key: 'title' })).toBe(false)
    expect(withField({ key: 'unknown' })).toBe(false)
    expect(withField({ key: 'choice', type: 'select' })).toBe(false)
    expect(withField({ key: 'note', type: 'text' })).toBe(true)
  })
})

test('the values of a draft by their places make the draft again', () => {
  const fields = { ...GOOD, extra: { cruise: ['AB1'] } }
  expect([...valuesOf(fields).keys()]).toEqual(['title', 'authors', 'keywords', 'licence', 'extra.cruise'])
  expect(fieldsOf(valuesOf(fields))).toEqual(fields)
})
