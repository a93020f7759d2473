import type { ComponentType } from 'react'
import { builtInViewers, type ViewerId } from '#contract/preview.ts'
import type { ViewerProps } from './viewer.ts'

type Load = () => Promise<{ default: ComponentType<ViewerProps> }>

/** A viewer that renders in the frame; `src/frame/viewers` contains it under the same name. */
const framed = (id: string) => () => import('./framed.tsx').then((module) => ({ default: module.framed(id) }))

/** The built-in viewers; each is its own chunk. A new viewer needs a folder and a line here. */
const loads: Record<ViewerId, Load> = {
  image: () => import('./viewers/image.tsx'),
  tiff: () => import('./viewers/tiff.tsx'),
  markdown: () => import('./viewers/markdown.tsx'),
  csv: () => import('./viewers/csv.tsx'),
  sheet: () => import('./viewers/sheet.tsx'),
  parquet: () => import('./viewers/parquet.tsx'),
  fits: () => import('./viewers/fits.tsx'),
  grids: () => import('./viewers/grids.tsx'),
  map: () => import('./viewers/map.tsx'),
  mapArchive: () => import('./viewers/map.tsx'),
  archive: () => import('./viewers/archive.tsx'),
  tree: () => import('./viewers/tree.tsx'),
  pdf: () => import('./viewers/pdf.tsx'),
  audio: () => import('./viewers/media.tsx').then((module) => ({ default: module.audio })),
  video: () => import('./viewers/media.tsx').then((module) => ({ default: module.video })),
  office: () => import('./viewers/office.tsx'),
  docx: framed('docx'),
  pptx: framed('pptx'),
  notebook: framed('notebook'),
  structure: framed('structure'),
  html: framed('html'),
  text: () => import('./viewers/text.tsx'),
}

export const loadViewer = (id: string): Load | null => loads[id as ViewerId] ?? null

/** The default viewer of a suffix. */
export const firstViewerOf = (suffix: string): ViewerId | null =>
  builtInViewers.find((viewer) => viewer.suffixes.some((one) => one === suffix))?.id ?? null
