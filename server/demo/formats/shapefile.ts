export type Point = readonly [x: number, y: number]
const kinds = { point: 1, line: 3, polygon: 5 } as const
type Kind = keyof typeof kinds
type Value = string | number
/** A feature with one part: a point, a line, or a ring that is closed and clockwise. */
export type Feature = { points: readonly Point[]; values: readonly Value[] }
/** A column of the table: its name of at most ten letters, its width, and the digits after the point of a number. */
type Column = { name: string; width: number; digits?: number }
type Layer = { kind: Kind; columns: readonly Column[]; features: readonly Feature[] }
export type Shapefile = Record<'shp' | 'shx' | 'dbf' | 'prj', Buffer>

const PRJ =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
const HEAD_WORDS = 50

function extent(points: readonly Point[]): number[] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function fileHead({ kind, features }: Layer, words: number): Buffer {
  const head = Buffer.alloc(HEAD_WORDS * 2)
  head.writeInt32BE(9994, 0)
  head.writeInt32BE(words, 24)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(kinds[kind], 32)
  for (const [i, value] of extent(features.flatMap(({ points }) => points)).entries())
    head.writeDoubleLE(value, 36 + i * 8)
  return head
}

/** The place of a feature, with its number from 1. */
function record(kind: Kind, number: number, points: readonly Point[]): Buffer {
  const isPoint = kind === 'point'
  const begin = isPoint ? 4 : 48
  const content = Buffer.alloc(begin + points.length * 16)
  content.writeInt32LE(kinds[kind], 0)
  if (!isPoint) {
    for (const [i, value] of extent(points).entries()) content.writeDoubleLE(value, 4 + i * 8)
    content.writeInt32LE(1, 36)
    content.writeInt32LE(points.length, 40)
  }
  for (const [i, [x, y]] of points.entries()) {
    content.writeDoubleLE(x, begin + i * 16)
    content.writeDoubleLE(y, begin + 8 + i * 16)
  }
  const head = Buffer.alloc(8)
  head.writeInt32BE(number, 0)
  head.writeInt32BE(content.length / 2, 4)
  return Buffer.concat([head, content])
}

/** The table in the encoding of the format, which knows Latin letters alone. */
function dbf({ columns, features }: Layer): Buffer {
  const headBytes = 33 + columns.length * 32
  const rowBytes = 1 + columns.reduce((sum, { width }) => sum + width, 0)
  const head = Buffer.alloc(headBytes)
  head.set([3, 126, 11, 21])
  head.writeUInt32LE(features.length, 4)
  head.writeUInt16LE(headBytes, 8)
  head.writeUInt16LE(rowBytes, 10)
  for (const [i, { name, width, digits }] of columns.entries()) {
    const at = 32 + i * 32
    head.write(name, at, 'latin1')
    head.write(digits === undefined ? 'C' : 'N', at + 11, 'latin1')
    head.writeUInt8(width, at + 16)
    head.writeUInt8(digits ?? 0, at + 17)
  }
  head.writeUInt8(0x0d, headBytes - 1)
  const cell = (value: Value, { width, digits }: Column) =>
    typeof value === 'number' ? value.toFixed(digits).padStart(width) : value.padEnd(width)
  const rows = features.map(({ values }) => ` ${columns.map((column, i) => cell(values[i] ?? '', column)).join('')}`)
  return Buffer.concat([head, Buffer.from(rows.join(''), 'latin1'), Buffer.from([0x1a])])
}

/** Features with their index, table and projection in WGS 84. Source: ESRI Shapefile Technical Description, 1998. */
export function shapefile(layer: Layer): Shapefile {
  const records = layer.features.map(({ points }, i) => record(layer.kind, i + 1, points))
  const index = Buffer.alloc(records.length * 8)
  let offset = HEAD_WORDS
  for (const [i, { length }] of records.entries()) {
    index.writeInt32BE(offset, i * 8)
    index.writeInt32BE((length - 8) / 2, i * 8 + 4)
    offset += length / 2
  }
  return {
    shp: Buffer.concat([fileHead(layer, offset), ...records]),
    shx: Buffer.concat([fileHead(layer, HEAD_WORDS + records.length * 4), index]),
    dbf: dbf(layer),
    prj: Buffer.from(PRJ),
  }
}

/** A rounded outline around a centre, closed and clockwise as the format wants outer rings. */
export function outline([x, y]: Point, width: number, height: number, corners = 48): Point[] {
  const points = Array.from({ length: corners }, (_, i): Point => {
    const angle = (-i / corners) * 2 * Math.PI
    const wobble = 1 + 0.12 * Math.sin(3 * angle) + 0.06 * Math.cos(7 * angle)
    return [x + width * Math.cos(angle) * wobble, y + height * Math.sin(angle) * wobble]
  })
  return [...points, points[0] ?? [x, y]]
}
