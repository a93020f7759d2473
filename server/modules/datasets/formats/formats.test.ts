import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import { parseXml } from '#server/xml.ts'
import { describedOf, ODD_TEXTS, plainMetadata } from '../../../../tests/support/described.ts'
import { schemaProblems } from '../../../../tests/support/xsd.ts'
import { accessAt } from '../described.ts'
import { bibtex, cslJson, ris } from './bibliography.ts'
import { croissantJson } from './croissant.ts'
import { dataciteRecord } from './datacite.ts'
import { dataciteXml } from './datacite-xml.ts'
import { dcatJson } from './dcat.ts'
import { dublinCoreXml } from './dublin-core.ts'
import { formatsOf } from './index.ts'
import { roCrate } from './ro-crate.ts'
import { schemaOrg } from './schema-org.ts'
import { linkset, pageLinks, partLinks } from './signposting.ts'
import { citationFile } from './software.ts'
import { subjectName } from './words.ts'

const folder = new URL('../../../../tests/fixtures/schemas/', import.meta.url)
const xsd = (name: string) => new URL(name, folder).pathname
const ajv = new Ajv({ strict: false, validateFormats: false })
const jsonSchema = (name: string) => ajv.compile(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
const isCsl = jsonSchema('csl-data.json')
const isCff = jsonSchema('cff-schema.json')

/** A record whose every text is this one. */
function oddMetadata(text: string): Partial<DatasetMetadata> {
  const line = text.replace(/[\n\t]/g, ' ')
  const [author] = plainMetadata().authors
  if (!author) throw new Error('the sample has no author')
  return {
    title: { zh: line, en: line },
    description: { zh: text, en: text },
    authors: [{ ...author, name: line, family: '', given: '', affiliations: [{ name: line, ror: '' }] }],
    keywords: { zh: [line], en: [] },
    places: [{ name: line, box: { west: 1, south: 1, east: 1, north: 1 } }],
    funding: [{ funder: line, funderRor: '', funderId: '', number: '', title: '' }],
  }
}
const samples = [describedOf(), ...ODD_TEXTS.map((text) => describedOf(oddMetadata(text)))]
const software = describedOf({ resourceType: 'software', licence: 'MIT' })
const pagesOf = (dataset: typeof software) =>
  async function* () {
    for (const file of dataset.files) yield [file]
  }
async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe('DataCite XML', () => {
  test.each(samples)('is valid under the rules of the schema (%#)', (dataset) => {
    expect(schemaProblems(dataciteXml(dataset), xsd('datacite-4.xsd'))).toEqual([])
  })

  test('without anything optional is valid too', () => {
    const bare = describedOf({
      description: { zh: '', en: '' },
      keywords: { zh: [], en: [] },
      subjects: [],
      dates: [],
      places: [],
      funding: [],
      related: [],
      licence: '',
      language: '',
    })
    expect(schemaProblems(dataciteXml(bare), xsd('datacite-4.xsd'))).toEqual([])
  })

  test('keeps every character of a title', async () => {
    for (const text of ODD_TEXTS) {
      const root = await parseXml(dataciteXml(describedOf({ title: { zh: text, en: '' } })))
      expect(root?.children.find(({ name }) => name === 'titles')?.children[0]?.text).toBe(text)
    }
  })

  test('names a discipline in the languages in which its record does', () => {
    const named = (en: string) =>
      describedOf({
        keywords: { zh: [], en: [] },
        subjects: ['17055'],
        subjectNames: { '17055': { zh: '水文学', en } },
      })
    const code = { subjectScheme: 'GB/T 13745-2009', classificationCode: '17055' }
    const zh = { ...code, subject: '水文学', lang: 'zh' }
    expect(dataciteRecord(named('')).subjects).toEqual([zh])
    expect(dataciteRecord(named('Hydrology')).subjects).toEqual([zh, { ...code, subject: 'Hydrology', lang: 'en' }])
    expect(subjectName('17055', 'en', named('').version.metadata.subjectNames)).toBe('水文学')
    expect(subjectName('17055', 'en', named('Hydrology').version.metadata.subjectNames)).toBe('Hydrology')
  })

  test('tells the end of an embargo and the access of the moment', () => {
    const access = { kind: 'embargo', until: '2027-01-01', terms: { zh: '', en: '' } } as const
    const record = dataciteRecord(describedOf({ access }, { access: 'embargo' }))
    expect(record.dates).toContainEqual({ date: '2027-01-01', dateType: 'Available' })
    expect(record.rightsList).toContainEqual({
      rights: 'embargoed access',
      rightsUri: 'http://purl.org/coar/access_right/c_f1cf',
    })
  })

  test('names funders by ROR, or by the Open Funder Registry', async () => {
    const record = dataciteRecord(describedOf())
    const doi = 'https://doi.org/10.13039/501100001809'
    expect(record.fundingReferences).toMatchObject([
      { funderIdentifier: 'https://ror.org/01h0zpd94', funderIdentifierType: 'ROR', awardNumber: 'PLT-2025-0417' },
      { funderName: 'NSFC', funderIdentifier: doi, funderIdentifierType: 'Crossref Funder ID', awardNumber: '42' },
    ])
    expect(dataciteXml(describedOf())).toContain(
      `<funderIdentifier funderIdentifierType="Crossref Funder ID">${doi}</funderIdentifier>`,
    )
    expect(schemaOrg(describedOf())).toMatchObject({ funding: [{}, { funder: { name: 'NSFC', sameAs: doi } }] })
  })

  test('is the new version of the former one, and a version of all', () => {
    expect(dataciteRecord(describedOf()).relatedIdentifiers.slice(0, 2)).toEqual([
      { relatedIdentifier: 'ark:99999/ds1k7m2p', relatedIdentifierType: 'ARK', relationType: 'IsVersionOf' },
      { relatedIdentifier: 'ark:99999/ds1', relatedIdentifierType: 'ARK', relationType: 'IsNewVersionOf' },
    ])
  })
})

test('what a template adds is told with its name by DataCite, schema.org and RO-Crate', async () => {
  const words = { zh: '仪器', en: 'Sensor' }
  const extra = [
    { key: 'sensor', title: words, iri: 'https://schema.org/measurementTechnique', values: ['CTD <1> & 2'] },
    {
      key: 'chief',
      title: { zh: '首席', en: '' },
      iri: '',
      values: ['王芳 (https://orcid.org/0000-0002-1825-0097)', 'Li Na'],
    },
    { key: 'empty', title: words, iri: '', values: [] },
  ]
  const dataset = describedOf({ extra })
  expect(schemaProblems(dataciteXml(dataset), xsd('datacite-4.xsd'))).toEqual([])
  expect(dataciteRecord(dataset).descriptions.slice(-2)).toEqual([
    { description: '仪器: CTD <1> & 2', descriptionType: 'Methods', lang: 'zh' },
    { description: '首席: 王芳 https://orcid.org/0000-0002-1825-0097; Li Na', descriptionType: 'Other', lang: 'zh' },
  ])
  expect(schemaOrg(dataset)).toMatchObject({
    additionalProperty: [
      { name: '仪器', propertyID: 'https://schema.org/measurementTechnique', value: 'CTD <1> & 2' },
      { name: '首席', value: '王芳', url: 'https://orcid.org/0000-0002-1825-0097' },
      { name: '首席', value: 'Li Na' },
    ],
  })
  const crate = await joined(roCrate(dataset, 'attached', pagesOf(dataset)))
  const graph = (JSON.parse(crate) as { '@graph': { '@id': string; value?: string[] }[] })['@graph']
  expect(graph.filter((one) => one['@id'].startsWith('#field-')).map((one) => [one['@id'], one.value])).toEqual([
    ['#field-sensor', extra[0]?.values],
    ['#field-chief', extra[1]?.values],
  ])
})

describe('an embargo', () => {
  const access = { kind: 'embargo', until: '2027-01-01', terms: { zh: '', en: '' } } as const
  test.each([
    ['2026-12-31T23:59:59.999Z', 'embargo'],
    ['2027-01-01T00:00:00.000Z', 'open'],
  ])('at %s is %s', (now, state) => expect(accessAt(access, new Date(now))).toBe(state))
})

test.each(samples)('Dublin Core is valid under the rules of OAI (%#)', (dataset) => {
  expect(schemaProblems(dublinCoreXml(dataset), xsd('oai-dc.xsd'))).toEqual([])
})

test.each(samples)('CSL data are valid under their schema (%#)', (dataset) => {
  expect([isCsl(JSON.parse(cslJson(dataset))), isCsl.errors]).toEqual([true, null])
})

test.each([software, ...ODD_TEXTS.map((text) => describedOf({ ...oddMetadata(text), resourceType: 'software' }))])(
  'a citation file is valid under its schema (%#)',
  (dataset) => {
    expect([isCff(parse(citationFile(dataset))), isCff.errors]).toEqual([true, null])
  },
)

describe('BibTeX', () => {
  test('leaves no sign unescaped that TeX would run', () => {
    const text = bibtex(describedOf({ title: { zh: '', en: 'A {B} #1 $5 100% a_b ~ ^ \\cite & more' } }))
    expect(text).toContain(
      'title = {{A \\{B\\} \\#1 \\$5 100\\% a\\_b \\textasciitilde{} \\textasciicircum{} \\textbackslash{}cite \\& more}}',
    )
  })

  test('keeps names of organisations whole', () => {
    expect(bibtex(describedOf())).toContain(
      'author = {Wang, Fang and Sørensen, Jean-Paul and {Nordic Limnology Group}}',
    )
  })
})

test('RIS has one title and one abstract, the translation of the title as a note', () => {
  const tags = ris(describedOf({ language: 'en' }))
    .split('\r\n')
    .map((line) => line.slice(0, 2))
  const several = new Set(['AU', 'KW'])
  expect(tags.filter((tag, at) => tag && !several.has(tag) && tags.indexOf(tag) !== at)).toEqual([])
  expect(ris(describedOf({ language: 'en' }))).toContain('N1  - 青海湖逐层水温与盐度\r\n')
})

test('RIS has one line a value, whatever the value holds', () => {
  for (const dataset of samples)
    for (const line of ris(dataset).trimEnd().split('\r\n')) expect(line).toMatch(/^[A-Z][A-Z\d] {2}- .*$|^ER {2}-$/u)
})

describe('schema.org', () => {
  test('names no file while access is not open', () => {
    const closed = schemaOrg(describedOf({}, { access: 'restricted' }))
    expect(JSON.stringify(closed)).not.toContain('README.md')
    expect(closed).toMatchObject({ isAccessibleForFree: false })
    expect(closed).not.toHaveProperty('distribution')
  })

  test('tells access by a term that machines judge', () => {
    expect(schemaOrg(describedOf())).toMatchObject({ conditionsOfAccess: 'http://purl.org/coar/access_right/c_abf2' })
  })

  test('has a type, size and address for each file', () => {
    expect(schemaOrg(describedOf())).toMatchObject({
      distribution: [
        { encodingFormat: 'application/zip' },
        { encodingFormat: 'text/markdown', contentSize: '10 B' },
        {
          contentUrl:
            'https://data.lab.test/dataset/018f0000-0000-7000-8000-0000000000aa/2/files/tables/%E7%AB%99%E4%BD%8D%2C%201.csv',
        },
      ],
    })
  })
})

describe('DCAT-AP', () => {
  type Node = Record<string, unknown>
  const told = (dataset = describedOf()) => JSON.parse(dcatJson(dataset)) as Node
  const distributions = (dataset?: Parameters<typeof told>[0]) => told(dataset)['dcat:distribution'] as Node[]

  test('has one checksum a file, as its shapes demand', () => {
    const sums = distributions().map((one) => one['spdx:checksum'])
    expect(sums.filter((sum) => Array.isArray(sum))).toEqual([])
    expect(sums.filter(Boolean)).toHaveLength(2)
  })

  test('tells the class of licences, media types, access rights and pages, which its ranges ask for', () => {
    const classOf = (node: unknown) => (node as Node | undefined)?.['@type']
    const classes = distributions().map((one) => [classOf(one['dct:license']), classOf(one['dcat:mediaType'])])
    expect(new Set(classes.flat())).toEqual(new Set(['dct:LicenseDocument', 'dct:MediaType']))
    expect(classOf(told()['dct:accessRights'])).toBe('dct:RightsStatement')
    expect(classOf(told()['dcat:landingPage'])).toBe('foaf:Document')
  })

  test('tells where and when the data were taken', () => {
    expect(told()).toMatchObject({
      'dct:spatial': [
        { 'rdfs:label': '青海湖', 'dcat:bbox': { '@value': expect.stringMatching(/^POLYGON\(\(99\.6 36\.5,100\.8 /) } },
      ],
      'dct:temporal': [{ 'dcat:startDate': { '@value': '2026-05-02' }, 'dcat:endDate': { '@value': '2026-10-29' } }],
    })
  })
})

describe('RO-Crate', () => {
  type Entity = { '@id': string; '@type': string; hasPart?: { '@id': string }[] } & Record<string, unknown>
  const crateOf = async (dataset = describedOf(), place: 'attached' | 'detached' = 'attached') =>
    (JSON.parse(await joined(roCrate(dataset, place, pagesOf(dataset)))) as { '@graph': Entity[] })['@graph']

  test('describes each file under an address that is one', async () => {
    const graph = await crateOf()
    const files = graph.filter((entity) => entity['@type'] === 'File').map((entity) => entity['@id'])
    expect(files).toEqual(['README.md', 'tables/%E7%AB%99%E4%BD%8D%2C%201.csv'])
    expect(graph.find((entity) => entity['@id'] === './')?.hasPart).toEqual(files.map((id) => ({ '@id': id })))
  })

  test('refers to nothing that it does not describe, and describes nothing twice', async () => {
    for (const dataset of samples) {
      const graph = await crateOf(dataset)
      const ids = graph.map((entity) => entity['@id'])
      expect(new Set(ids).size).toBe(ids.length)
      const root = graph.find((entity) => entity['@id'] === './')
      const named = [root?.license, root?.identifier, root?.publisher, root?.author].flat() as Entity[]
      expect(ids).toEqual(expect.arrayContaining(named.map((one) => one['@id'])))
      expect(root).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    }
  })

  test('away from its files names them by their public addresses', async () => {
    const files = (await crateOf(describedOf(), 'detached')).filter((entity) => entity['@type'] === 'File')
    expect(files.every((entity) => entity['@id'].startsWith('https://data.lab.test/'))).toBe(true)
  })

  test('of a closed dataset has no files', async () => {
    expect(JSON.stringify(await crateOf(describedOf({}, { access: 'closed' })))).not.toContain('README.md')
  })
})

describe('Croissant', () => {
  test('leads from each field to its column of a file with a checksum', () => {
    const record = JSON.parse(croissantJson(describedOf())) as {
      distribution: object[]
      recordSet: { field: { '@id': string }[] }[]
    }
    expect(record.distribution).toMatchObject([{ '@id': 'table-1.csv', sha256: 'ab'.repeat(32) }])
    expect(record.recordSet[0]?.field).toMatchObject([
      { dataType: 'sc:Float', source: { fileObject: { '@id': 'table-1.csv' }, extract: { column: 'depth' } } },
      { '@id': 'table-1/%E5%A4%87%E6%B3%A8', dataType: 'sc:Text' },
    ])
  })

  test('is offered only of tables that everybody may read', () => {
    const keys = (dataset = describedOf()) => formatsOf(dataset).map(({ key }) => key)
    expect(keys()).toContain('croissant')
    expect(keys(describedOf({}, { access: 'embargo' }))).not.toContain('croissant')
    expect(keys(describedOf({}, { tables: [] }))).not.toContain('croissant')
  })
})

describe('Signposting', () => {
  /** Links as the strictest reader takes them: split at every comma. */
  const readLinks = (header: string) =>
    header.split(',').map((one) => {
      const [, href, rel] = /^\s*<([^>]+)>; rel="([^"]+)"/.exec(one) ?? []
      return { href, rel }
    })

  test('writes one header that survives a split at every comma', () => {
    for (const dataset of samples) {
      const links = readLinks(pageLinks(dataset, formatsOf(dataset)))
      expect(links.every(({ href, rel }) => href && rel && !rel.includes(' '))).toBe(true)
      expect(links.filter(({ rel }) => rel === 'cite-as')).toHaveLength(1)
      expect(links.filter(({ rel }) => rel === 'type')).toHaveLength(2)
    }
  })

  test('names no file while access is not open', () => {
    const dataset = describedOf({}, { access: 'embargo' })
    expect(pageLinks(dataset, formatsOf(dataset))).not.toContain('rel="item"')
  })

  test('leads from files and exports back to the page', () => {
    expect(readLinks(partLinks(describedOf(), 'collection'))[0]).toEqual({
      href: describedOf().addresses.page,
      rel: 'collection',
    })
  })

  test('of level 2 has the links of level 1, and each file with its way back', async () => {
    const dataset = describedOf()
    const formats = formatsOf(dataset)
    const { linkset: sets } = JSON.parse(await joined(linkset(dataset, formats, pagesOf(dataset)))) as {
      linkset: Record<string, unknown>[]
    }
    const page = sets.find(({ anchor }) => anchor === dataset.addresses.page)
    expect(page).toMatchObject({ 'cite-as': [{ href: dataset.identifier.url }], item: [{}, {}] })
    expect(page?.describedby).toHaveLength(formats.length)
    expect(sets.filter((set) => 'describes' in set)).toHaveLength(formats.length)
    expect(sets.filter((set) => 'collection' in set)).toHaveLength(2)
  })
})
