import { type Calendar, SEASON_DAYS } from '../calendar.ts'
import type { DemoPublication } from '../sample.ts'
import { BASIN } from './basin.ts'

const authors = {
  lin: { key: 'lin', family: 'Lin', given: 'Wei', orcid: '0000-0002-1825-0097' },
  zhang: { key: 'zhang', family: 'Zhang', given: 'Qiming' },
  sorensen: { key: 'sorensen', family: 'Sørensen', given: 'Astrid' },
  ibarra: { key: 'ibarra', family: 'Ibarra', given: 'Mateo' },
  raman: { key: 'raman', family: 'Raman', given: 'Priya' },
} as const
const PROJECT = { funder: '云汀湖泊基金会', number: 'YT-2026-017', title: '澄岚湖长期观测' }
const places = [{ name: '澄岚湖', box: BASIN }]

/** Common to what the team publishes of a season. */
const seasonal = (calendar: Calendar) => ({
  dates: [{ kind: 'collected' as const, from: calendar.day(SEASON_DAYS), to: calendar.day(30) }],
  places,
  funding: [{ ...PROJECT, funderRor: '', funderId: '' }],
  related: [],
  licence: 'CC-BY-4.0',
  access: { kind: 'open' as const, until: null, terms: { zh: '', en: '' } },
  language: 'zh' as const,
})

/** What the lake's team has published: its profiles, its mooring, its model. */
export const lakePublications = (calendar: Calendar): DemoPublication[] => [
  {
    maker: 'lin',
    reviewer: 'okafor',
    // Later than the last rows of its tables, and than its board.
    madeAt: calendar.at(6, 10),
    submittedAt: calendar.at(1, 16),
    publishedAt: calendar.at(1, 17),
    template: 'observation',
    chosen: ['CTD 剖面', 'README.md'],
    tables: ['CTD 剖面', '水化学', '采样记录'],
    boards: ['湖泊一季'],
    authors: [authors.lin, authors.zhang],
    fields: {
      ...seasonal(calendar),
      dates: [{ kind: 'collected', from: calendar.day(SEASON_DAYS), to: calendar.day(1) }],
      resourceType: 'observation',
      title: { zh: '高原湖泊温盐深剖面', en: 'CTD profiles of a highland lake' },
      description: {
        zh: '在高原湖泊固定站位测得的温度、电导率、溶解氧和叶绿素剖面。每个剖面一个文件，首行为列名和单位。',
        en: 'Profiles of temperature, conductivity, dissolved oxygen and chlorophyll at fixed stations of a highland lake. One file a profile; the first line has the names of the columns and their units.',
      },
      keywords: { zh: ['湖泊', '水温', '溶解氧'], en: ['lake', 'water temperature', 'dissolved oxygen'] },
      subjects: ['170', '610'],
      extra: {
        variables: ['sea_water_temperature', 'mole_concentration_of_dissolved_molecular_oxygen_in_sea_water'],
        devices: ['CTD 探头，每年校准'],
        method: ['自湖面至湖底匀速下放，采样频率 4 Hz。'],
      },
    },
  },
  {
    maker: 'zhang',
    reviewer: 'raman',
    madeAt: calendar.at(21, 9),
    submittedAt: calendar.at(19, 15),
    publishedAt: calendar.at(16, 10),
    template: 'observation',
    chosen: ['锚系/M1_thermistor_chain.h5', 'README.md'],
    authors: [authors.sorensen, authors.zhang, authors.lin],
    fields: {
      ...seasonal(calendar),
      resourceType: 'observation',
      title: {
        zh: '澄岚湖锚系温度链逐分钟记录',
        en: 'Minute-by-minute thermistor chain records of Lake Chenglan',
      },
      description: {
        zh: '湖心锚系自表层至湖底的温度链，每分钟一组。可用于计算 Schmidt 稳定度、内波周期和混合层深度。',
        en: 'A thermistor chain from the surface to the bottom at the centre of the lake, one set each minute, for Schmidt stability, internal waves and the depth of the mixed layer.',
      },
      keywords: { zh: ['温度链', '内波', '分层'], en: ['thermistor chain', 'internal waves', 'stratification'] },
      subjects: ['170'],
      extra: {
        variables: ['sea_water_temperature'],
        devices: ['温度链 M1'],
        frequency: ['1 min'],
        method: ['锚系连续观测，时钟每月校对一次。'],
      },
    },
  },
  {
    maker: 'lin',
    reviewer: null,
    madeAt: calendar.at(3, 14),
    submittedAt: calendar.at(1, 17),
    publishedAt: null,
    template: 'dataset',
    chosen: ['模型', 'README.md'],
    authors: [authors.raman, authors.lin, authors.ibarra],
    fields: {
      ...seasonal(calendar),
      resourceType: 'dataset',
      title: { zh: '澄岚湖表层水温模型', en: 'A model of the surface temperature of Lake Chenglan' },
      description: {
        zh: '整个观测季的逐日表层水温模拟结果，附绘图脚本。格式为 NetCDF，遵循 CF 约定。',
        en: 'Simulated daily surface temperature over a season, with the script that draws it. NetCDF by the CF conventions.',
      },
      keywords: { zh: ['水温', '数值模型'], en: ['water temperature', 'numerical model'] },
      subjects: ['170', '610'],
    },
  },
]
