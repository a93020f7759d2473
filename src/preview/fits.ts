import { RASTER_PREVIEW_POINTS } from '#contract/core/limits.ts'
import type { RangeFile } from './ranges.ts'
import type { Field } from './raster/field.ts'

/** A header and data unit of a FITS file. Source: FITS Standard 4.0. */
export type Hdu = {
  name: string
  kind: 'image' | 'table' | 'text' | 'other'
  /** Keyword, value and comment of each header card. */
  cards: (readonly [keyword: string, value: string, comment: string])[]
  /** Length of each axis, the fastest varying first. */
  axes: number[]
  bitpix: number
  offset: number
}
type Column = { name: string; unit: string; at: number; count: number; form: string; scale: number; zero: number }

const [BLOCK, CARD] = [2880, 80]
/** Maximum number of axes and columns of a unit. */
const DIMENSIONS_MAX = 999
/** Limits on units and header blocks, so that damaged files cannot loop. */
const [PARTS_MAX, HEADER_BLOCKS_MAX] = [1000, 2000]

function cardOf(line: string): readonly [string, string, string] {
  const keyword = line.slice(0, 8).trim()
  if (line.slice(8, 10) !== '= ') return [keyword, '', line.slice(8).trim()]
  const rest = line.slice(10).trimStart()
  const quoted = /^'((?:[^']|'')*)'/.exec(rest)
  if (quoted)
    return [
      keyword,
      (quoted[1] ?? '').replaceAll("''", "'").trimEnd(),
      rest
        .slice(quoted[0].length)
        .replace(/^\s*\/\s?/, '')
        .trim(),
    ]
  const [value = '', ...comment] = rest.split('/')
  return [keyword, value.trim(), comment.join('/').trim()]
}

async function readCards(file: RangeFile, from: number) {
  const cards: Hdu['cards'] = []
  for (let block = 0; block < HEADER_BLOCKS_MAX; block += 1) {
    const text = new TextDecoder('latin1').decode(await file.read(from + block * BLOCK, from + (block + 1) * BLOCK))
    if (text.length < BLOCK) throw new Error('a header ends too early')
    for (let at = 0; at < BLOCK; at += CARD) {
      const card = cardOf(text.slice(at, at + CARD))
      if (card[0] === 'END') return { cards, end: from + (block + 1) * BLOCK }
      if (card[0] || card[2]) cards.push(card)
    }
  }
  throw new Error('a header without an end')
}

export const textOf = ({ cards }: Pick<Hdu, 'cards'>, keyword: string): string | undefined =>
  cards.find(([name]) => name === keyword)?.[1]
const numberOf = (hdu: Pick<Hdu, 'cards'>, keyword: string, otherwise: number) =>
  Number(textOf(hdu, keyword)?.replace('D', 'E') ?? otherwise)

const kinds: Record<string, Hdu['kind']> = { IMAGE: 'image', BINTABLE: 'table', A3DTABLE: 'table', TABLE: 'text' }

/** Reads the headers of all units and skips the data between them. */
export async function readHdus(file: RangeFile): Promise<Hdu[]> {
  const hdus: Hdu[] = []
  for (let at = 0; at < file.size && hdus.length < PARTS_MAX; ) {
    // Arbitrary bytes may follow the last unit.
    if (at > 0 && new TextDecoder('latin1').decode(await file.read(at, at + 8)) !== 'XTENSION') break
    const { cards, end } = await readCards(file, at)
    const head = { cards }
    if (hdus.length === 0 && cards[0]?.[0] !== 'SIMPLE') throw new Error('no FITS file')
    if (Math.max(numberOf(head, 'NAXIS', 0), numberOf(head, 'TFIELDS', 0)) > DIMENSIONS_MAX)
      throw new Error('too many axes or columns')
    const axes = Array.from({ length: numberOf(head, 'NAXIS', 0) }, (_, i) => numberOf(head, `NAXIS${i + 1}`, 0))
    const bitpix = numberOf(head, 'BITPIX', 8)
    const points = axes.length ? axes.reduce((product, axis) => product * axis, 1) : 0
    const bytes = (Math.abs(bitpix) / 8) * numberOf(head, 'GCOUNT', 1) * (numberOf(head, 'PCOUNT', 0) + points)
    const extension = textOf(head, 'XTENSION')
    const kind = extension === undefined ? 'image' : (kinds[extension] ?? 'other')
    hdus.push({ name: textOf(head, 'EXTNAME') ?? extension ?? 'PRIMARY', kind, cards, axes, bitpix, offset: end })
    if (!Number.isFinite(bytes) || bytes < 0) throw new Error('a part without a length')
    at = end + Math.ceil(bytes / BLOCK) * BLOCK
  }
  return hdus
}

const readers: Record<number, (view: DataView, at: number) => number> = {
  8: (view, at) => view.getUint8(at),
  16: (view, at) => view.getInt16(at),
  32: (view, at) => view.getInt32(at),
  64: (view, at) => Number(view.getBigInt64(at)),
  [-32]: (view, at) => view.getFloat32(at),
  [-64]: (view, at) => view.getFloat64(at),
}

/** The number of planes of an image; a cube has several. */
export const planesOf = ({ axes }: Hdu): number => axes.slice(2).reduce((product, axis) => product * axis, 1)

/** Reads a plane with north up; of a large one, as many rows as permitted from `row` (counted from the bottom). */
export async function readPlane(file: RangeFile, hdu: Hdu, plane: number, row: number): Promise<Field> {
  const [width = 0, rows = 1] = hdu.axes
  const height = Math.min(rows - row, Math.max(1, Math.floor(RASTER_PREVIEW_POINTS / Math.max(1, width))))
  const [each, read] = [Math.abs(hdu.bitpix) / 8, readers[hdu.bitpix]]
  if (!read) throw new Error(`BITPIX ${hdu.bitpix}`)
  const from = hdu.offset + (plane * width * rows + row * width) * each
  const bytes = await file.read(from, from + width * height * each)
  const view = new DataView(bytes.buffer)
  const [scale, zero, blank] = [
    numberOf(hdu, 'BSCALE', 1),
    numberOf(hdu, 'BZERO', 0),
    numberOf(hdu, 'BLANK', Number.NaN),
  ]
  const values = new Float64Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const raw = read(view, (y * width + x) * each)
      values[(height - 1 - y) * width + x] = raw === blank ? Number.NaN : raw * scale + zero
    }
  }
  return { width, height, values }
}

const widths: Record<string, number> = {
  L: 1,
  X: 1 / 8,
  B: 1,
  I: 2,
  J: 4,
  K: 8,
  A: 1,
  E: 4,
  D: 8,
  C: 8,
  M: 16,
  P: 8,
  Q: 16,
}

/** The columns of a binary or text table. */
export function columnsOf(hdu: Hdu): Column[] {
  let next = 0
  return Array.from({ length: numberOf(hdu, 'TFIELDS', 0) }, (_, i) => {
    const of = (keyword: string) => textOf(hdu, `${keyword}${i + 1}`)
    const [, repeat = '', letter = 'A', length = ''] = /^(\d*)([A-Z])(\d*)/.exec(of('TFORM') ?? '') ?? []
    const isText = hdu.kind === 'text'
    const count = isText ? Number(length || 1) : repeat === '' ? 1 : Number(repeat)
    const at = isText ? Number(of('TBCOL') ?? 1) - 1 : next
    next += Math.ceil(count * (widths[letter] ?? 0))
    const [scale, zero] = [Number(of('TSCAL') ?? 1), Number(of('TZERO') ?? 0)]
    return { name: of('TTYPE') ?? `${i + 1}`, unit: of('TUNIT') ?? '', at, count, form: letter, scale, zero }
  })
}

const numeric: Record<string, readonly [bytes: number, bitpix: number]> = {
  B: [1, 8],
  I: [2, 16],
  J: [4, 32],
  K: [8, 64],
  E: [4, -32],
  D: [8, -64],
}

/** One cell as text: arrays are joined; variable-length arrays (P, Q) stored elsewhere are shown by their length. */
function cellOf(bytes: Uint8Array, row: number, { at, count, form, scale, zero }: Column): string {
  const start = row + at
  if (form === 'A')
    return new TextDecoder('latin1')
      .decode(bytes.subarray(start, start + count))
      .replace(/\0.*$/s, '')
      .trimEnd()
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  if (form === 'L')
    return Array.from(bytes.subarray(start, start + count), (byte) =>
      byte === 84 ? 'T' : byte === 70 ? 'F' : '',
    ).join(' ')
  if (form === 'P') return `[${view.getInt32(start)}]`
  if (form === 'Q') return `[${view.getBigInt64(start)}]`
  if (form === 'X')
    return Array.from(bytes.subarray(start, start + Math.ceil(count / 8)), (byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, count)
  const parts = form === 'C' ? 'E' : form === 'M' ? 'D' : form
  const [each, bitpix] = numeric[parts] ?? [0, 0]
  const read = readers[bitpix]
  if (!read) return ''
  const values = parts === form ? count : count * 2
  return Array.from({ length: values }, (_, i) => {
    const value = read(view, start + i * each)
    return Number.isNaN(value)
      ? ''
      : String(Number((value * scale + zero).toPrecision(each === 4 && bitpix < 0 ? 7 : 15)))
  }).join(' ')
}

/** Reads table rows as text. */
export async function readRows(file: RangeFile, hdu: Hdu, from: number, to: number): Promise<string[][]> {
  const [width = 0, rows = 0] = hdu.axes
  const [last, columns] = [Math.min(to, rows), columnsOf(hdu)]
  const bytes = await file.read(hdu.offset + from * width, hdu.offset + last * width)
  const cell = (row: number, column: Column) =>
    hdu.kind === 'text'
      ? cellOf(bytes, row * width, { ...column, form: 'A' }).trim()
      : cellOf(bytes, row * width, column)
  return Array.from({ length: Math.max(0, last - from) }, (_, row) => columns.map((column) => cell(row, column)))
}
