import { textSuffixes } from '#contract/renditions.ts'
import type { Reader, Source } from './text.ts'

export type { Extract, Source } from './text.ts'

/** Readers for special formats, each loaded on first use; other texts are read as plain text. */
const readers: Readonly<Record<string, () => Promise<Reader>>> = {
  csv: async () => (await import('./plain.ts')).readTable,
  tsv: async () => (await import('./plain.ts')).readTable,
  html: async () => (await import('./plain.ts')).readMarkup,
  htm: async () => (await import('./plain.ts')).readMarkup,
  svg: async () => (await import('./plain.ts')).readMarkup,
  ipynb: async () => (await import('./plain.ts')).readNotebook,
  docx: async () => (await import('./office.ts')).readDocx,
  pptx: async () => (await import('./office.ts')).readPptx,
  xlsx: async () => (await import('./office.ts')).readXlsx,
  xls: async () => (await import('./old-sheet.ts')).readOldSheet,
  pdf: async () => (await import('./pdf.ts')).readPdf,
  parquet: async () => (await import('./science.ts')).readParquet,
  nc: async () => (await import('./science.ts')).readNetcdf,
  h5: async () => (await import('./science.ts')).readHdf5,
  hdf5: async () => (await import('./science.ts')).readHdf5,
}

/** The text of a content; null if there is none. Throws for a content that does not match its suffix. */
export async function readText(source: Source) {
  if (!textSuffixes.includes(source.suffix)) return null
  const reader = await (readers[source.suffix]?.() ?? import('./plain.ts').then(({ readPlain }) => readPlain))
  return reader(source)
}
