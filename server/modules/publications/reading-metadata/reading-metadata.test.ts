import { describe, expect, test } from 'vitest'
import { readMetadata } from './index.ts'

const ORCID = '0000-0002-1825-0097'
const fieldsOf = async (text: string) => (await readMetadata({ text })).fields

describe('metadata', () => {
  test.each([
    ['nothing', '  '],
    ['a plain text', 'hello'],
    ['broken JSON', '{'],
    ['JSON of something else', '{"a":1}'],
    ['a list', '[]'],
    ['a record without attributes', '{"data":{"attributes":5}}'],
    ['an empty crate', '{"@graph":[]}'],
    ['broken XML', '<resource'],
    ['other XML', '<html/>'],
    ['XML with entities', '<!DOCTYPE a [<!ENTITY x "y">]><resource><titles><title>&x;</title></titles></resource>'],
    ['broken YAML', 'cff-version: ['],
    [
      'YAML whose aliases grow',
      `cff-version: 1.2.0\na: &a [x,x]\nb: &b [${'*a,'.repeat(40)}]\nc: [${'*b,'.repeat(40)}]\ntitle: x`,
    ],
    ['a CFF file that is too long', `cff-version: 1.2.0\ntitle: ${'x'.repeat(100_001)}`],
    ['BibTeX without a field', '@misc{key}'],
    [
      'BibTeX whose macros grow',
      `@string{m0 = "0123456789"}${Array.from({ length: 40 }, (_, i) => `@string{m${i + 1} = m${i} # m${i}}`).join('')}
      @misc{key, title = m17, abstract = m40}`,
    ],
  ])('are not read from %s', async (_what, text) => {
    await expect(readMetadata({ text })).rejects.toMatchObject({ refusal: 'publicationMetadataUnreadable' })
  })

  test('come from BibTeX, with the letters, macros and names of TeX', async () => {
    const read = await readMetadata({
      text: String.raw`% a comment
        @string{lake = "Lake"}
        @dataset{key, title = {Temperature of {B}ear } # lake, year = 2026,
          author = {M{\"u}ller, J{\"o}rg and {Lakes and Rivers} and 王芳 and Ana de la Cruz and others},
          abstract = "Profiles \& more, 5~m -- all", keywords = {lake; 湖泊},
          doi = {10.5281/zenodo.1}, license = {https://creativecommons.org/licenses/by/4.0/}}
        @article{other, title = {x}}`,
    })
    expect(read).toMatchObject({
      form: 'bibtex',
      fields: {
        title: { zh: '', en: 'Temperature of Bear Lake' },
        description: { zh: '', en: 'Profiles & more, 5 m – all' },
        keywords: { zh: ['湖泊'], en: ['lake'] },
        licence: 'CC-BY-4.0',
        related: [{ scheme: 'DOI', identifier: '10.5281/zenodo.1', relation: 'IsVersionOf' }],
      },
      omitted: ['year', '@article'],
    })
    expect(read.fields.authors?.map(({ kind, name, family }) => [kind, name, family])).toEqual([
      ['person', 'Jörg Müller', 'Müller'],
      ['organisation', 'Lakes and Rivers', ''],
      ['person', '王芳', ''],
      ['person', 'Ana de la Cruz', 'de la Cruz'],
    ])
  })

  test('come from BibTeX without commands that are no signs, whatever they are called', async () => {
    const text = String.raw`@misc{key, title = {\constructor{}Lake \toString{}Baikal}}`
    expect(await fieldsOf(text)).toMatchObject({ title: { en: 'Lake Baikal' } })
  })

  test('of a paper name it as what the data supplement', async () => {
    const { related } = await fieldsOf('@article{a, title = {Lakes}, doi = "10.1/x"}')
    expect(related).toMatchObject([{ identifier: '10.1/x', relation: 'IsSupplementTo' }])
  })

  test('come from a CFF file', async () => {
    const text = `cff-version: 1.2.0\ntitle: Lake tools\nauthors:\n  - {family-names: Lin, given-names: Wei, orcid: 'https://orcid.org/${ORCID}', affiliation: IHB}\n  - name: The Lake Team\nlicense: MIT\nversion: 1.0\ndate-released: 2026-03-01\nkeywords: [a, b]\n`
    expect(await readMetadata({ text })).toMatchObject({
      form: 'cff',
      fields: {
        title: { en: 'Lake tools' },
        authors: [
          { kind: 'person', name: 'Wei Lin', orcid: ORCID, affiliations: [{ name: 'IHB' }] },
          { kind: 'organisation', name: 'The Lake Team' },
        ],
        licence: 'MIT',
        dates: [{ kind: 'created', from: '2026-03-01' }],
        keywords: { en: ['a', 'b'] },
      },
      omitted: ['version'],
    })
  })

  const attributes = {
    doi: '10.5/abc',
    titles: [{ title: 'Lake', lang: 'en' }, { title: '湖' }],
    creators: [
      {
        name: 'Lin, Wei',
        nameType: 'Personal',
        nameIdentifiers: [{ nameIdentifier: ORCID, nameIdentifierScheme: 'ORCID' }],
      },
      { name: 'Lab', nameType: 'Organizational' },
    ],
    contributors: [{ name: 'Lin, Wei', contributorType: 'ContactPerson' }],
    subjects: [{ subject: 'Earth', subjectScheme: 'GB/T 13745-2009', classificationCode: '170' }, { subject: 'lake' }],
    dates: [
      { date: '2026-01-01/2026-02-01', dateType: 'Collected' },
      { date: '2026', dateType: 'Created' },
    ],
    rightsList: [{ rightsIdentifier: 'cc-by-4.0' }],
    relatedIdentifiers: [
      { relatedIdentifier: '10.1/x', relatedIdentifierType: 'DOI', relationType: 'Cites' },
      { relatedIdentifier: 'z', relatedIdentifierType: 'Q', relationType: 'Y' },
    ],
    geoLocations: [{ geoLocationPlace: 'Erhai', geoLocationPoint: { pointLongitude: 100.1, pointLatitude: 25.8 } }],
    fundingReferences: [
      { funderName: 'NSFC', funderIdentifier: 'https://doi.org/10.13039/501100001809', awardNumber: '4' },
    ],
    publisher: 'Zenodo',
  }
  test.each([
    ['a record', attributes],
    ['an answer of its API', { data: { attributes } }],
  ])('come from DataCite JSON: %s; what can’t be kept is told', async (_what, json) => {
    expect(await readMetadata({ text: JSON.stringify(json) })).toMatchObject({
      form: 'datacite',
      fields: {
        title: { zh: '湖', en: 'Lake' },
        authors: [
          { name: 'Wei Lin', family: 'Lin', orcid: ORCID, isContact: true },
          { kind: 'organisation', name: 'Lab', isContact: false },
        ],
        subjects: ['170'],
        keywords: { en: ['lake'] },
        dates: [{ kind: 'collected', from: '2026-01-01', to: '2026-02-01' }],
        places: [{ name: 'Erhai', box: { west: 100.1, east: 100.1, south: 25.8, north: 25.8 } }],
        funding: [{ funder: 'NSFC', funderId: '10.13039/501100001809', number: '4' }],
        related: [
          { identifier: '10.1/x', relation: 'Cites' },
          { identifier: '10.5/abc', relation: 'IsVersionOf' },
        ],
        licence: 'CC-BY-4.0',
      },
      omitted: ['Created: 2026', 'z', 'publisher'],
    })
  })

  test('come from DataCite XML', async () => {
    const text = `<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.5/abc</identifier><creators><creator><creatorName nameType="Personal">Lin, Wei</creatorName><nameIdentifier nameIdentifierScheme="ORCID">${ORCID}</nameIdentifier><affiliation affiliationIdentifier="https://ror.org/05dxps055" affiliationIdentifierScheme="ROR">IHB</affiliation></creator></creators><titles><title xml:lang="zh">Lake</title></titles><geoLocations><geoLocation><geoLocationBox><westBoundLongitude>1</westBoundLongitude><eastBoundLongitude>2</eastBoundLongitude><southBoundLatitude>3</southBoundLatitude><northBoundLatitude>4</northBoundLatitude></geoLocationBox></geoLocation></geoLocations></resource>`
    expect(await fieldsOf(text)).toMatchObject({
      title: { zh: 'Lake', en: '' },
      authors: [{ name: 'Wei Lin', orcid: ORCID, affiliations: [{ name: 'IHB', ror: '05dxps055' }] }],
      places: [{ box: { west: 1, east: 2, south: 3, north: 4 } }],
      related: [{ identifier: '10.5/abc' }],
    })
  })

  test('come from an RO-Crate', async () => {
    const person = `https://orcid.org/${ORCID}`
    const graph = [
      { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
      {
        '@id': './',
        name: 'Lake',
        description: [{ '@value': '说明', '@language': 'zh' }, 'Described'],
        keywords: 'a, b',
        author: [{ '@id': person }, { '@id': '#ng' }],
        license: { '@id': 'https://spdx.org/licenses/CC0-1.0' },
        temporalCoverage: '2026-01-01/2026-02-01',
        citation: [{ '@id': 'https://doi.org/10.1/x' }],
        additionalProperty: [{ '@id': '#field-ship' }, { '@id': '#other' }],
        version: '1',
      },
      { '@id': '#field-ship', '@type': 'PropertyValue', name: 'Ship', value: ['RV Perch', 'RV Pike'] },
      { '@id': '#other', '@type': 'PropertyValue', name: 'Other', value: 'x' },
      {
        '@id': person,
        '@type': 'Person',
        name: 'Wei Lin',
        email: 'lin@lab.test',
        affiliation: { '@id': 'https://ror.org/05dxps055' },
      },
      { '@id': 'https://ror.org/05dxps055', '@type': 'Organization', name: 'IHB' },
      // An address is not yet one to write to in public.
      { '@id': '#ng', '@type': 'Person', name: 'Ann Ng', email: 'ng@lab.test', contactPoint: { '@id': '#mail' } },
      { '@id': '#mail', '@type': 'ContactPoint', email: 'data@lab.test' },
    ]
    expect(await readMetadata({ text: JSON.stringify({ '@graph': graph }) })).toMatchObject({
      form: 'roCrate',
      fields: {
        title: { en: 'Lake' },
        description: { zh: '说明', en: 'Described' },
        keywords: { en: ['a', 'b'] },
        authors: [
          { name: 'Wei Lin', orcid: ORCID, affiliations: [{ name: 'IHB', ror: '05dxps055' }], isContact: false },
          { name: 'Ann Ng', isContact: true },
        ],
        licence: 'CC0-1.0',
        dates: [{ kind: 'coverage', from: '2026-01-01', to: '2026-02-01' }],
        related: [{ scheme: 'DOI', identifier: '10.1/x', relation: 'References' }],
        extra: { ship: ['RV Perch', 'RV Pike'] },
      },
      omitted: ['additionalProperty: Other', 'version'],
    })
  })

  test('too long for a draft are told, not cut', async () => {
    const read = await readMetadata({ text: `@misc{a, title = {${'x'.repeat(301)}}, abstract = {short}}` })
    expect(read).toMatchObject({ fields: { description: { en: 'short' } }, omitted: ['title'] })
    expect(read.fields.title).toBeUndefined()
  })

  test('of a million characters made to slow a reader are read at once', async () => {
    const authors = ' and '.repeat(150_000)
    const text = `@misc{a, title = {x}, author = {${authors}}, abstract = {${'\\"'.repeat(100_000)}}}`
    expect(await fieldsOf(text)).toMatchObject({ title: { en: 'x' } })
  })

  test('of a CFF file with as many keys as fit are read at once', async () => {
    const keys = Array.from({ length: 18_000 }, (_, i) => i.toString(36)).join()
    expect(await fieldsOf(`cff-version: 1.2.0\ntitle: x\nmore: {${keys}}`)).toMatchObject({ title: { en: 'x' } })
  })
})
