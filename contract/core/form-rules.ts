import { patternOf } from './pattern/index.ts'

/**
 * The generic form rules of the system that the specification describes, as pure functions. Source: spec section 5,
 * "Generic form-rule builder"; each sentence has a test.
 */
export type Bounds = { min: number; max: number }

/** Parses `min:max`, also with a full-width colon; `*` is unbounded, and so is any other text. */
export function boundsOf(text: string): Bounds {
  const [, min = '*', max = '*'] = /^\s*(\d+|\*)\s*[:：]\s*(\d+|\*)\s*$/.exec(text) ?? []
  return { min: min === '*' ? 0 : Number(min), max: max === '*' ? Number.POSITIVE_INFINITY : Number(max) }
}

const within = (value: number, { min, max }: Bounds) => value >= min && value <= max

/** A field is required when the lower bound of its multiply setting is above zero. */
export const isRequired = (multiply: string): boolean => boundsOf(multiply).min > 0

/** Whether the number of entries is within the bounds of the multiply setting. */
export const isCount = (values: readonly unknown[], multiply: string): boolean =>
  within(values.length, boundsOf(multiply))

/**
 * Whether a value, or the joined names of several, matches a check pattern; empty and unsupported patterns match
 * everything.
 */
export function isMatching(check: string, value: string | readonly { name: string }[]): boolean {
  const text = typeof value === 'string' ? value : value.map(({ name }) => name).join()
  return patternOf(check)?.test(text) ?? true
}

/** Whether a value is missing to a person: a text of blanks and an empty list are, too. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether every value of an object is filled in. */
export const isFilled = (value: Readonly<Record<string, unknown>>): boolean =>
  !Object.values(value).some((one) => isBlank(one))

/** Whether a file's suffix is in a list (`jpg,png`); `*` means any. */
export function isFileType(name: string, list: string): boolean {
  const allowed = list
    .toLowerCase()
    .split(/[,;，；|\s]+/)
    .map((one) => one.replace(/^\./, ''))
  return allowed.includes('*') || allowed.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

const KB = 1024
/** Whether a file's size is within `lower:upper` in KB; `*` is unbounded. */
export const isFileSize = (bytes: number, sizes: string): boolean => within(bytes / KB, boundsOf(sizes))

/** Requirements of a picture: formats, width and height in pixels, size in KB. */
export type ImageSpec = { formats: string; width: Bounds; height: Bounds; sizes: string }

/** `370` is exact, `400-*` and `*-800` are ranges; anything else requires nothing. */
function sideOf(text: string): Bounds {
  const [, exact, range = ''] = /^(?:(\d+)|(.*))$/.exec(text.trim()) ?? []
  return boundsOf(exact ? `${exact}:${exact}` : range.replace(/\s*[-–~]\s*/, ':'))
}

/**
 * Parses `format#widths:heights#size`, such as `jpg,png#370:230#0-500` or `*#400-*:300-*#*-512`; a part that is `*` or
 * missing requires nothing.
 */
export function imageSpecOf(text: string): ImageSpec {
  const [formats = '', pixels = '', sizes = ''] = text.split('#').map((part) => part.trim())
  const [width = '', height = ''] = pixels.split(/[:：]/)
  return {
    formats: formats || '*',
    width: sideOf(width),
    height: sideOf(height),
    sizes: sizes.replace(/\s*[-–~]\s*/, ':') || '*:*',
  }
}

export type Picture = { name: string; bytes: number; width: number; height: number }

/** The first problem of a picture: suffix, pixels or size. */
export function imageProblem(picture: Picture, spec: ImageSpec): 'format' | 'pixels' | 'size' | null {
  if (!isFileType(picture.name, spec.formats)) return 'format'
  if (!within(picture.width, spec.width) || !within(picture.height, spec.height)) return 'pixels'
  return isFileSize(picture.bytes, spec.sizes) ? null : 'size'
}
