import { type Calendar, WEEKS } from '../calendar.ts'
import { docx } from '../formats/docx.ts'
import { pdf } from '../formats/pdf.ts'
import { lines, round } from '../formats/text.ts'
import { xlsx } from '../formats/xlsx.ts'
import { paintGenera, paintProfiles, paintSeason, profilePng } from './pictures.ts'
import { CHEMISTRY, chemistryRows } from './tables.ts'
import { cast, stations, waterAt } from './water.ts'

/** The plan of the season in the first or a later version of the document. */
export const planDocx = (calendar: Calendar, version: number) =>
  docx(
    [
      { title: '澄岚湖生态观测方案' },
      { text: `第 ${version} 版 · ${calendar.day(calendar.fieldDay(version * 3))} · 云汀研究院湖泊生态研究室` },
      { heading: '一、目的' },
      { text: '记录夏末至初冬湖水分层与翻转的全过程，弄清温跃层下移时营养盐与浮游植物如何随之变化。' },
      { heading: '二、站位' },
      {
        table: [
          ['站位', '位置', '纬度', '经度', '水深（米）'],
          ...stations.map(({ id, name, latitude, longitude, depth }) => [id, name, latitude, longitude, depth]),
        ],
      },
      { heading: '三、频次' },
      {
        text: `CTD 剖面每周一次，共 ${WEEKS} 周；锚系链每 ${version > 1 ? 1 : 10} 分钟记录一次；水样随剖面采集，48 小时内送检。`,
      },
      { heading: '四、质量控制' },
      { text: '探头每月用标准液校准一次。原始读数与处理后的数据分开存放，处理脚本随数据一起归档。' },
      {
        picture: profilePng(calendar, calendar.fieldDay(0)),
        width: 560,
        height: 340,
        caption: '图 1 四个站位的温度剖面',
      },
    ],
    calendar.at(calendar.fieldDay(version * 3)),
  )

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export const stationsXlsx = (calendar: Calendar) =>
  xlsx([
    {
      name: '站位 Stations',
      header: ['站位', '名称', 'English', '纬度', '经度', '水深 m'],
      rows: stations.map(({ id, name, english, latitude, longitude, depth }) => [
        id,
        name,
        english,
        latitude,
        longitude,
        depth,
      ]),
    },
    {
      name: '每周均值 Weekly means',
      header: ['日期', '站位', '表层水温 °C', '底层水温 °C', '平均溶解氧 mg/L', '叶绿素 a 峰值 µg/L'],
      rows: Array.from({ length: WEEKS }, (_, week) => calendar.fieldDay(week)).flatMap((ago) =>
        stations.map((station) => {
          const layers = cast(station, calendar.dayOfYear(ago))
          return [
            calendar.day(ago),
            station.id,
            round(layers[2]?.temperature ?? 0, 2),
            round(layers.at(-1)?.temperature ?? 0, 2),
            round(mean(layers.map(({ oxygen }) => oxygen)), 2),
            round(Math.max(...layers.map(({ chlorophyll }) => chlorophyll)), 2),
          ]
        }),
      ),
    },
  ])

export const chemistryXlsx = (calendar: Calendar) =>
  xlsx([
    {
      name: '水化学 Chemistry',
      header: CHEMISTRY,
      rows: Array.from({ length: WEEKS }, (_, week) => calendar.fieldDay(week)).flatMap((ago) =>
        chemistryRows(calendar.dayOfYear(ago), calendar.day(ago)),
      ),
    },
  ])

/** The notes of one field day. */
export function weekNote(calendar: Calendar, week: number): Buffer {
  const ago = calendar.fieldDay(week)
  const [surface, deep] = [waterAt(calendar.dayOfYear(ago), 0.5), waterAt(calendar.dayOfYear(ago), 40)]
  const isMixed = surface.temperature - deep.temperature < 2
  return lines(
    `# 第 ${week + 1} 周 · ${calendar.day(ago)}`,
    '',
    '| | 表层 0.5 m | 底层 40 m |',
    '|---|---|---|',
    `| 水温 °C | ${surface.temperature.toFixed(1)} | ${deep.temperature.toFixed(1)} |`,
    `| 溶解氧 mg/L | ${surface.oxygen.toFixed(1)} | ${deep.oxygen.toFixed(1)} |`,
    `| 叶绿素 a µg/L | ${surface.chlorophyll.toFixed(1)} | ${deep.chlorophyll.toFixed(1)} |`,
    '',
    `- 四个站位均已完成，${['无风，湖面如镜', '西南风三级，轻浪', '阵雨，推迟一小时出航', '晨雾，能见度 400 米'][week % 4]}。`,
    isMixed
      ? '- 上下层温差不足 2 °C，水体接近完全混合。'
      : `- 温跃层清晰，上下层相差 ${(surface.temperature - deep.temperature).toFixed(1)} °C。`,
    week % 5 === 2 ? '- ST3 溶解氧探头漂移，已用备用探头复测。' : '- 仪器正常。',
    '',
    `Next cruise: ${calendar.day(ago - 7)}. Bottles go to the laboratory the same evening.`,
  )
}

export const seasonPdf = (calendar: Calendar) =>
  pdf({
    title: 'Lake Chenglan: the season in brief',
    authors: 'W. Lin, Q. Zhang, A. Sørensen · Yunting Institute',
    blocks: [
      { heading: 'Summary' },
      {
        text: `Between ${calendar.day(SEASON_FROM)} and ${calendar.day(2)} four stations of Lake Chenglan were profiled every week. The report shows how the warm layer deepened while the surface cooled, and what this did to oxygen and phytoplankton. All numbers of this sample report are computed by formula; nothing was measured.`,
      },
      {
        height: 260,
        paint: paintSeason(calendar),
        caption:
          'Figure 1. Temperature at ST1 over the season. The boundary between warm and cold water moves down week by week.',
      },
      { heading: 'Profiles' },
      {
        text: 'The probe read temperature, conductivity, oxygen, chlorophyll a and turbidity every 0.25 m. Casts were taken at the same hour of the day; the descent rate was 0.5 m per second. Readings above the surface were removed.',
      },
      {
        height: 270,
        paint: paintProfiles(calendar, calendar.fieldDay(1)),
        caption: 'Figure 2. All four stations early in the season.',
      },
      {
        height: 270,
        paint: paintProfiles(calendar, calendar.fieldDay(WEEKS - 1)),
        caption: 'Figure 3. The same stations in the last week.',
      },
      { heading: 'Phytoplankton' },
      {
        text: 'Counts were made under the inverted microscope from Lugol samples. Centric diatoms lead at every station; their share grows toward the end of the season, when turbulence keeps them in the light.',
      },
      { height: 240, paint: paintGenera(WEEKS), caption: 'Figure 4. The seven most frequent genera.' },
      { heading: 'What comes next' },
      {
        text: 'The moorings stay out over winter. Chemistry of the last two weeks is still in the laboratory and will be added to the tables without changing their names.',
      },
    ],
  })
const SEASON_FROM = (WEEKS - 1) * 7 + 2
