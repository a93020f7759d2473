import { type ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import { contract } from '#contract/index.ts'
import type { Cell } from '#contract/tables/columns.ts'
import type { Client } from './client.ts'
import { drawing } from './random.ts'
import { upload } from './upload.ts'

const { reports, tables } = contract
const COLUMNS = [
  { name: 'Basin', type: 'text' as const },
  { name: 'Station', type: 'text' as const },
  { name: 'Day', type: 'date' as const },
  { name: 'Depth', type: 'number' as const, unit: 'm' },
  { name: 'Temperature', type: 'number' as const, unit: '°C' },
  { name: 'Oxygen', type: 'number' as const, unit: 'mg/L' },
  { name: 'Longitude', type: 'number' as const },
  { name: 'Latitude', type: 'number' as const },
]
const BASINS = ['North', 'South', 'مرحبا', '<b>East</b>']

function rowsOf(count: number): Cell[][] {
  const draw = drawing(11)
  return Array.from({ length: count }, (_, at) => {
    const basin = Math.floor(draw() * 4)
    const station = Math.floor(draw() * 3)
    const day = new Date(Date.UTC(2026, 0, 1 + (at % 330))).toISOString().slice(0, 10)
    const depth = Math.floor(draw() * 40)
    const warm = 8 + basin * 2 + 8 * Math.sin(at / 60) - depth / 8 + draw() * 3
    const [x, y] = [100.05 + basin * 0.06 + station * 0.012, 25.55 + (basin % 2) * 0.14 + station * 0.02]
    const numbers = [depth, warm.toFixed(2), (11 - warm / 5 + draw()).toFixed(2), x.toFixed(4), y.toFixed(4)]
    return [BASINS[basin] ?? '', `S${basin}${station}`, day, ...numbers.map(String)]
  })
}

const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 0.06, y],
    [x + 0.05, y + 0.12],
    [x, y + 0.11],
    [x, y],
  ],
]
const REGIONS = {
  type: 'FeatureCollection',
  features: BASINS.map((name, at) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: square(100.03 + at * 0.06, 25.52 + (at % 2) * 0.12) },
  })),
}

type Channels = ChartDefinition['channels']
const mean = (field: string) => ({ field, aggregate: 'mean' as const })
const rows = { field: null, aggregate: 'count' as const }
const [BASIN, STATION, DAY, DEPTH, WARM, OXYGEN] = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6'].map((field) => ({ field })) as [
  { field: string },
  { field: string },
  { field: string },
  { field: string },
  { field: string },
  { field: string },
]
const month = { ...DAY, time: 'month' as const }
/** Each type with columns of the lake. */
const channels: Record<ChartType, Channels> = {
  table: { columns: [BASIN, STATION, WARM] },
  number: { y: [mean('f5')], x: [month] },
  gauge: { y: [mean('f5')] },
  bar: { x: [BASIN], y: [mean('f5')], y2: [mean('f6')] },
  line: { x: [{ ...DAY, time: 'week' }], y: [mean('f5')], color: [BASIN] },
  area: { x: [month], y: [rows], color: [BASIN] },
  step: { x: [month], y: [mean('f6')] },
  scatter: { x: [WARM], y: [OXYGEN], color: [BASIN] },
  bubble: { x: [WARM], y: [OXYGEN], size: [DEPTH] },
  parallel: { columns: [DEPTH, WARM, OXYGEN], color: [BASIN] },
  histogram: { x: [{ ...WARM, width: 'auto' }] },
  density: { x: [{ ...WARM, width: 'auto' }], color: [BASIN] },
  box: { x: [BASIN], y: [WARM] },
  violin: { x: [BASIN], y: [{ ...WARM, width: 'auto' }] },
  heatMap: { x: [month], y: [BASIN], color: [mean('f5')] },
  calendar: { x: [{ ...DAY, time: 'auto' }], color: [mean('f5')] },
  candle: { x: [DAY], open: [WARM], high: [DEPTH], low: [OXYGEN], close: [OXYGEN] },
  pie: { color: [BASIN], y: [rows] },
  treemap: { levels: [BASIN, STATION], y: [rows] },
  sunburst: { levels: [BASIN, STATION], y: [rows] },
  sankey: { levels: [BASIN, STATION], y: [rows] },
  funnel: { x: [STATION], y: [rows] },
  radar: { x: [month], y: [mean('f5')], color: [BASIN] },
  wordCloud: { label: [STATION], size: [rows] },
  map: { longitude: [{ field: 'f7' }], latitude: [{ field: 'f8' }], size: [DEPTH], color: [BASIN] },
  regionMap: { region: [BASIN], color: [mean('f5')] },
  pivotTable: { rows: [BASIN], columns: [month], y: [mean('f5')] },
}

type Wish = { spaceId: string; name: string; types?: readonly ChartType[] }
/** A table of a lake in a space, and a published board with one chart of each type over it. */
export async function makeGallery(client: Client, { spaceId, name, types = ChartType.options }: Wish) {
  const { id, columnList } = await client.data(tables.create, { spaceId, name, columns: COLUMNS })
  const columns = columnList.map((column) => column.id)
  await client.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns, rows: rowsOf(480) } })
  const file = await upload(client, { spaceId, name: `${name}.geojson` }, Buffer.from(JSON.stringify(REGIONS)))
  const fields = COLUMNS.map((column, at) => ({
    key: `f${at + 1}`,
    name: column.name,
    from: { kind: 'column' as const, source: 0, column: String(columns[at]) },
  }))
  const query = { base: { kind: 'table' as const, id }, fields }
  const cards = types.map((type, at) => ({
    key: `c${at}`,
    title: type,
    x: (at % 3) * 4,
    y: Math.floor(at / 3) * 8,
    w: 4,
    h: 8,
    content: {
      kind: 'chart' as const,
      definition: { type, query, channels: channels[type], options: { regions: file.hash } },
    },
  }))
  const board = { tabs: [{ key: 't1', name, cards }] }
  const { id: reportId, version } = await client.data(reports.create, {
    spaceId,
    name,
    content: { kind: 'board', board },
  })
  await client.data(reports.publish, { spaceId, id: reportId, version })
  return { reportId, tableId: id, columns }
}
