import type { Calendar } from '../calendar.ts'
import { BASIN } from '../lake/basin.ts'
import type { DemoPublication } from '../sample.ts'

const terms = {
  zh: '请说明用途；照片不得用于商业目的，发表时注明来源。',
  en: 'Tell us what you need it for. No commercial use; please cite the dataset.',
}

/** What the survey has published: its plots and maps, given on request. */
export const shorePublications = (calendar: Calendar): DemoPublication[] => [
  {
    maker: 'zhou',
    reviewer: 'okafor',
    madeAt: calendar.at(9, 11),
    submittedAt: calendar.at(6, 16),
    publishedAt: calendar.at(4, 10),
    template: 'dataset',
    chosen: ['样方', 'GIS', 'README.md'],
    authors: [
      { key: 'zhou', family: 'Zhou', given: 'Nianci' },
      { key: 'ibarra', family: 'Ibarra', given: 'Mateo' },
      { key: 'su', family: 'Su', given: 'He' },
    ],
    fields: {
      resourceType: 'dataset',
      title: { zh: '湖岸带生境与样方调查', en: 'Habitats and vegetation plots of a lake shore' },
      description: {
        zh: '环湖十二个样点的植被样方、生境图斑与样线。坐标系为 WGS 84。',
        en: 'Vegetation plots, habitat polygons and transects at twelve sites around a lake. Coordinates are WGS 84.',
      },
      keywords: { zh: ['湖岸带', '生境', '样方'], en: ['lake shore', 'habitat', 'vegetation plots'] },
      subjects: ['180', '420'],
      dates: [{ kind: 'collected', from: calendar.day(66), to: calendar.day(11) }],
      places: [{ name: '澄岚湖', box: BASIN }],
      funding: [],
      related: [],
      licence: 'CC-BY-NC-4.0',
      access: { kind: 'restricted', until: null, terms },
      language: 'zh',
    },
  },
]
