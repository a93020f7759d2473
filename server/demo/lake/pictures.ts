import { type Calendar, SEASON_DAYS, WEEKS } from '../calendar.ts'
import { type Context, drawn, pngOf } from '../draw/canvas.ts'
import { barChart, fieldChart, lineChart } from '../draw/chart.ts'
import { wav } from '../formats/wav.ts'
import { random } from '../random.ts'
import { genera } from './tables.ts'
import { cast, stations, waterAt } from './water.ts'

export type Box = { left: number; top: number; width: number; height: number }
const WHOLE = { left: 0, top: 0, width: 1120, height: 680 }
const png = (paint: (ctx: Context, box: Box) => void) =>
  pngOf(drawn(WHOLE.width, WHOLE.height, (ctx) => paint(ctx, WHOLE)))

/** Temperature over depth at all stations on one field day. */
export const paintProfiles = (calendar: Calendar, daysAgo: number) => (ctx: Context, box: Box) =>
  lineChart(
    ctx,
    box,
    {
      title: `Lake Chenglan, ${calendar.day(daysAgo)}`,
      x: 'Temperature (°C)',
      y: 'Depth (m)',
      xRange: [0, 20],
      yRange: [0, 48],
      isDepth: true,
    },
    stations.map((station) => ({
      name: station.id,
      points: cast(station, calendar.dayOfYear(daysAgo)).map(({ temperature, depth }) => [temperature, depth] as const),
    })),
  )

/** Temperature over the season and depth in the middle of the lake. */
export const paintSeason = (calendar: Calendar) => (ctx: Context, box: Box) =>
  fieldChart(
    ctx,
    box,
    {
      title: 'ST1, water temperature over the season (2 to 18 °C)',
      x: 'Day of the season',
      y: 'Depth (m)',
      xRange: [0, SEASON_DAYS],
      yRange: [0, 46],
      isDepth: true,
    },
    {
      columns: SEASON_DAYS,
      rows: 92,
      at: (day, row) => waterAt(calendar.dayOfYear(SEASON_DAYS - day), row / 2).temperature,
      range: [2, 18],
    },
  )

/** The genera of a field day. */
export const paintGenera = (daysAgo: number) => (ctx: Context, box: Box) => {
  const r = random(`genera ${daysAgo}`)
  const counts = genera.slice(0, 7).map((_, i) => [i + 1, Math.round((760 / (i + 1)) * r.between(0.7, 1.2))] as const)
  barChart(
    ctx,
    box,
    { title: 'Phytoplankton at ST1', x: '', y: 'Cells in a millilitre', yRange: [0, 1000] },
    counts,
    genera,
  )
}

export const profilePng = (calendar: Calendar, daysAgo: number) => png(paintProfiles(calendar, daysAgo))
export const seasonPng = (calendar: Calendar) => png(paintSeason(calendar))
export const generaPng = () => png(paintGenera(WEEKS))

const [RATE, SECONDS] = [16_000, 20]
/** What a hydrophone hears: surf, a boat that passes, fish that knock. */
export function hydrophoneWav(name: string): Buffer {
  const r = random(name)
  const samples = new Float32Array(RATE * SECONDS)
  let surf = 0
  const passes = r.between(5, 15)
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / RATE
    surf = surf * 0.985 + (r.next() - 0.5) * 0.05
    const near = Math.exp(-(((t - passes) / 3.5) ** 2))
    const engine = Math.sin(2 * Math.PI * 86 * t) + 0.5 * Math.sin(2 * Math.PI * 172 * t + 1)
    samples[i] = surf * (1 + 0.6 * Math.sin(t * 0.9)) + near * 0.22 * engine
  }
  for (let knock = 0; knock < 26; knock += 1) {
    const begin = r.whole(0, samples.length - 1200)
    for (let i = 0; i < 1200; i += 1)
      samples[begin + i] = (samples[begin + i] ?? 0) + 0.35 * Math.exp(-i / 180) * Math.sin(i * 0.21)
  }
  return wav(samples, RATE)
}
