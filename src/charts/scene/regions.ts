import { CHART_CORNERS_MAX, CHART_REGIONS_BYTES_MAX } from '#contract/core/limits.ts'
import type { Point } from './shapes.ts'

/** Lines and outlines of one feature, in degrees of longitude and latitude. */
export type Feature = {
  /** Its properties that are texts or numbers. */
  names: Record<string, string>
  rings: Point[][]
  isArea: boolean
}
/** The state of a map's background: none, loading, failed, or the features of the file. */
export type Regions = 'none' | 'loading' | 'failed' | readonly Feature[]

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPoint = (value: Json): value is [number, number] =>
  Array.isArray(value) &&
  Number.isFinite(value[0]) &&
  Number.isFinite(value[1]) &&
  Math.abs(Number(value[0])) <= 360 &&
  Math.abs(Number(value[1])) <= 90

/** Every list of positions in nested coordinates. */
function ringsIn(value: Json | undefined): Point[][] {
  if (!Array.isArray(value) || value.length === 0) return []
  const ring = value.filter(isPoint)
  if (ring.length) return [ring.map(([x, y]): Point => [x, y])]
  return value.flatMap(ringsIn)
}

/** The shapes of a geometry; those of a collection are put together. */
function shapesOf(geometry: Json | undefined): Pick<Feature, 'rings' | 'isArea'>[] {
  if (!isObject(geometry)) return []
  const { type, coordinates, geometries } = geometry
  if (type === 'GeometryCollection') return Array.isArray(geometries) ? geometries.flatMap(shapesOf) : []
  if (type === 'Polygon' || type === 'MultiPolygon') return [{ rings: ringsIn(coordinates), isArea: true }]
  if (type === 'LineString' || type === 'MultiLineString') return [{ rings: ringsIn(coordinates), isArea: false }]
  return []
}

function featuresIn(value: Json): Feature[] {
  if (!isObject(value)) return []
  if (Array.isArray(value.features)) return value.features.flatMap(featuresIn)
  const properties = isObject(value.properties) ? value.properties : {}
  const names = Object.fromEntries(
    Object.entries(properties).flatMap(([key, one]) =>
      typeof one === 'string' || typeof one === 'number' ? [[key, String(one).trim()]] : [],
    ),
  )
  return shapesOf(value.type === 'Feature' ? value.geometry : value)
    .filter(({ rings }) => rings.length > 0)
    .map((shape) => ({ names, ...shape }))
}

/** The features of a GeoJSON text. Throws when it has none that can be drawn, or too many corners. */
export function readRegions(text: string): readonly Feature[] {
  const features = featuresIn(JSON.parse(text) as Json)
  const corners = features.reduce((sum, { rings }) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0)
  if (corners === 0 || corners > CHART_CORNERS_MAX) throw new Error(`a map of ${corners} corners is not drawn`)
  return features
}

/** Reads the regions at an address. Throws when they cannot be read, or are too large. */
export async function fetchRegions(address: string, signal: AbortSignal): Promise<readonly Feature[]> {
  const answer = await fetch(address, { signal })
  const bytes = Number(answer.headers.get('content-length') ?? 0)
  if (!answer.ok || bytes > CHART_REGIONS_BYTES_MAX) throw new Error(`regions of ${bytes} bytes: ${answer.status}`)
  return readRegions(await answer.text())
}

/** The property by which most of the names are found among features. */
export function namingProperty(features: readonly Feature[], wanted: ReadonlySet<string>): string | null {
  const counts = new Map<string, number>()
  for (const { names } of features)
    for (const [key, name] of Object.entries(names)) if (wanted.has(name)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}
