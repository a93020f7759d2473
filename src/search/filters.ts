import dayjs from 'dayjs'
import type { InputOf } from '#contract/core/operation.ts'
import type { search } from '#contract/search.ts'
import type { Texts } from '#providers/texts.ts'
import { families } from '../widgets/file-icon.tsx'

export type KindId = keyof Texts['search']['filters']['kinds']
export type SizeId = keyof Texts['search']['filters']['sizes']
/** The search filters; dates as in 2026-11-21, in the reader's time zone. */
export type Filters = { kind?: KindId; size?: SizeId; from?: string; to?: string; authorId?: string; tag?: string }

const MB = 1_048_576
/** Size ranges in bytes, both ends included. */
const sizes: Record<SizeId, { minSize?: number; maxSize?: number }> = {
  tiny: { maxSize: MB - 1 },
  small: { minSize: MB, maxSize: 100 * MB - 1 },
  large: { minSize: 100 * MB, maxSize: 1024 * MB - 1 },
  huge: { minSize: 1024 * MB },
}
/** Groups of file families with a common name. */
const kinds: Record<Exclude<KindId, 'folder'>, readonly (keyof typeof families)[]> = {
  document: ['document', 'pdf', 'slides', 'book'],
  table: ['sheet'],
  image: ['image'],
  media: ['audio', 'video'],
  code: ['code'],
  science: ['science', 'map'],
  archive: ['archive'],
}
export const kindIds: readonly KindId[] = [
  'folder',
  'document',
  'table',
  'image',
  'media',
  'code',
  'science',
  'archive',
]
export const sizeIds = Object.keys(sizes) as SizeId[]

export const hasFilters = (filters: Filters): boolean => Object.values(filters).some(Boolean)

/** The filters as input of the call; the last day is included to its end. */
export function queryOf({ kind, size, from, to, authorId, tag }: Filters): Partial<InputOf<typeof search.find>> {
  return {
    ...(kind === 'folder' && { kind }),
    ...(kind && kind !== 'folder' && { suffixes: kinds[kind].flatMap((family) => families[family]).join(',') }),
    ...(size && sizes[size]),
    ...(from && { from: dayjs(from).startOf('day').toISOString() }),
    ...(to && { to: dayjs(to).add(1, 'day').startOf('day').toISOString() }),
    ...(authorId && { authorId }),
    ...(tag && { tag }),
  }
}
