import { ARCHIVE_READ_BYTES } from '#contract/core/limits.ts'
import { listArchive } from './archive.ts'
import { memoryFile } from './ranges.ts'

/** The subset of GeoJSON used here. Source: RFC 7946. */
export type Geometry = { type: string; coordinates?: unknown; geometries?: Geometry[] }
export type Feature = { type: 'Feature'; geometry: Geometry | null; properties: Record<string, unknown> | null }
export type FeatureCollection = { type: 'FeatureCollection'; features: Feature[] }

/** The features of a map, and whether a shapefile had an attribute table. */
export type Features = { data: FeatureCollection; hasTable: boolean }

const isCollection = (json: object): json is FeatureCollection => 'features' in json && Array.isArray(json.features)
const isFeature = (json: object): json is Feature => 'geometry' in json

/** Wraps any GeoJSON object into a feature collection. */
export function collectionOf(json: Geometry | Feature | FeatureCollection): FeatureCollection {
  if (isCollection(json)) return json
  const feature = isFeature(json) ? json : { type: 'Feature' as const, geometry: json, properties: {} }
  return { type: 'FeatureCollection', features: [feature] }
}

/** Reads a shapefile from its parts, keyed by suffix. */
export async function shapeOf(parts: ReadonlyMap<string, ArrayBuffer>): Promise<Features> {
  const { default: read } = await import('shpjs')
  const { shp, dbf, prj, cpg } = Object.fromEntries(parts)
  if (!shp) throw new Error('no shapefile')
  // Without an attribute table (dbf) the features have no properties.
  const data = await read({
    shp,
    ...(dbf && { dbf }),
    ...(prj && { prj }),
    ...(cpg && { cpg }),
  })
  return { data: collectionOf(data), hasTable: Boolean(dbf) }
}

/**
 * Reads the shapefiles in a zip; null if there is none. A zip that would unpack to too many bytes is refused unread.
 */
export async function zippedShapes(bytes: ArrayBuffer, name: string): Promise<Features | null> {
  const { entries } = await listArchive(memoryFile(new Uint8Array(bytes)), name)
  if (!entries.some(({ path }) => /\.(shp|json|geojson)$/i.test(path))) return null
  if (entries.reduce((sum, { size }) => sum + size, 0) > ARCHIVE_READ_BYTES) throw new Error('too large when unpacked')
  const { parseZip } = await import('shpjs')
  const layers = [await parseZip(bytes)].flat()
  return {
    data: { type: 'FeatureCollection', features: layers.flatMap(({ features }) => features) },
    hasTable: entries.some(({ path }) => /\.(dbf|json|geojson)$/i.test(path)),
  }
}

/** Whether all positions can be degrees of longitude and latitude; otherwise they are drawn on a plane. */
export function isOnEarth({ features }: FeatureCollection): boolean {
  const stack: unknown[] = features.map(({ geometry }) => geometry)
  for (let next = stack.pop(); stack.length || next !== undefined; next = stack.pop()) {
    if (!next || typeof next !== 'object') continue
    if (!Array.isArray(next)) stack.push((next as Geometry).coordinates, (next as Geometry).geometries)
    else if (typeof next[0] !== 'number') for (const one of next) stack.push(one)
    else if (Math.abs(next[0]) > 180 || Math.abs(Number(next[1])) > 90) return false
  }
  return true
}
