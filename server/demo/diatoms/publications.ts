import type { Calendar } from '../calendar.ts'
import type { DemoPublication } from '../sample.ts'

/** What the platform for molecular ecology has published: its barcodes and the tree. */
export const diatomsPublications = (calendar: Calendar): DemoPublication[] => [
  {
    maker: 'okafor',
    reviewer: 'raman',
    madeAt: calendar.at(12, 10),
    submittedAt: calendar.at(10, 9),
    publishedAt: calendar.at(8, 14),
    template: 'sequencing',
    chosen: ['Barcodes', 'Alignment 比对', 'Trees 系统树', 'README.md'],
    authors: [
      { key: 'okafor', family: 'Okafor', given: 'Ngozi' },
      { key: 'he', family: 'He', given: 'Zhiqiu' },
    ],
    fields: {
      resourceType: 'sequencing',
      title: { zh: '澄岚湖硅藻 rbcL 条形码', en: 'rbcL barcodes of diatoms from Lake Chenglan' },
      description: {
        zh: '二十四株硅藻培养物的 rbcL 条形码、多序列比对与最大似然树。',
        en: 'rbcL barcodes of twenty-four diatom cultures, their alignment and a maximum-likelihood tree.',
      },
      keywords: { zh: ['硅藻', '条形码', '系统发育'], en: ['diatoms', 'barcoding', 'phylogeny'] },
      subjects: ['180'],
      dates: [{ kind: 'collected', from: calendar.day(76), to: calendar.day(13) }],
      places: [],
      funding: [],
      related: [],
      licence: 'CC0-1.0',
      access: { kind: 'open', until: null, terms: { zh: '', en: '' } },
      language: 'en',
      extra: {
        organism: ['Bacillariophyta'],
        taxon: ['2836'],
        sample: ['Cultures isolated from the plankton of Lake Chenglan'],
        strategy: ['AMPLICON'],
        platform: ['Illumina MiSeq'],
        layout: ['PAIRED'],
      },
    },
  },
]
