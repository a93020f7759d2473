import type { Calendar } from '../calendar.ts'
import { drawn, jpegOf, pngOf } from '../draw/canvas.ts'
import { landscape } from '../draw/landscape.ts'
import { aerial, quadrat } from '../draw/vegetation.ts'
import { random } from '../random.ts'
import { withReadme } from '../readme.ts'
import type { DemoFile, DemoSpace } from '../sample.ts'
import { protocolDocx, quadratCsv, reportPdf, siteNote, speciesXlsx } from './documents.ts'
import { habitatsShape, ndviTif, orthoTif, sitesShape, surveyJson, transectsShape } from './layers.ts'
import { shoreLife } from './life.ts'
import { shorePublications } from './publications.ts'
import { type Site, sites } from './sites.ts'

const PHOTO = { width: 720, height: 480 }
const [VIEWS, PLOTS] = [3, 6]
/** Days ago of the visit to a site. */
const visitOf = (site: Site) => 66 - sites.indexOf(site) * 5

function photos(site: Site, calendar: Calendar): DemoFile[] {
  const ago = visitOf(site)
  const day = calendar.day(ago)
  const folder = `照片/${site.id} ${site.name}`
  const by = { author: 'zhou', via: 'webdav' } as const
  return [
    ...Array.from(
      { length: VIEWS },
      (_, i): DemoFile => ({
        path: `${folder}/${site.id}_view${i + 1}_${day}.jpg`,
        ...by,
        at: calendar.at(ago, 12, 10),
        make: () =>
          jpegOf(drawn(PHOTO.width, PHOTO.height, (ctx) => landscape(ctx, random(`${site.id} view ${i}`), PHOTO))),
      }),
    ),
    ...Array.from(
      { length: PLOTS },
      (_, i): DemoFile => ({
        path: `${folder}/${site.id}_plot${i + 1}_${day}.jpg`,
        ...by,
        at: calendar.at(ago, 12, 40),
        make: () =>
          jpegOf(
            drawn(PHOTO.width, PHOTO.height, (ctx) =>
              quadrat(ctx, random(`${site.id} plot ${i}`), PHOTO, `${site.id} P${i + 1}`, site.algae * (0.7 + i * 0.1)),
            ),
          ),
      }),
    ),
  ]
}

function siteFiles(site: Site, calendar: Calendar): DemoFile[] {
  const ago = visitOf(site)
  return [
    ...photos(site, calendar),
    {
      path: `航拍/${site.id}_aerial_${calendar.day(ago)}.jpg`,
      author: 'ibarra',
      at: calendar.at(ago, 15),
      make: () => jpegOf(drawn(PHOTO.width, PHOTO.height, (ctx) => aerial(ctx, random(`${site.id} aerial`), PHOTO))),
    },
    {
      path: `样方/quadrats_${site.id}.csv`,
      author: 'su',
      at: calendar.at(ago - 1, 8, 30),
      make: () => quadratCsv(site),
    },
    {
      path: `野外记录/${site.id} ${site.name}.md`,
      author: 'zhou',
      at: calendar.at(ago, 18, 5),
      make: () => siteNote(site, calendar, ago),
    },
  ]
}

function layers(calendar: Calendar): DemoFile[] {
  const shapes = { sites: sitesShape, transects: transectsShape, habitats: habitatsShape }
  return [
    ...Object.entries(shapes).flatMap(([name, make], i) =>
      (['shp', 'shx', 'dbf', 'prj'] as const).map(
        (part): DemoFile => ({
          path: `GIS/${name}.${part}`,
          author: 'ibarra',
          at: calendar.at(60 - i * 18, 14, 25),
          make: () => make()[part],
        }),
      ),
    ),
    {
      path: '照片/S03 白石滩/S03_blurred.jpg',
      author: 'zhou',
      at: calendar.at(56, 12, 50),
      make: () =>
        jpegOf(
          drawn(PHOTO.width / 2, PHOTO.height / 2, (ctx) =>
            landscape(ctx, random('blurred'), { width: PHOTO.width / 2, height: PHOTO.height / 2 }),
          ),
        ),
    },
    { path: 'GIS/survey.geojson', author: 'ibarra', at: calendar.at(12, 10), make: surveyJson },
    ...sites.slice(0, 4).map(
      (site): DemoFile => ({
        path: `正射影像/ortho_${site.id}.tif`,
        author: 'ibarra',
        at: calendar.at(visitOf(site) - 2, 9, 15),
        via: 'sftp',
        make: () => orthoTif(site),
      }),
    ),
    { path: '正射影像/ndvi_shore.tif', author: 'ibarra', at: calendar.at(7, 11, 30), via: 'sftp', make: ndviTif },
    { path: '样方/species.xlsx', author: 'su', at: calendar.at(6, 13), make: speciesXlsx },
    { path: '调查报告.pdf', author: 'lin', at: calendar.at(2, 10, 40), make: reportPdf },
    ...[1, 2, 3].map(
      (version): DemoFile => ({
        path: '野外规程.docx',
        author: version === 2 ? 'ibarra' : 'zhou',
        at: calendar.at(70 - version * 12, 9, 20),
        make: () => protocolDocx(calendar, version),
      }),
    ),
  ]
}

/** A survey of the shore: photographs, orthophotos, maps, plots. */
export const shore: DemoSpace = {
  name: '湖岸带生境调查',
  identifier: 'shoreline',
  introduction: '十二个样点的照片、航拍、正射影像与样方记录。原始照片需要申请加入后查看。',
  tags: ['遥感', '湖岸带', 'GIS', '野外调查'],
  type: 'restricted',
  owner: 'lin',
  members: { zhou: 'senior', ibarra: 'senior', su: 'normal', okafor: 'normal' },
  life: shoreLife,
  publications: shorePublications,
  cover: () => pngOf(drawn(370, 230, (ctx) => aerial(ctx, random('cover shore 2'), { width: 370, height: 230 }))),
  files: (calendar) => {
    const files = [...sites.flatMap((site) => siteFiles(site, calendar)), ...layers(calendar)]
    const [first] = sites
    return withReadme(files, { author: 'zhou', at: calendar.at(68, 8) }, (name) => [
      '# 湖岸带生境调查 · Shoreline habitats',
      '',
      `环湖十二个样点，每个样点三张全景、六个样方、一幅航拍。结果见 ${name('调查报告.pdf')}，方法见 ${name('野外规程.docx')}。`,
      '',
      '| Folder | What it holds |',
      '|---|---|',
      `| ${name('照片')} | Views and plots by site, from ${first?.id} on |`,
      `| ${name('航拍')} | One oblique picture of each site |`,
      `| ${name('正射影像')} | Orthophotos; ${name('正射影像/ndvi_shore.tif')} covers the whole lake |`,
      `| ${name('GIS')} | ${name('GIS/sites.shp')}, ${name('GIS/transects.shp')}, ${name('GIS/habitats.shp')}; all of it in ${name('GIS/survey.geojson')} |`,
      `| ${name('样方')} | Cover by plot; species in ${name('样方/species.xlsx')} |`,
      `| ${name('野外记录')} | A page for each day in the field |`,
      '',
      '坐标系：WGS 84。照片文件名依次为样点、样方、日期。',
      '',
      '> **示例数据**：照片由程序绘制，样点与数值均为虚构。Sample data: photographs are drawn by code, sites and values are invented. CC0 1.0.',
    ])
  },
}
