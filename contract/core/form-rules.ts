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

/** Parses a check pattern (`/…/flags`); null when it is not a valid pattern. */
export function patternOf(check: string): RegExp | null {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(check.trim()) ?? []
  if (source === undefined) return null
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ''))
  } catch {
    return null
  }
}

/**
 * Whether a value, or the joined names of several, matches a check pattern; an invalid or empty pattern matches
 * everything.
 */
export function isMatching(check: string, value: string | readonly { name: string }[]): boolean {
  const text = typeof value === 'string' ? value : value.map(({ name }) => name).join()
  return patternOf(check)?.test(text) ?? true
}

/** Whether every value of an object is filled in. */
export const isFilled = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.values(value).every((one) => one !== undefined && one !== null && String(one).trim() !== '')

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

/** Requirements of a picture: formats, exact width and height in pixels, size in KB. */
export type ImageSpec = { formats: string; width: number | null; height: number | null; sizes: string }

/**
 * Parses `format#widths:heights#size`, such as `jpg,png#370:230#0-500`; a part that is `*` or missing requires nothing.
 */
export function imageSpecOf(text: string): ImageSpec {
  const [formats = '', pixels = '', sizes = ''] = text.split('#').map((part) => part.trim())
  const [width = '', height = ''] = pixels.split(/[:：]/)
  const exact = (side: string) => (/^\d+$/.test(side) ? Number(side) : null)
  return {
    formats: formats || '*',
    width: exact(width),
    height: exact(height),
    sizes: sizes.replace(/\s*[-–~]\s*/, ':') || '*:*',
  }
}

export type Picture = { name: string; bytes: number; width: number; height: number }

/** The first problem of a picture: suffix, pixels or size. */
export function imageProblem(picture: Picture, spec: ImageSpec): 'format' | 'pixels' | 'size' | null {
  if (!isFileType(picture.name, spec.formats)) return 'format'
  const { width, height } = spec
  if ((width !== null && width !== picture.width) || (height !== null && height !== picture.height)) return 'pixels'
  return isFileSize(picture.bytes, spec.sizes) ? null : 'size'
}
