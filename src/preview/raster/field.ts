/** A plane of numbers, row by row from the top; NaN where there is no value. */
export type Field = { width: number; height: number; values: Float32Array | Float64Array }
/** Pixels with four bytes each (RGBA). */
export type Pixels = { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> }
export type Scale = 'linear' | 'sqrt' | 'log'
export type Colours = 'grey' | 'viridis'
export type Look = { scale: Scale; colours: Colours; isCut: boolean }

/** Fraction of values cut off at each end; they are drawn with the colour of that end. */
const CUT = 0.005
/** Number of values sampled to find the cut. */
const SAMPLE = 100_000

/** The range of values that is drawn; null if there are no values. */
export function spanOf({ values }: Field, isCut: boolean): readonly [low: number, high: number] | null {
  const step = isCut ? Math.max(1, Math.floor(values.length / SAMPLE)) : 1
  const [sample, ends] = [[] as number[], [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as [number, number]]
  for (let i = 0; i < values.length; i += step) {
    const value = values[i] ?? Number.NaN
    if (!Number.isFinite(value)) continue
    if (isCut) sample.push(value)
    if (value < ends[0]) ends[0] = value
    if (value > ends[1]) ends[1] = value
  }
  if (ends[0] > ends[1]) return null
  if (!isCut) return ends
  sample.sort((a, b) => a - b)
  const at = (share: number) => sample[Math.round(share * (sample.length - 1))] ?? 0
  const [low, high] = [at(CUT), at(1 - CUT)]
  return low < high ? [low, high] : ends
}

const curves: Record<Scale, (share: number) => number> = {
  linear: (share) => share,
  sqrt: Math.sqrt,
  log: (share) => Math.log1p(share * 999) / Math.log(1000),
}

/** Every eighth colour of viridis by Smith and van der Walt (CC0), as hexadecimal red, green, blue. */
const VIRIDIS = '440154 481d6f 453581 3d4d8a 34618d 2b758e 24878e 1f998a 25ab82 40bd72 67cc5c 98d83e cde11d fde725'
  .split(' ')
  .map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))

/** A table of 256 colours from the lowest to the highest value, three bytes each. */
function ramp(colours: Colours): Uint8Array {
  const table = new Uint8Array(256 * 3)
  for (let i = 0; i < 256; i += 1) {
    const place = (i / 255) * (VIRIDIS.length - 1)
    const [below, above] = [VIRIDIS[Math.floor(place)], VIRIDIS[Math.ceil(place)]]
    for (let part = 0; part < 3; part += 1) {
      const [from, to] = [below?.[part] ?? 0, above?.[part] ?? 0]
      table[i * 3 + part] = colours === 'grey' ? i : from + (to - from) * (place % 1)
    }
  }
  return table
}

const inverses: Record<Scale, (level: number) => number> = {
  linear: (level) => level,
  sqrt: (level) => level ** 2,
  log: (level) => (1000 ** level - 1) / 999,
}

/** The colours of a scale from its lowest value to its highest, as CSS. */
export function coloursOf(colours: Colours): string[] {
  const table = ramp(colours)
  return Array.from({ length: VIRIDIS.length }, (_, i) => {
    const at = Math.round((i / (VIRIDIS.length - 1)) * 255) * 3
    return `rgb(${table.slice(at, at + 3).join(' ')})`
  })
}

/** The values at equal distances along the colours, from `low` to `high`, with digits enough to tell them apart. */
export function scaleTicks([low, high]: readonly [low: number, high: number], scale: Scale, count = 5): string[] {
  const width = high - low
  if (!(width > 0)) return [String(Number(low.toPrecision(6)))]
  const decimals = Math.ceil(-Math.log10(width)) + 2
  return Array.from({ length: count }, (_, i) => {
    const value = low + inverses[scale](i / (count - 1)) * width
    const isPlain = decimals <= 8 && Math.abs(value) < 1e6
    return isPlain ? String(Number(value.toFixed(Math.max(0, decimals)))) : value.toExponential(2)
  })
}

/** Draws the field as RGBA pixels, transparent where there is no value. */
export function paint(field: Field, { scale, colours, isCut }: Look): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(field.width * field.height * 4)
  const span = spanOf(field, isCut)
  if (!span) return pixels
  const [low, high] = span
  const [table, curve] = [ramp(colours), curves[scale]]
  const levels = Uint8Array.from({ length: 1024 }, (_, i) => Math.round(curve(i / 1023) * 255))
  for (let i = 0; i < field.values.length; i += 1) {
    const value = field.values[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const share = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0
    const level = (levels[Math.round(share * 1023)] ?? 0) * 3
    pixels[i * 4] = table[level] ?? 0
    pixels[i * 4 + 1] = table[level + 1] ?? 0
    pixels[i * 4 + 2] = table[level + 2] ?? 0
    pixels[i * 4 + 3] = 255
  }
  return pixels
}
