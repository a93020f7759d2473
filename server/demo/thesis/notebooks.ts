import type { Calendar } from '../calendar.ts'
import { drawn, pngOf } from '../draw/canvas.ts'
import { fieldChart, lineChart } from '../draw/chart.ts'
import { json } from '../formats/text.ts'
import { paintSeason } from '../lake/pictures.ts'
import { cast, stations } from '../lake/water.ts'
import { random } from '../random.ts'
import { series } from './numbers.ts'

type Cell = { text: string } | { code: string; says?: string; picture?: Buffer }

function notebook(cells: readonly Cell[]): Buffer {
  let count = 0
  return json({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
      language_info: { name: 'python', version: '3.12' },
    },
    cells: cells.map((cell, i) => {
      const id = `cell${i}`
      if ('text' in cell) return { id, cell_type: 'markdown', metadata: {}, source: [cell.text] }
      count += 1
      const said = cell.says ? [{ output_type: 'stream', name: 'stdout', text: [cell.says] }] : []
      const shown = cell.picture
        ? [
            {
              output_type: 'display_data',
              metadata: {},
              data: { 'image/png': cell.picture.toString('base64'), 'text/plain': ['<Figure>'] },
            },
          ]
        : []
      return {
        id,
        cell_type: 'code',
        execution_count: count,
        metadata: {},
        source: [cell.code],
        outputs: [...said, ...shown],
      }
    }),
  })
}

const SIZE = { left: 0, top: 0, width: 900, height: 540 }
const figure = (paint: (ctx: Parameters<typeof lineChart>[0], box: typeof SIZE) => void) =>
  pngOf(drawn(SIZE.width, SIZE.height, (ctx) => paint(ctx, SIZE)))

export const stabilityPng = (calendar: Calendar) =>
  figure((ctx, box) => {
    const values = series(calendar)
    const most = Math.max(100, ...values.map(([, value]) => value)) * 1.15
    lineChart(
      ctx,
      box,
      {
        title: 'Schmidt stability at ST1',
        x: 'Day of the season',
        y: 'J per square metre',
        xRange: [0, 91],
        yRange: [Math.min(0, ...values.map(([, value]) => value)), most],
      },
      [{ name: 'stability', points: values }],
    )
  })
export const turbulencePng = () =>
  figure((ctx, box) => {
    const r = random('field')
    const noise = Array.from({ length: 24 * 60 }, () => r.normal() * 0.35)
    fieldChart(
      ctx,
      box,
      {
        title: 'Dissipation, log10 W/kg (-9 to -6)',
        x: 'Cast',
        y: 'Depth (m)',
        xRange: [0, 24],
        yRange: [0, 45],
        isDepth: true,
      },
      {
        columns: 24,
        rows: 60,
        at: (column, row) => -8.6 + 2.2 * Math.exp(-row / (6 + column)) + (noise[column * 60 + row] ?? 0),
        range: [-9, -6],
      },
    )
  })
export const castsPng = (calendar: Calendar, daysAgo: number) =>
  figure((ctx, box) =>
    lineChart(
      ctx,
      box,
      {
        title: `Oxygen, ${calendar.day(daysAgo)}`,
        x: 'Oxygen (mg/L)',
        y: 'Depth (m)',
        xRange: [3, 11],
        yRange: [0, 48],
        isDepth: true,
      },
      stations.map((station) => ({
        name: station.id,
        points: cast(station, calendar.dayOfYear(daysAgo)).map(({ oxygen, depth }) => [oxygen, depth] as const),
      })),
    ),
  )

export const notebooks: Record<string, (calendar: Calendar) => Buffer> = {
  '01 读取与检查.ipynb': (calendar) =>
    notebook([
      { text: '# 01 读取与检查\n\n读入四个站位的全部剖面，检查缺测与尖峰。' },
      {
        code: 'import pandas as pd, pathlib\nfiles = sorted(pathlib.Path("ctd").glob("*.csv"))\ncasts = pd.concat(pd.read_csv(f).assign(file=f.stem) for f in files)\nprint(len(files), "casts,", len(casts), "rows")',
        says: '52 casts, 6292 rows\n',
      },
      { code: 'casts.isna().mean().max()', says: '0.0\n' },
      { text: '没有缺测。下面看最近一次的溶解氧。' },
      { code: 'plot_casts(casts, "oxygen_mg_L")', picture: castsPng(calendar, 2) },
    ]),
  '02 Schmidt 稳定度.ipynb': (calendar) =>
    notebook([
      {
        text: '# 02 Schmidt stability\n\nS = g / A₀ · ∫ (z − zᵥ) (ρ − ρ̄) A dz\n\nThe work needed to mix the lake without heating it.',
      },
      {
        code: 'def stability(depth, rho, area):\n    z_v = (depth * area).sum() / area.sum()\n    return 9.81 / area[0] * ((depth - z_v) * (rho - rho.mean()) * area).sum()',
      },
      {
        code: 'daily["stability"] = daily.apply(stability_of, axis=1)\ndaily.stability.plot()',
        picture: stabilityPng(calendar),
      },
      { text: '稳定度在季节后半段迅速下降，与风暴次数无关，主要由表层冷却决定。' },
    ]),
  '03 湍流耗散.ipynb': () =>
    notebook([
      { text: '# 03 湍流耗散率\n\n24 次微结构剖面，每次取三次下放的几何平均。' },
      {
        code: 'eps = xr.open_mfdataset("turbulence/*.csv", engine="csv")\nprint(float(eps.dissipation_W_kg.median()))',
        says: '4.07e-09\n',
      },
      { code: 'plot_field(np.log10(eps.dissipation_W_kg))', picture: turbulencePng() },
    ]),
  '04 季节总图.ipynb': (calendar) =>
    notebook([
      { text: '# 04 Figure 3.2\n\nThe figure of the chapter; do not edit by hand.' },
      {
        code: 'fig = season_plot(daily, depth)\nfig.savefig("figure_3_2.png", dpi=200)',
        picture: figure(paintSeason(calendar)),
      },
    ]),
}
