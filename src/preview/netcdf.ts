import { NetCDFReader } from 'netcdfjs'
import { RANGE_BLOCK_BYTES } from '#contract/core/limits.ts'
import { arrange, type GridCalls, noteText, spansOf } from './grids.ts'
import type { RangeFile } from './ranges.ts'

const readers: Record<string, readonly [bytes: number, read: (view: DataView, at: number) => number]> = {
  byte: [1, (view, at) => view.getInt8(at)],
  short: [2, (view, at) => view.getInt16(at)],
  int: [4, (view, at) => view.getInt32(at)],
  float: [4, (view, at) => view.getFloat32(at)],
  double: [8, (view, at) => view.getFloat64(at)],
}
/** Maximum size of the part in which the header is searched. */
const HEADER_BYTES_MAX = 16 * RANGE_BLOCK_BYTES

/** Reads the header of a classic file from as much of its beginning as needed. */
async function readHeader(file: RangeFile): Promise<NetCDFReader> {
  for (let bytes = RANGE_BLOCK_BYTES; ; bytes *= 4) {
    const head = await file.read(0, bytes)
    try {
      return new NetCDFReader(head)
    } catch (error) {
      if (bytes >= Math.min(file.size, HEADER_BYTES_MAX)) throw error
    }
  }
}

/** Opens a classic NetCDF file by ranges: the library reads the header, and values are fetched from their offsets. */
export async function openNetcdf(file: RangeFile): Promise<GridCalls> {
  const { variables, dimensions, globalAttributes, recordDimension } = await readHeader(file)
  const lengthOf = (id: number) => (id === recordDimension.id ? recordDimension.length : (dimensions[id]?.size ?? 0))
  const find = (path: string) => {
    const variable = variables.find(({ name }) => `/${name}` === path)
    if (!variable) throw new Error('no array')
    return variable
  }
  const shapeOf = ({ dimensions: ids }: (typeof variables)[number]) => ids.map(lengthOf)
  const notesOf = (attributes: readonly { name: string; value: unknown }[]) =>
    attributes.map(({ name, value }) => [name, noteText(value)] as const)

  return {
    children: async (path) =>
      path
        ? []
        : variables.map((variable) => ({
            path: `/${variable.name}`,
            name: variable.name,
            kind: 'array',
            shape: shapeOf(variable),
            type: variable.type,
          })),
    async info(path) {
      if (!path) return { shape: [], type: '', axes: [], isNumeric: false, notes: notesOf(globalAttributes) }
      const variable = find(path)
      return {
        shape: shapeOf(variable),
        type: variable.type,
        axes: variable.dimensions.map((id) => dimensions[id]?.name ?? ''),
        isNumeric: variable.type in readers,
        notes: notesOf(variable.attributes),
      }
    },
    async slice(wish) {
      const variable = find(wish.path)
      const shape = shapeOf(variable)
      const spans = spansOf(wish, shape)
      const [each, read] = readers[variable.type] ?? [1, null]
      // Byte distance between neighbours on each axis; along the record axis it is the size of a whole record.
      const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, one) => product * one, each))
      if (variable.record) strides[0] = recordDimension.recordStep ?? 0
      const isLastTogether = shape.length > 0 && !(variable.record && shape.length === 1)
      const runs = isLastTogether ? spans.slice(0, -1) : spans
      const [from, to] = isLastTogether ? (spans.at(-1) ?? [0, 1]) : [0, 1]
      const found: (number | string)[] = []
      for (const place of placesIn(runs)) {
        const start = place.reduce((sum, one, axis) => sum + one * (strides[axis] ?? 0), variable.offset)
        const bytes = await file.read(start + from * each, start + to * each)
        const view = new DataView(bytes.buffer)
        for (let at = 0; at < bytes.length; at += each)
          found.push(read ? read(view, at) : String.fromCharCode(view.getUint8(at)))
      }
      return arrange(found, wish, shape)
    },
  }
}

/** Every position within the spans, the last axis varying fastest. */
function* placesIn(spans: readonly (readonly [number, number])[]): Generator<number[]> {
  const [first, ...rest] = spans
  if (!first) {
    yield []
    return
  }
  for (let at = first[0]; at < first[1]; at += 1) for (const place of placesIn(rest)) yield [at, ...place]
}
