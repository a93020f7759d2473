import { type Calendar, SEASON_DAYS, WEEKS } from '../calendar.ts'
import { drawn, pngOf } from '../draw/canvas.ts'
import { landscape } from '../draw/landscape.ts'
import { outline, shapefile } from '../formats/shapefile.ts'
import { csv, json, lines } from '../formats/text.ts'
import { random } from '../random.ts'
import { withReadme } from '../readme.ts'
import type { DemoFile, DemoSpace, Tools } from '../sample.ts'
import { shoreAt } from './basin.ts'
import { chemistryXlsx, planDocx, seasonPdf, stationsXlsx, weekNote } from './documents.ts'
import { seasonMp4 } from './film.ts'
import { bathymetryTif, mooringH5, seasonNc, surfaceNc } from './grids.ts'
import { lakeLife } from './life.ts'
import { generaPng, hydrophoneWav, profilePng, seasonPng } from './pictures.ts'
import { lakePublications } from './publications.ts'
import { lakeTables } from './records.ts'
import { lakeReports } from './reports.ts'
import { CHEMISTRY, chemistryRows, countsCsv, ctdCsv, rawCast, weatherCsv } from './tables.ts'
import { lakeViews } from './views.ts'
import { stations } from './water.ts'

const CHAIN = [0.5, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 36, 39, 42]
const SHALLOW = [0.5, 2, 4, 6, 8, 10, 12, 14, 16]

/** The files of a field day and of the work on it in the following days. */
function weekFiles(calendar: Calendar, week: number): DemoFile[] {
  const { at, day, dayOfYear } = calendar
  const ago = calendar.fieldDay(week)
  const date = day(ago)
  return [
    ...stations.map(
      (station): DemoFile => ({
        path: `CTD 剖面/${station.id} ${station.name}/CTD_${station.id}_${date}.csv`,
        author: 'zhang',
        at: at(ago, 8, 40),
        via: 'sftp',
        make: () => ctdCsv(station, dayOfYear(ago)),
      }),
    ),
    ...stations.map(
      (station, i): DemoFile => ({
        path: `CTD 剖面/原始记录/${date}/${station.id}_raw.txt`,
        author: 'zhang',
        at: at(ago, 8, 40),
        via: 'sftp',
        make: () => rawCast(station, dayOfYear(ago), at(ago, 3 + i)),
      }),
    ),
    { path: `周报/${date}.md`, author: 'su', at: at(ago, 10, 15), make: () => weekNote(calendar, week) },
    { path: `图件/profiles_${date}.png`, author: 'zhang', at: at(ago, 11, 5), make: () => profilePng(calendar, ago) },
    {
      path: `浮游植物/counts_${date}.csv`,
      author: 'su',
      at: at(ago - 1, 7, 30),
      make: () => countsCsv(dayOfYear(ago)),
    },
    {
      path: `水化学/chemistry_${date}.csv`,
      author: 'su',
      at: at(ago - 2, 6, 50),
      make: () => csv(CHEMISTRY, chemistryRows(dayOfYear(ago), date)),
    },
    {
      path: `气象/weather_${date}.csv`,
      author: 'sorensen',
      at: at(ago, 13, 20),
      via: 'webdav',
      make: () => weatherCsv(calendar, ago + 6),
    },
  ]
}

/** A ring from and to the same corner, clockwise as shapefiles want it. */
const shore = () => Array.from({ length: 97 }, (_, i) => shoreAt(((i % 96) / 96) * 2 * Math.PI))
const lakeShape = () =>
  shapefile({
    kind: 'polygon',
    columns: [
      { name: 'NAME', width: 20 },
      { name: 'AREA_KM2', width: 10, digits: 1 },
    ],
    features: [
      { points: shore(), values: ['Lake Chenglan', 274.2] },
      { points: outline([100.455, 34.63], 0.018, 0.011), values: ['East lagoon', 4.2] },
    ],
  })
const stationsJson = () =>
  json({
    type: 'FeatureCollection',
    features: stations.map(({ id, name, latitude, longitude, depth }) => ({
      type: 'Feature',
      properties: { id, name, depth_m: depth },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  })

function seasonFiles(calendar: Calendar, { ffmpeg }: Tools): DemoFile[] {
  const { at, fieldDay } = calendar
  const first = at(SEASON_DAYS, 7)
  return [
    { path: '观测方案.docx', author: 'lin', at: at(fieldDay(0) + 1, 8), make: () => planDocx(calendar, 1) },
    { path: '观测方案.docx', author: 'lin', at: at(fieldDay(5), 15, 10), make: () => planDocx(calendar, 2) },
    { path: '观测方案.docx', author: 'sorensen', at: at(fieldDay(8), 9, 45), make: () => planDocx(calendar, 3) },
    ...(['shp', 'shx', 'dbf', 'prj'] as const).map(
      (part): DemoFile => ({
        path: `地图/lake_outline.${part}`,
        author: 'ibarra',
        at: first,
        make: () => lakeShape()[part],
      }),
    ),
    { path: '地图/stations.geojson', author: 'ibarra', at: first, make: stationsJson },
    { path: '地图/bathymetry.tif', author: 'ibarra', at: at(SEASON_DAYS - 6, 10, 20), make: bathymetryTif },
    ...stations.map(
      (station): DemoFile => ({
        path: `CTD 剖面/汇总/season_${station.id}.nc`,
        author: 'sorensen',
        at: at(6, 9, 30),
        make: () => seasonNc(calendar, station),
      }),
    ),
    { path: 'CTD 剖面/汇总/stations.xlsx', author: 'zhang', at: at(5, 14), make: () => stationsXlsx(calendar) },
    { path: '水化学/chemistry_season.xlsx', author: 'su', at: at(4, 9, 10), make: () => chemistryXlsx(calendar) },
    {
      path: '锚系/M1_thermistor_chain.h5',
      author: 'sorensen',
      at: at(3, 8, 5),
      via: 'sftp',
      make: () => mooringH5(calendar, 'M1', CHAIN),
    },
    {
      path: '锚系/M2_thermistor_chain.h5',
      author: 'sorensen',
      at: at(3, 8, 20),
      via: 'sftp',
      make: () => mooringH5(calendar, 'M2', SHALLOW),
    },
    {
      path: '锚系/M3_thermistor_chain.h5',
      author: 'sorensen',
      at: at(3, 8, 30),
      via: 'sftp',
      make: () => mooringH5(calendar, 'M3', CHAIN),
    },
    { path: '锚系/deployment_log.txt', author: 'sorensen', at: at(SEASON_DAYS, 12), make: () => deployments(calendar) },
    ...Array.from(
      { length: 8 },
      (_, i): DemoFile => ({
        path: `水声/hydrophone_${calendar.day(fieldDay(i + 2))}.wav`,
        author: 'lindqvist',
        at: at(fieldDay(i + 2), 16, 30),
        via: 'webdav',
        make: () => hydrophoneWav(`hydrophone ${i}`),
      }),
    ),
    {
      path: '模型/surface_temperature.nc',
      author: 'raman',
      at: at(9, 17, 40),
      via: 'token',
      make: () => surfaceNc(calendar),
    },
    {
      path: '模型/run07.json',
      author: 'raman',
      at: at(9, 17, 40),
      via: 'token',
      make: () =>
        json({ run: 7, grid: [120, 80], step_s: 300, forcing: 'weather station', wind_factor: 1.12, spin_up_days: 10 }),
    },
    { path: '模型/plot_surface.py', author: 'raman', at: at(9, 17, 50), make: plotScript },
    { path: '图件/profiles_test.png', author: 'zhang', at: at(14, 20), make: () => profilePng(calendar, 9) },
    { path: '图件/season_ST1.png', author: 'zhang', at: at(4, 15), make: () => seasonPng(calendar) },
    { path: '图件/phytoplankton_ST1.png', author: 'su', at: at(4, 15, 30), make: generaPng },
    { path: '图件/season_report.pdf', author: 'lin', at: at(1, 9), make: () => seasonPdf(calendar) },
    ...(ffmpeg
      ? [
          {
            path: '图件/surface_film.mp4',
            author: 'raman',
            at: at(8, 10),
            make: () => seasonMp4(calendar, ffmpeg),
          } as const,
        ]
      : []),
  ]
}

const deployments = (calendar: Calendar) =>
  lines(
    'Mooring   deployed     depths (m)    every   remark',
    `M1        ${calendar.day(SEASON_DAYS)}   0.5 - 42      1 min   centre, beside ST1`,
    `M2        ${calendar.day(SEASON_DAYS)}   0.5 - 16      1 min   river mouth, buoy with light`,
    `M3        ${calendar.day(SEASON_DAYS - 1)}   0.5 - 42      1 min   north bay`,
    'All clocks UTC. Drift at recovery below 4 s.',
  )

const plotScript = () =>
  lines(
    '"""Draws the surface of the lake on one day of the model run."""',
    'import sys',
    'import matplotlib.pyplot as plt',
    'from netCDF4 import Dataset',
    '',
    'day = int(sys.argv[1]) if len(sys.argv) > 1 else 0',
    'with Dataset("surface_temperature.nc") as run:',
    '    field = run["surface_temperature"][day]',
    '    plt.pcolormesh(run["lon"][:], run["lat"][:], field, cmap="viridis")',
    '    plt.colorbar(label="°C")',
    '    plt.title(f"Day {day}")',
    '    plt.savefig(f"surface_{day:03d}.png", dpi=150)',
  )

/** A season of a lake: profiles, moorings, chemistry, plankton, a model. */
export const lake: DemoSpace = {
  name: '高原湖泊生态观测',
  identifier: 'alpinelake',
  introduction: '澄岚湖一个季度的逐周观测：CTD 剖面、锚系温度链、水化学、浮游植物与水温模型。示例数据，由公式生成。',
  tags: ['湖泊', '长期观测', 'CTD', 'NetCDF'],
  type: 'public',
  owner: 'lin',
  members: {
    zhang: 'senior',
    sorensen: 'normal',
    su: 'normal',
    ibarra: 'normal',
    raman: 'normal',
    lindqvist: 'normal',
  },
  life: lakeLife,
  tables: lakeTables,
  views: lakeViews,
  reports: lakeReports,
  publications: lakePublications,
  cover: () => pngOf(drawn(370, 230, (ctx) => landscape(ctx, random('cover lake 3'), { width: 370, height: 230 }, 0))),
  files: (calendar, tools) => {
    const files = [
      ...Array.from({ length: WEEKS }, (_, week) => weekFiles(calendar, week)).flat(),
      ...seasonFiles(calendar, tools),
    ]
    return withReadme(files, { author: 'lin', at: calendar.at(SEASON_DAYS, 7, 20) }, (name) => [
      '# 高原湖泊生态观测 · Lake Chenglan',
      '',
      `澄岚湖生态观测站的季度数据：四个站位、${WEEKS} 周。从 ${name('图件/season_report.pdf')} 读起最快；${name('图件/season_ST1.png')} 用一张图说明了整个季节。`,
      '',
      '| 内容 | 位置 | 格式 |',
      '|---|---|---|',
      `| 每周 CTD 剖面 | ${name('CTD 剖面')} | csv |`,
      `| 按站位汇总 | ${name('CTD 剖面/汇总/season_ST1.nc')} | NetCDF, CF-1.8 |`,
      `| 锚系温度链，每分钟 | ${name('锚系/M1_thermistor_chain.h5')} | HDF5 |`,
      `| 水化学 | ${name('水化学/chemistry_season.xlsx')} | xlsx |`,
      `| 湖盆地形与站位 | ${name('地图/bathymetry.tif')}, ${name('地图/stations.geojson')} | GeoTIFF, GeoJSON |`,
      `| 水温模型 | ${name('模型/surface_temperature.nc')} | NetCDF |`,
      `| 每周记录 | ${name('周报')} | Markdown |`,
      ...(tools.ffmpeg ? [`| 表层水温动画 | ${name('图件/surface_film.mp4')} | mp4 |`] : []),
      '',
      `How and how often we measure is in ${name('观测方案.docx')}. To draw a day of the model, run ${name('模型/plot_surface.py')}.`,
      '',
      '> **示例数据**：湖泊、人员与数值均为虚构，由程序按公式生成，没有任何实测值。Sample data: the lake, the people and all values are invented. CC0 1.0.',
    ])
  },
}
