import { describe, expect, test } from 'vitest'
import { askChart } from '#contract/charts/asking.ts'
import { ChartDefinition, ChartType } from '#contract/charts/definition.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { askRows } from '../../tests/support/chart-rows.ts'
import { facetsOf, frameOf } from './frame.ts'
import type { DrawNote } from './kind.ts'
import { coloursOfRows } from './points.ts'
import { chartKinds } from './registry.ts'
import { readRegions } from './scene/regions.ts'
import { undrawnOf } from './undrawn.ts'
import { type ChartWords, shownNumber, shownTick } from './words.ts'

const words: ChartWords = {
  yes: 'yes',
  no: 'no',
  empty: '(empty)',
  unseen: '?',
  rows: 'Rows',
  others: (count) => `Others (${count})`,
  titleOf: ({ name }) => name,
  number: (value, column, look) => shownNumber(value, 'en-GB', column?.format ?? {}, look),
  tick: (value, column, look) => shownTick(value, 'en-GB', column?.format ?? {}, look),
  list: (parts) => parts.join(', '),
  statistic: (statistic) => statistic,
  month: (at) => String(at.getUTCMonth() + 1),
  density: 'Density',
  prices: { open: 'Open', high: 'High', low: 'Low', close: 'Close' },
}
const tokens = {
  ink: '#000',
  soft: '#333',
  faint: '#666',
  line: '#ccc',
  lineStrong: '#999',
  surface: '#fff',
  font: 'sans-serif',
  series: ['#0f766e', '#c98500'],
  rest: '#888',
  low: '#eee',
  high: '#111',
  steps: ['#eee', '#111'],
  chosen: new Map<string, string>(),
}
const COLUMNS = [
  { name: 'Name', type: 'text' as const },
  { name: 'Depth', type: 'number' as const },
  { name: 'Value', type: 'number' as const },
  { name: 'Day', type: 'date' as const },
]
const fields = COLUMNS.map(({ name }, at) => ({
  key: `f${at + 1}`,
  name,
  from: { kind: 'column', source: 0, column: String(at + 1) },
}))
const base = { kind: 'table', id: '0b5f59e3-0000-4000-8000-000000000000' }

const name = { field: 'f1' }
const day = { field: 'f4', time: 'day' }
const mean = { field: 'f3', aggregate: 'mean' }
/** Each type with the columns that it needs. */
const channels: Record<ChartType, object> = {
  table: { columns: [name, { field: 'f3' }] },
  number: { y: [mean], x: [day] },
  bar: { x: [name], y: [mean] },
  line: { x: [day], y: [mean], color: [name] },
  area: { x: [day], y: [mean] },
  step: { x: [day], y: [mean] },
  scatter: { x: [{ field: 'f2' }], y: [{ field: 'f3' }], color: [name] },
  bubble: { x: [{ field: 'f2' }], y: [{ field: 'f3' }], size: [{ field: 'f2' }] },
  histogram: { x: [{ field: 'f2', width: 'auto' }] },
  box: { x: [name], y: [{ field: 'f3' }] },
  heatMap: { x: [name], y: [day], color: [mean] },
  pie: { color: [name], y: [mean] },
  pivotTable: { rows: [name], columns: [day], y: [mean] },
  treemap: { levels: [name, day], y: [mean] },
  sunburst: { levels: [name, day], y: [mean] },
  sankey: { levels: [name, day], y: [mean] },
  funnel: { x: [name], y: [mean] },
  gauge: { y: [mean] },
  radar: { x: [name], y: [mean] },
  wordCloud: { label: [name], size: [mean] },
  parallel: { columns: [{ field: 'f2' }, { field: 'f3' }], color: [name] },
  candle: {
    x: [{ field: 'f4' }],
    open: [{ field: 'f2' }],
    high: [{ field: 'f3' }],
    low: [{ field: 'f2' }],
    close: [{ field: 'f3' }],
  },
  calendar: { x: [{ field: 'f4', time: 'auto' }], color: [mean] },
  violin: { x: [name], y: [{ field: 'f2', width: 'auto' }] },
  density: { x: [{ field: 'f2', width: 'auto' }], color: [name] },
  map: { longitude: [{ field: 'f2' }], latitude: [{ field: 'f3' }], size: [{ field: 'f2' }], label: [name] },
  regionMap: { region: [name], color: [mean] },
}
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
  ],
}
const REGIONS = readRegions(
  JSON.stringify({
    type: 'FeatureCollection',
    features: ['a', 'b'].map((one) => ({ type: 'Feature', properties: { name: one }, geometry: SQUARE })),
  }),
)

async function drawn(type: ChartType, rows: Cell[][], options: object = {}, more: object = {}, hidden?: Set<string>) {
  const definition = ChartDefinition.parse({
    type,
    query: { base, fields },
    channels: { ...channels[type], ...more },
    options,
  })
  const answer = await askChart(definition, askRows(COLUMNS, rows))
  const frame = frameOf(definition, answer, words)
  const kind = chartKinds[type]
  const facets = facetsOf(frame)
  const drawings = 'draw' in kind ? facets.map((facet) => kind.draw({ frame, rows: facet.rows, tokens, hidden })) : []
  const { paint } = 'load' in kind ? await kind.load() : { paint: null }
  const measure = (text: string, size: number) => text.length * size * 0.6
  const room = { width: 480, height: 300, measure, regions: REGIONS, tokens }
  const paintings = paint ? facets.map(({ rows: of }) => paint({ frame, rows: of, ...room })) : []
  const notes = [...drawings, ...paintings].flatMap((one) => one.notes)
  return { answer, frame, facets, drawings, paintings, notes }
}

/** Every number that a specification gives to the library to be placed. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

const HOSTILE: Cell[][] = [
  ['<img src=x onerror=alert(1)>', '1', '1e308', '2026-01-01'],
  ['مرحبا بالعالم', '2', '-1e308', '2026-01-02'],
  ['x'.repeat(5000), '3', 'NaN', null],
  [null, null, 'Infinity', '2026-01-03'],
  ['', '-4', '12', '2026-01-04'],
]
const hostile: Record<string, Cell[][]> = {
  'no rows': [],
  'one row': [['a', '1', '2', '2026-01-01']],
  'one row without values': [['a', null, null, null]],
  'NaN, infinite, 1e308, markup, right to left, 5,000 letters': HOSTILE,
  'one value everywhere': Array.from({ length: 20 }, () => ['a', '0', '0', '2026-01-01']),
  '10,000 categories': Array.from({ length: 10_000 }, (_, at) => [`n${at}`, String(at), String(at % 97), '2026-01-01']),
}

describe.each(Object.entries(hostile))('%s', (_name, rows) => {
  test.each(ChartType.options)('%s is drawn with finite numbers, or says why not', async (type) => {
    const { drawings, paintings } = await drawn(type, rows)
    for (const { shapes, notes } of paintings) {
      if (shapes.length === 0) expect(notes.length).toBeGreaterThan(0)
      expect(numbersIn(shapes).filter((value) => !Number.isFinite(value))).toEqual([])
      expect(JSON.stringify(shapes)).not.toMatch(/NaN[ ,"LVCAhvZ]|Infinity/)
    }
    for (const { spec, notes } of drawings) {
      if (!spec) expect(notes.length).toBeGreaterThan(0)
      expect(numbersIn(spec).filter((value) => !Number.isFinite(value))).toEqual([])
    }
  })
})

type Upright = { axis?: { y?: { title?: string | false } }; children?: Upright[] }
/** Titles of upright axes in a specification. */
const uprightTitles = ({ axis, children = [] }: Upright): string[] => [
  ...[axis?.y?.title || ''].filter(Boolean),
  ...children.flatMap(uprightTitles),
]

describe('what stands around a drawing', () => {
  const ROWS: Cell[][] = [
    ['a', '1', '5', '2026-01-01'],
    ['b', '2', '6', '2026-01-02'],
    ['b', '3', '7', '2026-01-03'],
  ]
  const byName = { color: [name] }
  test.each<[ChartType, object]>([
    ['bar', byName],
    ['line', byName],
    ['area', byName],
    ['step', byName],
    ['histogram', byName],
    ['density', byName],
    ['box', { ...byName, x: [day] }],
    ['scatter', byName],
    ['bubble', byName],
    ['pie', {}],
  ])('%s says what its colours mean, whatever its last mark is', async (type, more) => {
    const { drawings } = await drawn(type, ROWS, {}, more)
    const legend = drawings[0]?.around?.legend
    expect(legend && 'entries' in legend && legend.entries.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['a', 'b']),
    )
  })

  test.each(['calendar', 'regionMap'] as const)('the colour scale of a %s says what it shows', async (type) => {
    const [painting] = (await drawn(type, [['a', '1', '2', '2026-01-01']])).paintings
    expect(painting?.shapes.some((shape) => shape.kind === 'text' && shape.text === 'Value')).toBe(true)
  })

  test('a year has several lines where one would leave most of the height empty', async () => {
    const { paintings } = await drawn('calendar', [['a', '1', '2', '2026-12-31']])
    const cells = (paintings[0]?.shapes ?? []).flatMap((one) =>
      'd' in one ? [...one.d.matchAll(/^M([\d.]+) ([\d.]+)h/g)] : [],
    )
    const lowest = Math.max(...cells.map(([, , top]) => Number(top)))
    expect(lowest).toBeGreaterThan(150)
    expect(lowest).toBeLessThan(290)
    expect(Math.max(...cells.map(([, left]) => Number(left)))).toBeLessThan(470)
  })

  test('a name that a ring cuts along the radius stands across it, whole', async () => {
    const rows = ['Northern', 'Southern', 'Westerly'].map((name) => [name, '1', '2', '2026-12-31'])
    const { paintings } = await drawn('sunburst', rows)
    const texts = paintings[0]?.shapes.flatMap((one) => (one.kind === 'text' ? [one.text] : []))
    expect(texts).toEqual(expect.arrayContaining(['Northern', 'Southern', 'Westerly']))
  })

  test('two axes with a series each have their colours in their titles', async () => {
    const { drawings } = await drawn('bar', ROWS, {}, { y2: [{ field: 'f2', aggregate: 'greatest' }] })
    const { left, right, legend } = drawings[0]?.around ?? {}
    expect([left, right, legend]).toEqual([
      { text: 'Value', colour: tokens.series[0] },
      { text: 'Depth', colour: tokens.series[1] },
      undefined,
    ])
  })

  test.each(ChartType.options)(
    '%s has no upright title in its drawing, where it would run into the legend',
    async (type) => {
      const { drawings } = await drawn(type, ROWS)
      expect(drawings.flatMap(({ spec }) => uprightTitles(spec as Upright))).toEqual([])
    },
  )

  test('a series that a reader hides is not drawn, which the chart says elsewhere; the colours stay', async () => {
    const both = await drawn('line', ROWS, {}, byName)
    const one = await drawn('line', ROWS, {}, byName, new Set(['"a"/y0']))
    type Drawn = { scale: { color: object }; children: { data: { series: string; y: number | null }[] }[] }
    const specOf = ({ drawings: [first] }: typeof both) => first?.spec as unknown as Drawn
    const seriesIn = (found: typeof both) => [
      ...new Set(specOf(found).children[0]?.data.flatMap(({ series, y }) => (y === null ? [] : series))),
    ]
    expect(seriesIn(both).sort()).toEqual(['"a"/y0', '"b"/y0'])
    expect(seriesIn(one)).toEqual(['"b"/y0'])
    expect(specOf(one).scale.color).toEqual(specOf(both).scale.color)
  })
})

describe('what a chart refuses or leaves out', () => {
  const NEGATIVE: Cell[][] = [
    ['a', '1', '-5', '2026-01-01'],
    ['b', '2', '5', '2026-01-02'],
  ]
  test.each<[ChartType, object, DrawNote]>([
    ['pie', {}, 'negativeParts'],
    ['bar', { stacking: 'percent' }, 'negativeParts'],
    ['line', { axes: { y: { isLog: true } } }, 'notPositive'],
    ['scatter', { axes: { y: { isLog: true } } }, 'notPositive'],
    ['scatter', { hasRegression: true, axes: { x: { isLog: true } } }, 'noRegression'],
    ['treemap', {}, 'negativeParts'],
    ['sunburst', {}, 'negativeParts'],
    ['sankey', {}, 'negativeParts'],
    ['funnel', {}, 'negativeParts'],
    ['wordCloud', {}, 'negativeParts'],
    ['radar', {}, 'fewAxes'],
    ['gauge', { axes: { y: { least: 1, greatest: 2 } } }, 'outOfRange'],
    ['gauge', { axes: { y: { least: 2, greatest: 1 } } }, 'rangeEmpty'],
  ])('%s with %j says %s', async (type, options, note) => {
    expect((await drawn(type, NEGATIVE, options)).notes).toContain(note)
  })

  describe('rows without a value of the axis', () => {
    const GAPS: Cell[][] = [
      ['a', '1', '5', '2026-01-01'],
      ['a', '2', '6', '2026-01-02'],
      ['b', '3', '7', '2026-01-03'],
      ['b', '4', '8', null],
      [null, null, '9', '2026-01-04'],
      ['b', '5', null, '2026-01-04'],
    ]
    const saidOf = async (type: ChartType, more: object = {}) => {
      const { frame } = await drawn(type, GAPS, {}, more)
      const { count, columns, drawn: shown } = undrawnOf(frame)
      return [count, columns.map(({ name: title }) => title).join(), shown]
    }
    test.each<[ChartType, object, number, string]>([
      ['line', {}, 1, 'Day'],
      ['step', {}, 1, 'Day'],
      ['area', {}, 1, 'Day'],
      ['line', { x: [{ field: 'f2', width: '1' }] }, 1, 'Depth'],
      ['histogram', {}, 1, 'Depth'],
      ['density', {}, 1, 'Depth'],
      ['violin', {}, 1, 'Depth'],
      ['calendar', {}, 1, 'Day'],
      ['scatter', {}, 2, 'Depth,Value'],
      ['bubble', {}, 2, 'Depth,Value,Depth'],
      ['map', {}, 2, 'Depth,Value'],
      ['parallel', {}, 2, 'Depth,Value'],
      ['candle', {}, 3, 'Day,Depth,Value,Depth,Value'],
    ])('are left out by %s with %j, which says so: %i rows without %s', async (type, more, count, names) => {
      expect(await saidOf(type, more)).toEqual([count, names, GAPS.length - count])
    })

    test.each<[ChartType, object]>([
      ['bar', { x: [day] }],
      ['heatMap', {}],
      ['box', { x: [day] }],
      ['line', { x: [name] }],
      ['table', {}],
      ['number', {}],
    ])('are drawn by %s with %j, or are in its number', async (type, more) => {
      const [count, , shown] = await saidOf(type, more)
      expect([count, shown]).toEqual([0, GAPS.length])
    })

    test('rows beyond the limit of a chart are no rows without a value', async () => {
      const many = Array.from({ length: 5001 }, (_, at): Cell[] => ['a', String(at), String(at), '2026-01-01'])
      const { frame } = await drawn('parallel', [...many, ['a', null, '1', null]])
      expect(frame.answer.total).toBe(5001)
      expect(undrawnOf(frame).count).toBe(1)
    })

    test('points that are drawn as intervals say it too', async () => {
      const many = Array.from({ length: 10_001 }, (_, at): Cell[] => ['a', String(at), String(at), '2026-01-01'])
      const { frame } = await drawn('scatter', [...many, ['a', null, '1', null]], {}, { color: [] })
      expect(frame.answer.isBinned).toBe(true)
      expect(undrawnOf(frame)).toMatchObject({ count: 1, drawn: 10_001 })
    })
  })

  test('bars have lines over them, on an axis of their own, from category to category', async () => {
    const { frame, drawings } = await drawn('bar', NEGATIVE, {}, { y2: [{ field: 'f2', aggregate: 'greatest' }] })
    type Child = { type: string; scale?: { y?: { key?: string } }; data: { x: string }[] }
    const children = drawings.flatMap(({ spec }) => (spec as { children: Child[] } | null)?.children ?? [])
    expect(children[1]?.data.map(({ x }) => x)).toEqual(frame.groups.x?.categories.map(({ id }) => id))
    expect(children.map(({ type, scale }) => [type, scale?.y?.key])).toEqual([
      ['interval', undefined],
      ['line', 'y2'],
      ['point', 'y2'],
    ])
    expect(frame.of('y2')).toHaveLength(1)
  })

  test('a day without rows breaks a line, unless it is to go on', async () => {
    const rows: Cell[][] = [
      ['a', '1', '1', '2026-01-01'],
      ['a', '1', '2', '2026-01-04'],
    ]
    const gapsIn = async (isGapShown: boolean) => {
      const { drawings } = await drawn('line', rows, { isGapShown })
      return JSON.stringify(drawings[0]?.spec).match(/"y":null/g)?.length ?? 0
    }
    expect(await gapsIn(true)).toBe(2)
    expect(await gapsIn(false)).toBe(0)
  })

  test('categories beyond the limit are one more, the last, and every row is counted', async () => {
    const { frame, answer } = await drawn('bar', hostile['10,000 categories'] ?? [], { categories: 5 })
    expect(frame.groups.x?.categories).toHaveLength(6)
    expect(frame.groups.x?.categories.at(-1)).toMatchObject({ label: 'Others (9995)', isRest: true })
    expect(answer).toMatchObject({ used: 10_000, present: 10_000 })
  })

  test('an empty text and an empty cell are two categories of one name', async () => {
    const { frame } = await drawn('bar', [
      ['', '1', '1', null],
      [null, '1', '2', null],
    ])
    expect(frame.groups.x?.categories.map(({ label }) => label)).toEqual(['(empty)', '(empty)'])
  })

  test('series stand in the natural order of their names, whatever their values are', async () => {
    const rows = ['ST10', 'ST2', 'ST1'].map((one, at): Cell[] => [one, String(at), String(9 - at), '2026-01-01'])
    for (const type of ['bar', 'line', 'area', 'box'] as const) {
      const { frame } = await drawn(type, rows, {}, { x: [day], color: [name] })
      expect(frame.groups.color?.categories.map(({ label }) => label)).toEqual(['ST1', 'ST2', 'ST10'])
    }
  })

  describe('lines, areas and steps over names', () => {
    const STATIONS = ['S10', 'S2', 'S1', 'S3']
    const rows = STATIONS.flatMap((one, at) =>
      ['0', '1'].map((series): Cell[] => [one, series, String(at + Number(series)), '2026-01-01']),
    )
    const joined = ['line', 'area', 'step'] as const
    type Spec = {
      children: { type: string; data: { x: string; series: string }[] }[]
      scale: { x: { domain: string[] } }
    }
    const specOf = ({ drawings: [first] }: Awaited<ReturnType<typeof drawn>>) => first?.spec as unknown as Spec
    const labels = ({ frame }: Awaited<ReturnType<typeof drawn>>) =>
      frame.groups.x?.categories.map(({ label }) => label)
    /** The places of the axis in the order in which each line goes through them. */
    const ways = (spec: Spec) => {
      const data = spec.children.find(({ type }) => type === 'area' || type === 'line')?.data ?? []
      const bySeries = Map.groupBy(data, ({ series }) => series)
      return [...bySeries.values()].map((all) => all.map(({ x }) => spec.scale.x.domain.indexOf(x)))
    }

    test.each(joined)('%s: names stand in their natural order, unless another is chosen', async (type) => {
      const over = { x: [name], color: [] }
      expect(labels(await drawn(type, rows, {}, over))).toEqual(['S1', 'S2', 'S3', 'S10'])
      const order = { by: 'value', order: 'desc' }
      expect(labels(await drawn(type, rows, { order }, over))).toEqual(['S3', 'S1', 'S2', 'S10'])
    })

    test.each(joined)('%s: points are joined in the order of the axis, in every series and facet', async (type) => {
      const order = { by: 'value', order: 'desc' }
      for (const options of [{}, { order }, { categories: 2 }, { stacking: 'stacked' }])
        for (const more of [{ color: [] }, { color: [{ field: 'f2' }] }, { color: [], facet: [{ field: 'f2' }] }]) {
          const { drawings } = await drawn(type, rows, options, { x: [name], ...more })
          for (const { spec } of drawings)
            for (const way of ways(spec as unknown as Spec)) expect(way).toEqual(way.toSorted((a, b) => a - b))
        }
    })

    test('a stacked area goes through every name, in their order, where a series has no rows', async () => {
      const few = rows.filter(([station, series]) => series === '0' || station !== 'S2')
      const found = await drawn('area', few, { stacking: 'stacked' }, { x: [name], color: [{ field: 'f2' }] })
      expect(ways(specOf(found))).toEqual([
        [0, 1, 2, 3],
        [0, 1, 2, 3],
      ])
    })

    test('a name that is left out is one of the least, not of the last', async () => {
      expect(labels(await drawn('line', rows, { categories: 2, hasOthers: false }, { x: [name], color: [] }))).toEqual([
        'S1',
        'S3',
      ])
    })
  })

  test('people stand in the order of their names', async () => {
    const columns = [{ name: 'Name', type: 'person' as const }, ...COLUMNS.slice(1)]
    const definition = ChartDefinition.parse({
      type: 'bar',
      query: { base, fields },
      channels: { x: [name], y: [mean] },
      options: { order: { by: 'name', order: 'asc' } },
    })
    const ask = askRows(columns, [
      ['id1', '1', '1', null],
      ['id2', '1', '1', null],
    ])
    const answer = await askChart(definition, ask)
    const frame = frameOf(definition, { ...answer, names: { id1: 'Zhang', id2: 'Lin' } }, words)
    expect(frame.groups.x?.categories.map(({ label }) => label)).toEqual(['Lin', 'Zhang'])
  })

  describe('violins', () => {
    const spread = (of: string, count: number) =>
      Array.from({ length: count }, (_, at): Cell[] => [of, String(20 + (at % 20)), '1', null])
    type Layer = { type: string; data: Record<string, number>[]; encode: { x: string[]; y: string[] } }
    type Spec = { children: Layer[]; scale: { y: { domainMin: number; domainMax: number } } }
    const specOf = async (rows: Cell[][], options = {}) =>
      (await drawn('violin', rows, options)).drawings[0]?.spec as unknown as Spec
    const ends = ({ data: [outline = {}], encode }: Layer, axis: 'x' | 'y') => {
      const all = encode[axis].map((key) => outline[key] ?? 0)
      return [Math.min(...all), Math.max(...all)] as const
    }

    test('each is as wide as there is room, whatever the rows of the others are', async () => {
      const { children } = await specOf([...spread('a', 400), ...spread('b', 5), ['c', '60', '1', null]])
      const violins = children.filter(({ type }) => type === 'polygon')
      expect(violins).toHaveLength(2)
      for (const violin of violins) {
        const [left, right] = ends(violin, 'x')
        expect(right - left).toBeCloseTo(0.84)
      }
    })

    test('rows that are too few, or all equal, have no density: they are points', async () => {
      const equal = Array.from({ length: 9 }, (): Cell[] => ['c', '25', '1', null])
      const { children } = await specOf([...spread('a', 40), ...spread('b', 2), ...equal])
      expect(children.map(({ type }) => type)).toEqual(['polygon', 'point'])
      expect(children[1]?.data).toHaveLength(3)
    })

    test('the axis reaches to the ends of what is drawn', async () => {
      const { children, scale } = await specOf([...spread('a', 40), ['b', '60', '1', null]])
      const [violin] = children
      if (!violin) throw new Error('there is a violin')
      const [low] = ends(violin, 'y')
      expect(scale.y.domainMin).toBeLessThanOrEqual(low)
      expect(scale.y.domainMax).toBeGreaterThanOrEqual(60)
      const own = await specOf(spread('a', 40), { axes: { y: { least: 0, greatest: 100 } } })
      expect(own.scale.y).toMatchObject({ domainMin: 0, domainMax: 100 })
    })
  })

  test('the names of a radar stay off the points on its outer ring', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((one): Cell[] => [one, '1', '100', null])
    const { paintings } = await drawn('radar', rows)
    const shapes = paintings[0]?.shapes ?? []
    const tops = shapes.flatMap((one) =>
      one.kind === 'path' && one.tip ? [Number(/^M[\d.]+ ([\d.]+)/.exec(one.d)?.[1]) - 4] : [],
    )
    const top = shapes.find((one) => one.kind === 'text' && one.text === 'd')
    // Letters reach below their line, by a third of their size.
    expect(top?.kind === 'text' && top.y + top.size / 3).toBeLessThan(Math.min(...tops))
    expect(top?.kind === 'text' && top.y - top.size).toBeGreaterThanOrEqual(0)
  })

  test('colours of rows stand in the natural order of their names, and only the most frequent', async () => {
    const rows = ['ST10', 'ST2', 'ST2', 'ST1', 'ST1', 'ST10', 'ST10', 'ST3'].map((one, at): Cell[] => [
      one,
      String(at),
      String(at),
      null,
    ])
    const { frame } = await drawn('scatter', rows, { series: 3 }, {})
    expect(coloursOfRows(frame).map(({ label }) => label)).toEqual(['ST1', 'ST2', 'ST10', 'Others (1)'])
  })

  test.each(['scatter', 'bubble'] as const)(
    'facets of a %s stand on one scale, and leave out no point',
    async (type) => {
      const rows = Array.from({ length: 40 }, (_, at): Cell[] => [`n${at < 12 ? 0 : at}`, String(at), String(at), null])
      const { facets, drawings } = await drawn(type, rows, {}, { color: [], facet: [name] })
      expect(facets.map(({ rows: of }) => of.length)).toEqual([12, ...Array.from({ length: 11 }, () => 1), 17])
      expect(facets.at(-1)?.label).toBe('Others (17)')
      const scales = drawings.map(({ spec }) => (spec as { scale: { x: object; y: object } }).scale)
      for (const { x, y } of scales) expect([x, y]).toMatchObject(Array(2).fill({ domainMin: 0, domainMax: 39 }))
    },
  )

  test('facets of too many points are intervals, each with its own rows', async () => {
    const rows = Array.from({ length: 1500 }, (_, at): Cell[] => [`n${at % 3}`, String(at % 97), String(at % 89), null])
    const { facets, answer } = await drawn('scatter', rows, {}, { color: [], facet: [name] })
    expect(answer).toMatchObject({ isBinned: true, used: 1500, total: null })
    expect(facets).toHaveLength(3)
    expect(answer.rows.length).toBeLessThan(500)
  })

  test('each facet has the rows of its value', async () => {
    const rows: Cell[][] = [
      ['a', '1', '1', '2026-01-01'],
      ['b', '1', '2', '2026-01-01'],
      ['b', '1', '2', '2026-01-02'],
    ]
    const { facets } = await drawn('line', rows, {}, { color: [], facet: [name] })
    expect(facets.map(({ label, rows: of }) => [label, of.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })
})
