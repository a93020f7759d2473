import type { CellType } from '../tables/columns.ts'
import type { Binding, Channel, ChartDefinition, ChartType } from './definition.ts'
import { addsUp, type ChannelSpec, chartTypes, drawnAggregates, type Role, takesRows, usualBinding } from './types.ts'

/** A column that can be drawn; its name distinguishes geographic coordinates from other numbers. */
export type DrawnField = { key: string; type: CellType; name?: string }
export type Channels = ChartDefinition['channels']

const isTime = ({ type }: DrawnField) => type === 'date' || type === 'datetime'
const isNumber = ({ type }: DrawnField) => type === 'number'
const isName = (field: DrawnField) => !isTime(field) && !isNumber(field) && field.type !== 'choices'
const ROWS: Binding = { field: null, aggregate: 'count' }
const of = (role: Role, fields: readonly (DrawnField | undefined)[]): Binding[] =>
  fields.flatMap((field) => (field ? [usualBinding({ role }, field.key, field.type)] : []))

/** Usual names of such columns in English and Chinese, and in Darwin Core. */
const LONGITUDE = /^(?:decimal[ _]?)?(lon|lng|long|longitude|\u7ecf\u5ea6)([ _(\uff08].*)?$/i
const LATITUDE = /^(?:decimal[ _]?)?(lat|latitude|\u7eac\u5ea6)([ _(\uff08].*)?$/i
/** On a map, numbers of these names are places, too. */
const [X, Y] = [/^x$/i, /^y$/i]

const pairOf = (numbers: readonly DrawnField[], one: RegExp, other: RegExp) => {
  const [longitude, latitude] = [one, other].map((name) => numbers.find((field) => name.test(field.name ?? '')))
  return longitude && latitude ? { longitude, latitude } : null
}

/** Columns that are called longitude and latitude are places. */
function placesOf(numbers: readonly DrawnField[], names: readonly DrawnField[]) {
  const pair = pairOf(numbers, LONGITUDE, LATITUDE)
  if (!pair) return null
  const { longitude, latitude } = pair
  const size = numbers.find((one) => one !== longitude && one !== latitude)
  return {
    type: 'map' as const,
    channels: {
      longitude: of('value', [longitude]),
      latitude: of('value', [latitude]),
      size: of('value', [size]),
      color: of('value', [names[0]]),
    },
  }
}

/** A definition that is to be a map: columns that are called longitude and latitude are its places, unless it has some. */
function withPlaces(definition: ChartDefinition, fields: readonly DrawnField[]): ChartDefinition {
  const { channels } = definition
  if (channels.longitude?.length || channels.latitude?.length) return definition
  const numbers = fields.filter(isNumber)
  const pair = pairOf(numbers, LONGITUDE, LATITUDE) ?? pairOf(numbers, X, Y)
  if (!pair) return definition
  const { longitude, latitude } = pair
  const places = { longitude: of('value', [longitude]), latitude: of('value', [latitude]) }
  return { ...definition, channels: { ...channels, ...places } }
}

/** The chart that columns of these types are usually drawn as. */
export function suggested(fields: readonly DrawnField[]): { type: ChartType; channels: Channels } {
  const [times, numbers, names] = [fields.filter(isTime), fields.filter(isNumber), fields.filter(isName)]
  const [time, name, second] = [times[0], names[0], names[1]]
  if (fields.length === 0) return { type: 'number', channels: { y: [ROWS] } }
  if (times.length + numbers.length + names.length < fields.length || names.length > 2)
    return { type: 'table', channels: { columns: of('value', fields) } }
  const places = placesOf(numbers, names)
  if (places) return places
  const y = numbers.length ? of('measure', numbers.slice(0, 4)) : [ROWS]
  if (time) return { type: 'line', channels: { x: of('group', [time]), y, color: of('group', [name]) } }
  if (name && second && numbers.length === 1)
    return { type: 'heatMap', channels: { x: of('group', [name]), y: of('group', [second]), color: y } }
  if (numbers.length >= 4 && !second)
    return { type: 'parallel', channels: { columns: of('value', numbers.slice(0, 12)), color: of('value', [name]) } }
  if (numbers.length >= 2 && !second) {
    const [x, up, size] = numbers
    const channels = { x: of('value', [x]), y: of('value', [up]), color: of('value', [name]) }
    return size
      ? { type: 'bubble', channels: { ...channels, size: of('value', [size]) } }
      : { type: 'scatter', channels }
  }
  if (name) return { type: 'bar', channels: { x: of('group', [name]), y, color: of('group', [second]) } }
  return { type: 'histogram', channels: { x: of('group', numbers.slice(0, 1)) } }
}

const bindingsIn = (channels: Channels): Binding[] => Object.values(channels).flatMap((bindings) => bindings ?? [])

/** Whether a channel may take a column. */
export const fitsChannel = ({ accepts }: ChannelSpec, type: CellType | undefined): boolean =>
  type !== undefined && accepts.includes(type)

/** A binding adapted to a channel: settings that mean the same there are kept. */
function asIn(spec: ChannelSpec, binding: Binding, type: CellType | undefined): Binding {
  const { role } = spec
  const { field, title, aggregate, time, width } = binding
  const usual = usualBinding(spec, field, type ?? null)
  const kept = title ? { title } : {}
  const isKnown = aggregate !== undefined && drawnAggregates(type ?? null).includes(aggregate)
  if (role === 'measure' && isKnown && (!spec.isPart || addsUp(aggregate))) return { ...binding }
  if (role === 'group' && (time || width)) return { field, ...kept, ...(time ? { time } : { width }) }
  return { ...usual, ...kept }
}

/** Numbers are measured first, and everything else is grouped first. */
function byLikelihood(
  { role }: ChannelSpec,
  bindings: Iterable<Binding>,
  cellType: (binding: Binding) => CellType | undefined,
): Binding[] {
  const all = [...bindings]
  if (role === 'value') return all
  const isLikely = (binding: Binding) => (cellType(binding) === 'number') === (role === 'measure')
  return [...all.filter(isLikely), ...all.filter((binding) => !isLikely(binding))]
}

/** Whether a channel uses a column as before: what is measured is not grouped, and names are not counted. */
const isUsedSo = ({ role }: ChannelSpec, { aggregate }: Binding, type: CellType | undefined): boolean =>
  role === 'value' || (role === 'measure' ? aggregate !== undefined || type === 'number' : aggregate === undefined)

/**
 * A definition converted to another type of chart: columns are kept if they fit; others, those set aside too, are moved
 * to empty channels.
 */
export function retyped(
  definition: ChartDefinition,
  type: ChartType,
  typeOf: (field: string) => CellType | undefined,
  aside: readonly Binding[] = [],
): ChartDefinition {
  const cellType = ({ field }: Binding) => (field === null ? undefined : typeOf(field))
  const takes = (spec: ChannelSpec, binding: Binding) =>
    binding.field === null ? takesRows(spec) : fitsChannel(spec, cellType(binding))
  const left = new Set([...bindingsIn(definition.channels), ...aside])
  const channels: Channels = {}
  const specs = Object.entries(chartTypes[type].channels) as [Channel, ChannelSpec][]
  for (const [channel, spec] of specs) {
    const fitting = (definition.channels[channel] ?? [])
      .filter((binding) => takes(spec, binding) && isUsedSo(spec, binding, cellType(binding)))
      .slice(0, spec.max)
    for (const binding of fitting) left.delete(binding)
    channels[channel] = fitting.map((binding) => asIn(spec, binding, cellType(binding)))
  }
  for (const [channel, spec] of specs) {
    const taken = channels[channel] ?? []
    for (const binding of byLikelihood(spec, left, cellType)) {
      const isWanted = taken.length < spec.min || (channel === 'columns' && taken.length < spec.max)
      if (!isWanted || !takes(spec, binding)) continue
      left.delete(binding)
      taken.push(asIn(spec, binding, cellType(binding)))
    }
    if (takesRows(spec) && taken.length < spec.min) taken.push(ROWS)
    channels[channel] = taken
  }
  return { ...definition, type, channels }
}

/** The channels that a picked type gave, those they come from, and columns that were there but could not be drawn. */
export type Tried = { channels: Channels; chosen: Channels; aside: readonly Binding[] }

/**
 * A definition of the type that an author picks. Columns go along through types that can't draw them all: whole as long
 * as nothing else is changed, and afterwards where a channel is empty.
 */
export function picked(
  definition: ChartDefinition,
  type: ChartType,
  fields: readonly DrawnField[],
  tried: Tried | null,
): { definition: ChartDefinition; tried: Tried } {
  const isTrying = tried?.channels === definition.channels
  const chosen = isTrying ? tried.chosen : definition.channels
  const drawn = new Set([definition.channels, tried?.channels ?? {}].flatMap(bindingsIn).map(({ field }) => field))
  const before = tried ? [...tried.aside, ...bindingsIn(tried.chosen)] : []
  const aside = isTrying ? tried.aside : before.filter(({ field }) => field !== null && !drawn.has(field))
  const from = { ...definition, channels: chosen }
  const typeOf = (key: string) => fields.find((field) => field.key === key)?.type
  const next = retyped(type === 'map' ? withPlaces(from, fields) : from, type, typeOf, aside)
  return { definition: next, tried: { channels: next.channels, chosen, aside } }
}
