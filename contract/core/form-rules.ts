/**
 * The generic form rules of the system that the specification describes, as pure functions. Source: spec section 5,
 * "Generic form-rule builder"; one test a sentence.
 */
export type Bounds = { min: number; max: number }

/** `min:max`, also with a full-width colon; `*` is unbounded. Anything else bounds nothing. */
export function boundsOf(text: string): Bounds {
  const [, min = '*', max = '*'] = /^\s*(\d+|\*)\s*[:：]\s*(\d+|\*)\s*$/.exec(text) ?? []
  return { min: min === '*' ? 0 : Number(min), max: max === '*' ? Number.POSITIVE_INFINITY : Number(max) }
}

const within = (value: number, { min, max }: Bounds) => value >= min && value <= max

/** A field is required when the lower bound of its multiply setting is above zero. */
export const isRequired = (multiply: string): boolean => boundsOf(multiply).min > 0

/** Whether a list has as many entries as its multiply setting asks for. */
export const isCount = (values: readonly unknown[], multiply: string): boolean =>
  within(values.length, boundsOf(multiply))

/** A check pattern, written between slashes with flags after; null for what is none. */
export function patternOf(check: string): RegExp | null {
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(check.trim()) ?? []
  if (source === undefined) return null
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ''))
  } catch {
    return null
  }
}

/** Whether a value, or the joined names of several, matches a check pattern; without one everything does. */
export function isMatching(check: string, value: string | readonly { name: string }[]): boolean {
  const text = typeof value === 'string' ? value : value.map(({ name }) => name).join()
  return patternOf(check)?.test(text) ?? true
}

/** Whether every value of an object is there. */
export const isFilled = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.values(value).every((one) => one !== undefined && one !== null && String(one).trim() !== '')

/** Whether a file's extension is in a list (`jpg,png`); `*` means any. */
export function isFileType(name: string, list: string): boolean {
  const allowed = list
    .toLowerCase()
    .split(/[,;，；|\s]+/)
    .map((one) => one.replace(/^\./, ''))
  return allowed.includes('*') || allowed.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

const KB = 1024
/** Whether a file has the size that is asked for, in KB as `lower:upper`; `*` is unbounded. */
export const isFileSize = (bytes: number, sizes: string): boolean => within(bytes / KB, boundsOf(sizes))

/** What a picture must be: its formats, its exact width and height in pixels, its size in KB. */
export type ImageSpec = { formats: string; width: number | null; height: number | null; sizes: string }

/** `format#widths:heights#size`, such as `jpg,png#370:230#0-500`; a part that is `*` or missing asks for nothing. */
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

/** What is wrong with a picture, the first thing: its extension, its pixels, its size. */
export function imageProblem(picture: Picture, spec: ImageSpec): 'format' | 'pixels' | 'size' | null {
  if (!isFileType(picture.name, spec.formats)) return 'format'
  const { width, height } = spec
  if ((width !== null && width !== picture.width) || (height !== null && height !== picture.height)) return 'pixels'
  return isFileSize(picture.bytes, spec.sizes) ? null : 'size'
}
