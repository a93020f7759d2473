import { builtInViewers, type ViewerId } from '#contract/preview.ts'

/** Viewers that need an address of the file's bytes and no more: no frame, no file beside it. */
const OF_BYTES: ReadonlySet<ViewerId> = new Set([
  'image',
  'tiff',
  'markdown',
  'csv',
  'sheet',
  'parquet',
  'fits',
  'archive',
  'tree',
  'pdf',
  'audio',
  'video',
  'text',
] as const)
/** An svg is shown as source: opened alone under our origin, it could run scripts. */
export const viewersOfBytes = (suffix: string) =>
  builtInViewers.filter(
    ({ id, suffixes }) =>
      OF_BYTES.has(id) && suffixes.some((one) => one === suffix) && !(id === 'image' && suffix === 'svg'),
  )
