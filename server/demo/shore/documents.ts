import type { Calendar } from '../calendar.ts'
import { barChart } from '../draw/chart.ts'
import { docx } from '../formats/docx.ts'
import { pdf } from '../formats/pdf.ts'
import { csv, lines, round } from '../formats/text.ts'
import { xlsx } from '../formats/xlsx.ts'
import { random } from '../random.ts'
import { type Site, sites, species } from './sites.ts'

/** Cover in percent by plot and species. */
export function quadratCsv(site: Site): Buffer {
  const r = random(`quadrat ${site.id}`)
  return csv(
    ['site', 'plot', 'distance_m', ...species.map((name) => `${name}_pct`), 'stones_pct', 'remark'],
    Array.from({ length: 10 }, (_, plot) => {
      const covers = species.map((_name, i) => Math.round(Math.max(0, r.normal() * 9 + site.algae * 30 - i * 3)))
      const bare = Math.max(0, 100 - covers.reduce((sum, value) => sum + value, 0))
      return [site.id, plot + 1, plot * 2, ...covers, bare, plot === 4 && site.slope > 18 ? 'steep, two people' : '']
    }),
  )
}

export function siteNote(site: Site, calendar: Calendar, daysAgo: number): Buffer {
  const r = random(`note ${site.id}`)
  return lines(
    `# ${site.id} ${site.name} · ${site.english}`,
    '',
    `- 日期：${calendar.day(daysAgo)}，${r.pick(['晴', '多云', '小雨', '雾散后转晴'])}，气温 ${r.whole(4, 18)} °C`,
    `- 坡度：${site.slope.toFixed(1)}°；岸线长 ${r.whole(120, 460)} 米`,
    `- 样方：6 个，附着藻盖度约 ${Math.round(site.algae * 100)}%`,
    `- 记录人：${r.pick(['周念慈', 'Mateo Ibarra', '苏禾'])}`,
    '',
    r.pick([
      'Two grey herons left when we arrived.',
      'Water level 6 cm above the mark of last week.',
      'A fence has been moved; the transect starts at the birch now.',
      'Drone flight in calm air, 62 pictures, no gaps.',
    ]),
  )
}

export const speciesXlsx = () =>
  xlsx([
    {
      name: 'Sites 样点',
      header: ['Site', '名称', 'Name', 'Longitude', 'Latitude', 'Slope (°)', 'Algae cover (%)'],
      rows: sites.map(({ id, name, english, place, slope, algae }) => [
        id,
        name,
        english,
        round(place[0], 5),
        round(place[1], 5),
        round(slope, 1),
        Math.round(algae * 100),
      ]),
    },
    {
      name: 'Species 物种',
      header: ['Genus', 'Sites', 'Mean cover (%)'],
      rows: species.map((name, i) => [name, 12 - i, round(26 - i * 2.7, 1)]),
    },
  ])

export const reportPdf = () =>
  pdf({
    title: 'Shoreline habitats of Lake Chenglan',
    authors: 'N. Zhou, M. Ibarra, W. Lin · Yunting Institute',
    blocks: [
      { heading: 'Why this survey' },
      {
        text: 'The shore is where the lake meets its catchment. Twelve sites were visited on foot and from the air to map what grows there before the water level changes. The sample values are computed by formula.',
      },
      { heading: 'Methods' },
      {
        text: 'At each site a transect of 850 m crosses the waterline. Six plots of half a metre were photographed and read by two people who did not see each other’s numbers. Differences above ten percent were read a third time.',
      },
      {
        height: 260,
        paint: (ctx, box) =>
          barChart(
            ctx,
            box,
            { title: 'Cover of attached algae', x: '', y: 'Percent', yRange: [0, 80] },
            sites.map(({ algae }, i) => [i + 1, algae * 100] as const),
            sites.map(({ id }) => id),
          ),
        caption: 'Figure 1. Algae on stones at the twelve sites.',
      },
      { heading: 'Results' },
      {
        text: 'Reed beds cover the sheltered north; pebble shores with little vegetation dominate the steep west. Cover of algae follows the slope: gentle shores carry twice as much as steep ones.',
      },
      { heading: 'Use of the data' },
      {
        text: 'Orthophotos and vegetation index may be used inside the institute. Whoever needs the raw photographs asks to join the space.',
      },
    ],
  })

export const protocolDocx = (calendar: Calendar, version: number) =>
  docx(
    [
      { title: '湖岸带样方调查规程 Field protocol' },
      { text: `Version ${version}, ${calendar.day(70 - version * 12)}` },
      { heading: '1 Before leaving' },
      {
        text: 'Charge both batteries, check the frame (50 cm inside) and the label board, tell the station where you go and when you are back.',
      },
      { heading: '2 At the plot' },
      { text: '样框放平，标签朝上，正上方拍摄一张；先拍照，后读数。两人独立读数，互不告知。' },
      {
        table: [
          ['Step', 'Who', 'Time'],
          ['Frame and label', 'A', '1 min'],
          ['Photograph', 'B', '1 min'],
          ['Reading', 'A and B', version > 1 ? '6 min' : '4 min'],
        ],
      },
      { heading: '3 Names of files' },
      { text: 'Site, plot and date, in this order. Nothing is renamed after upload; corrections are new versions.' },
    ],
    calendar.at(70 - version * 12),
  )
