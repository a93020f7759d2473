import { describe, expect, test } from 'vitest'
import type { CellType } from '../tables/columns.ts'
import { ChartDefinition, ChartType } from './definition.ts'
import { type Channels, picked, retyped, suggested } from './suggest.ts'
import { neededBy, problemsOf } from './types.ts'

const base = { kind: 'table', id: '0b5f59e3-0000-4000-8000-000000000000' }
const keysOf = (types: readonly CellType[]) => types.map((type, at) => ({ key: `f${at + 1}`, type }))
const definitionOf = (types: readonly CellType[]) => {
  // A query has one field at least.
  const fields = (types.length ? types : ['text']).map((_, at) => ({
    key: `f${at + 1}`,
    name: `F${at}`,
    from: { kind: 'column', source: 0, column: '1' },
  }))
  return ChartDefinition.parse({ query: { base, fields }, ...suggested(keysOf(types)) })
}

describe('a chart suggests itself', () => {
  test.each<[CellType[], ChartType]>([
    [[], 'number'],
    [['date', 'number'], 'line'],
    [['datetime'], 'line'],
    [['text', 'number'], 'bar'],
    [['choice'], 'bar'],
    [['number'], 'histogram'],
    [['number', 'number'], 'scatter'],
    [['number', 'number', 'number', 'text'], 'bubble'],
    [['text', 'choice', 'number'], 'heatMap'],
    [['number', 'number', 'number', 'number', 'text'], 'parallel'],
    [['choices', 'number'], 'table'],
    [['text', 'text', 'text'], 'table'],
  ])('columns %j are drawn as %s, without problems', (types, type) => {
    const definition = definitionOf(types)
    expect(definition.type).toBe(type)
    expect(problemsOf(definition, (key) => types[Number(key.slice(1)) - 1])).toEqual([])
  })
})

const boundKeys = (channels: Channels) => Object.values(channels).flatMap((all) => all?.map(({ field }) => field) ?? [])

describe('another type', () => {
  test.each(ChartType.options)('%s takes the columns along that fit, and none that do not', (type) => {
    const types: CellType[] = ['date', 'number', 'text', 'number', 'number']
    const typeOf = (key: string) => types[Number(key.slice(1)) - 1]
    const next = retyped(definitionOf(types), type, typeOf)
    expect(problemsOf(next, typeOf).filter(({ reason }) => reason !== 'missing')).toEqual([])
  })
  test('an aggregate that somebody chose stays where it means the same', () => {
    const bar = {
      ...definitionOf(['text', 'number']),
      channels: { x: [{ field: 'f1' }], y: [{ field: 'f2', aggregate: 'median' as const }] },
    }
    const typeOf = (key: string): CellType => (key === 'f1' ? 'text' : 'number')
    expect(retyped(bar, 'line', typeOf).channels).toMatchObject({
      x: [{ field: 'f1' }],
      y: [{ field: 'f2', aggregate: 'median' }],
    })
  })
  const typeOf = (key: string): CellType => (key === 'f1' ? 'text' : 'number')
  test.each<ChartType>(['pie', 'treemap', 'sunburst', 'funnel'])(
    '%s adds its parts up, since means make no whole',
    (type) => {
      const bar = definitionOf(['text', 'number'])
      expect(bar.channels.y).toEqual([{ field: 'f2', aggregate: 'mean' }])
      expect(retyped(bar, type, typeOf).channels.y).toEqual([{ field: 'f2', aggregate: 'sum' }])
      const largest = { ...bar, channels: { ...bar.channels, y: [{ field: 'f2', aggregate: 'greatest' as const }] } }
      expect(retyped(largest, type, typeOf).channels.y).toEqual([{ field: 'f2', aggregate: 'sum' }])
      expect(retyped(definitionOf(['text']), type, typeOf).channels.y).toEqual([{ field: null, aggregate: 'count' }])
    },
  )
  test('a box plot asks for a column of numbers: rows have no quartiles', () => {
    const box = retyped(definitionOf(['text']), 'box', typeOf)
    expect(box.channels.y).toEqual([])
    const missing = [{ channel: 'y', reason: 'missing', field: null }]
    expect(problemsOf(box, typeOf)).toEqual(missing)
    const ofRows = { ...box, channels: { ...box.channels, y: [{ field: null, aggregate: 'count' as const }] } }
    expect(problemsOf(ofRows, typeOf)).toEqual(missing)
  })
  describe.each<ChartType>(['histogram', 'calendar'])('through a %s, also one that was changed', (between) => {
    const types: Record<string, CellType> = { f1: 'text', f2: 'number', f3: 'date', f4: 'text' }
    const mean = { field: 'f2', aggregate: 'mean' as const }
    const fields = Object.entries(types).map(([key, type]) => ({ key, type }))
    const barOf = (channels: Channels) => ({
      ...definitionOf(['text', 'number', 'date', 'text']),
      type: 'bar' as const,
      channels,
    })
    test.each<[string, Channels]>([
      ['names', { x: [{ field: 'f1' }], y: [mean] }],
      ['days', { x: [{ field: 'f3', time: 'month' }], y: [mean] }],
      ['days and series', { x: [{ field: 'f3', time: 'month' }], y: [mean], color: [{ field: 'f4' }] }],
    ])('bars over %s keep their number', (_name, channels) => {
      const bar = barOf(channels)
      const first = picked(bar, between, fields, null)
      expect(picked(first.definition, 'bar', fields, first.tried).definition.channels).toMatchObject(channels)
      const [x] = first.definition.channels.x ?? []
      const wide = {
        ...first.definition,
        channels: { ...first.definition.channels, x: x ? [{ ...x, title: 'X' }] : [] },
      }
      const { channels: back } = picked(wide, 'bar', fields, first.tried).definition
      expect(boundKeys(back)).toContain('f2')
      if (x?.field !== 'f2') expect(back.y).toEqual([mean])
    })
  })
  test('a column that was removed in another type stays away', () => {
    const fields = keysOf(['date', 'number'])
    const bar = { ...definitionOf(['date', 'number']), type: 'bar' as const }
    const first = picked(bar, 'calendar', fields, null)
    const cut = {
      ...first.definition,
      channels: { ...first.definition.channels, color: [{ field: null, aggregate: 'count' as const }] },
    }
    expect(picked(cut, 'bar', fields, first.tried).definition.channels.y).toEqual([{ field: null, aggregate: 'count' }])
  })
  test('a number is measured rather than the series, and what is measured is no series', () => {
    const cell = (key: string): CellType => (key === 'f1' ? 'date' : key === 'f2' ? 'number' : 'text')
    const bar = { ...definitionOf(['date', 'number', 'text']), type: 'bar' as const }
    const calendar = retyped(bar, 'calendar', cell)
    expect(calendar.channels.color).toEqual([{ field: 'f2', aggregate: 'mean' }])
    expect(retyped(calendar, 'bar', cell).channels).toMatchObject({
      y: [{ field: 'f2', aggregate: 'mean' }],
      color: [],
    })
  })
  test('numbers are measured and names are grouped, whatever was chosen first', () => {
    const table = { ...definitionOf(['text', 'number']), channels: { columns: [{ field: 'f2' }, { field: 'f1' }] } }
    expect(retyped(table, 'number', typeOf).channels.y).toEqual([{ field: 'f2', aggregate: 'mean' }])
    expect(retyped(table, 'bar', typeOf).channels).toMatchObject({ x: [{ field: 'f1' }], y: [{ field: 'f2' }] })
  })
})

describe('a point map', () => {
  const pick = (...named: [name: string, type: CellType][]) => {
    const fields = named.map(([name, type], at) => ({ key: `f${at + 1}`, name, type }))
    const { channels } = picked(definitionOf(named.map(([, type]) => type)), 'map', fields, null).definition
    return [channels.longitude, channels.latitude].map((bindings) => bindings?.[0]?.field)
  }
  test.each<[string, string]>([
    ['lat', 'lon'],
    ['Latitude (°)', 'Longitude (°)'],
    ['纬度', '经度'],
    ['decimalLatitude', 'decimalLongitude'],
    ['y', 'x'],
  ])('takes the columns %s and %s, chosen before or not, rather than other numbers', (latitude, longitude) => {
    const numbers: [string, CellType][] = [latitude, longitude].map((name) => [name, 'number'])
    expect(pick(['lake', 'text'], ['depth', 'number'], ...numbers)).toEqual(['f4', 'f3'])
  })
  test('keeps the places that it has, and takes no texts', () => {
    expect(pick(['lat', 'text'], ['lon', 'text'])).toEqual([undefined, undefined])
    const fields = [
      { key: 'f1', name: 'lon', type: 'number' as const },
      { key: 'f2', name: 'E', type: 'number' as const },
    ]
    const map = { ...definitionOf(['number', 'number']), type: 'map' as const }
    const given = { ...map, channels: { longitude: [{ field: 'f2' }] } }
    expect(picked(given, 'map', fields, null).definition.channels.longitude).toEqual([{ field: 'f2' }])
  })
})

test('a chart names the channels that it still needs', () => {
  const of = (type: ChartType, channels: Channels) => neededBy({ ...definitionOf(['text']), type, channels })
  expect(of('map', {})).toEqual(['longitude', 'latitude'])
  expect(of('bar', { x: [{ field: 'f1' }] })).toEqual(['y'])
  expect(of('bar', { x: [{ field: 'f1' }], y: [{ field: null, aggregate: 'count' }] })).toEqual([])
})
