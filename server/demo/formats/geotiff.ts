const [SHORT, LONG, DOUBLE, ASCII] = [3, 4, 12, 2]
const HEAD_BYTES = 8
const ENTRY_BYTES = 12
const widths: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8, [ASCII]: 1 }
type Field = { tag: number; type: number; values: readonly number[] | string }

function bytesOf({ type, values }: Field): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1')
  const bytes = Buffer.alloc(values.length * (widths[type] ?? 1))
  for (const [i, value] of values.entries()) {
    if (type === SHORT) bytes.writeUInt16LE(value, i * 2)
    else if (type === LONG) bytes.writeUInt32LE(value, i * 4)
    else bytes.writeDoubleLE(value, i * 8)
  }
  return bytes
}

type Raster = {
  width: number
  height: number
  /** One band of numbers, or three of bytes a pixel: red, green, blue. */
  data: Float32Array | Uint8Array
  /** Upper left corner in degrees, and the size of a pixel. */
  west: number
  north: number
  pixel: readonly [x: number, y: number]
  noData?: number
}

/** Geographic coordinates, pixels are areas, WGS 84. Source: OGC GeoTIFF 1.1, keys 1024, 1025 and 2048. */
const GEO_KEYS = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]

/** An uncompressed GeoTIFF of one strip. Source: TIFF 6.0 and OGC GeoTIFF 1.1. */
export function geotiff({ width, height, data, west, north, pixel, noData }: Raster): Buffer {
  const isColour = data instanceof Uint8Array
  const body = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const bands = isColour ? 3 : 1
  const fields: Field[] = [
    { tag: 256, type: LONG, values: [width] },
    { tag: 257, type: LONG, values: [height] },
    { tag: 258, type: SHORT, values: Array.from({ length: bands }, () => (isColour ? 8 : 32)) },
    { tag: 259, type: SHORT, values: [1] },
    { tag: 262, type: SHORT, values: [isColour ? 2 : 1] },
    { tag: 273, type: LONG, values: [HEAD_BYTES] },
    { tag: 277, type: SHORT, values: [bands] },
    { tag: 278, type: LONG, values: [height] },
    { tag: 279, type: LONG, values: [body.length] },
    { tag: 339, type: SHORT, values: Array.from({ length: bands }, () => (isColour ? 1 : 3)) },
    { tag: 33550, type: DOUBLE, values: [...pixel, 0] },
    { tag: 33922, type: DOUBLE, values: [0, 0, 0, west, north, 0] },
    { tag: 34735, type: SHORT, values: GEO_KEYS },
    ...(noData === undefined ? [] : [{ tag: 42113, type: ASCII, values: String(noData) }]),
  ]
  const begin = HEAD_BYTES + body.length + (body.length % 2)
  const table = Buffer.alloc(2 + fields.length * ENTRY_BYTES + 4)
  table.writeUInt16LE(fields.length)
  const longer: Buffer[] = []
  let free = begin + table.length
  for (const [i, field] of fields.entries()) {
    const at = 2 + i * ENTRY_BYTES
    const value = bytesOf(field)
    table.writeUInt16LE(field.tag, at)
    table.writeUInt16LE(field.type, at + 2)
    table.writeUInt32LE(value.length / (widths[field.type] ?? 1), at + 4)
    if (value.length <= 4) value.copy(table, at + 8)
    else {
      table.writeUInt32LE(free, at + 8)
      const even = Buffer.concat([value, Buffer.alloc(value.length % 2)])
      longer.push(even)
      free += even.length
    }
  }
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('II', 'latin1')
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(begin, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2), table, ...longer])
}
