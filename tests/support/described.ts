import type { DatasetFile, DatasetTable } from '#contract/publications/dataset.ts'
import { DatasetMetadata } from '#contract/publications/metadata.ts'
import { addressesOf } from '#server/modules/datasets/addresses.ts'
import type { Described } from '#server/modules/datasets/described.ts'

const ID = '018f0000-0000-7000-8000-0000000000aa'
const ORIGIN = 'https://data.lab.test'

export const plainMetadata = (): DatasetMetadata =>
  DatasetMetadata.parse({
    resourceType: 'observation',
    title: { zh: '青海湖逐层水温与盐度', en: 'Depth-resolved temperature and salinity of Qinghai Lake' },
    description: {
      zh: '五月至十月在十二个站位逐层测量的水温与盐度，每行都带质量标记。',
      en: 'Temperature and salinity of twelve stations from May to October; every row carries a quality flag.',
    },
    authors: [
      {
        name: '王芳',
        family: 'Wang',
        given: 'Fang',
        orcid: '0000-0002-1825-0097',
        email: 'fang@lab.test',
        isContact: true,
        affiliations: [{ name: '高原生态研究所', ror: '05dxps055' }],
      },
      { name: 'Jean-Paul Sørensen', family: 'Sørensen', given: 'Jean-Paul' },
      { kind: 'organisation', name: 'Nordic Limnology Group' },
    ],
    keywords: { zh: ['湖泊分层'], en: ['lake stratification', 'CTD'] },
    subjects: ['170'],
    dates: [{ kind: 'collected', from: '2026-05-02', to: '2026-10-29' }],
    places: [{ name: '青海湖', box: { west: 99.6, south: 36.5, east: 100.8, north: 37.2 } }],
    funding: [
      { funder: 'Plateau Fund', funderRor: '01h0zpd94', number: 'PLT-2025-0417', title: 'Lakes' },
      { funder: 'NSFC', funderId: '10.13039/501100001809', number: '42' },
    ],
    related: [{ scheme: 'DOI', identifier: '10.1234/abc', relation: 'IsSupplementTo', title: 'Anoxia in summer' }],
    licence: 'CC-BY-4.0',
    access: { kind: 'open' },
    language: 'zh',
    extra: [],
  })

const file = (path: string, size: number): DatasetFile => ({
  path,
  size,
  mime: path.endsWith('.csv') ? 'text/csv' : 'text/markdown',
  sha256: 'ab'.repeat(32),
  md5: 'cd'.repeat(16),
  tableId: null,
})
const table: DatasetTable = {
  isRestricted: false,
  id: ID,
  name: '站位',
  description: 'Stations',
  path: 'tables/站位, 1.csv',
  rows: 12,
  columns: [
    { name: 'depth', type: 'number', unit: 'm', description: 'Depth below the surface' },
    { name: '备注', type: 'text', unit: '', description: '' },
  ],
}

/** A published version of a dataset; `metadata` and `over` replace parts of it. */
export function describedOf(metadata: Partial<DatasetMetadata> = {}, over: Partial<Described> = {}): Described {
  const number = 2
  return {
    version: {
      id: ID,
      datasetId: ID,
      number,
      state: 'published',
      metadata: { ...plainMetadata(), ...metadata },
      publisher: { zh: '高原生态数据中心', en: 'Plateau Data Centre' },
      changes: '',
      fileCount: 2,
      restrictedFiles: 0,
      sizeBytes: 30,
      publishedAt: '2026-11-18T08:00:00.000Z',
      changedAt: '2026-11-20T08:00:00.000Z',
      withdrawnAt: null,
      withdrawnReason: '',
      cstr: '',
    },
    access: 'open',
    addresses: addressesOf(ORIGIN, ID, number),
    identifier: { scheme: 'ARK', value: 'ark:99999/ds1k7m2p2', url: `${ORIGIN}/ark:99999/ds1k7m2p2` },
    concept: { scheme: 'ARK', value: 'ark:99999/ds1k7m2p', url: `${ORIGIN}/ark:99999/ds1k7m2p` },
    others: [{ number: 1, identifier: { scheme: 'ARK', value: 'ark:99999/ds1', url: `${ORIGIN}/ark:99999/ds1` } }],
    files: [file('README.md', 10), file('tables/站位, 1.csv', 20)],
    tables: [table],
    catalogue: { zh: '数据空间', en: 'Data Space' },
    ...over,
  }
}

/** Texts that formats with marks of their own trip over. */
export const ODD_TEXTS = [
  `<b>"Quoted" & 'marked'</b> ]]> --> </script>`,
  'Braces {and} #hashes $5 100% _under_ ~tilde ^hat back\\slash',
  '湖泊，分层；“引号”、全角％',
  'بيانات البحيرة ‏(2026)‏',
  'two\nlines\tand\u00a0blank: - [x], @a | !b > *c `d`',
  '🧬 emoji, comma; semicolon%20%2C',
]
