declare module 'shpjs' {
  type Geometry = { type: string; coordinates: unknown }
  type Feature = { type: 'Feature'; geometry: Geometry | null; properties: Record<string, unknown> | null }
  type Collection = { type: 'FeatureCollection'; features: Feature[] }
  type Parts = { shp: ArrayBuffer; dbf?: ArrayBuffer; prj?: ArrayBuffer; cpg?: ArrayBuffer }
  /** Parses the parts of a shapefile; with a projection the coordinates are converted to degrees. */
  export default function shp(parts: Parts): Promise<Collection>
  /** Parses the shapefiles in a zip. */
  export function parseZip(bytes: ArrayBuffer): Promise<Collection | Collection[]>
}
