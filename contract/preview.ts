import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, Timestamp } from './core/shapes.ts'
import { Parameter } from './custom-parameters.ts'
import { FileRecord, Hash } from './files.ts'

/** A preview component. Built-in ones have an empty `webPath` and are loaded by the console from its own registry. */
export const PreviewComponent = z.object({
  id: z.string(),
  name: z.string(),
  bundle: z.string(),
  webPath: z.string(),
  parameters: z.array(Parameter),
})
export type PreviewComponent = z.infer<typeof PreviewComponent>

/** Path of the frame page, which draws documents that are built from a file. */
export const FRAME_PATH = '/frame/'

/** `status` of the component list. Source: spec section 4. */
export const PREVIEW_USABLE = 0
export const PREVIEW_NOT_INSTALLED = 1
export const PREVIEW_NONE = 2

/** The built-in viewers by suffix; the first match is the default. */
export const builtInViewers = [
  { id: 'image', suffixes: ['bmp', 'jpg', 'jpeg', 'png', 'gif', 'ico', 'webp', 'avif', 'svg'] },
  { id: 'tiff', suffixes: ['tif', 'tiff', 'gtiff', 'geotiff'] },
  { id: 'markdown', suffixes: ['md', 'markdown'] },
  { id: 'csv', suffixes: ['csv', 'tsv'] },
  { id: 'sheet', suffixes: ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'] },
  { id: 'parquet', suffixes: ['parquet'] },
  { id: 'fits', suffixes: ['fits', 'fit', 'fts'] },
  { id: 'grids', suffixes: ['h5', 'hdf5', 'he5', 'nc', 'nc4', 'cdf', 'netcdf'] },
  { id: 'map', suffixes: ['geojson', 'shp'] },
  { id: 'archive', suffixes: ['zip', 'tar', 'tgz', 'gz', 'gzip'] },
  { id: 'tree', suffixes: ['nwk', 'newick', 'tree', 'tre', 'treefile'] },
  // A zip may hold a shapefile: this viewer is used only when the user picks it.
  { id: 'mapArchive', suffixes: ['zip'] },
  { id: 'pdf', suffixes: ['pdf'] },
  { id: 'audio', suffixes: ['mp3', 'wav', 'ogg', 'oga', 'flac', 'm4a', 'aac'] },
  { id: 'video', suffixes: ['mp4', 'webm', 'mov', 'm4v', 'ogv'] },
  { id: 'docx', suffixes: ['docx'] },
  { id: 'pptx', suffixes: ['pptx'] },
  // Converted to PDF by LibreOffice, where the server has it.
  { id: 'office', suffixes: ['doc', 'dot', 'ppt', 'pps', 'pot', 'rtf', 'odt', 'odp'] },
  { id: 'notebook', suffixes: ['ipynb'] },
  { id: 'structure', suffixes: ['pdb', 'ent', 'cif', 'mmcif', 'sdf', 'mol', 'mol2', 'xyz'] },
  { id: 'html', suffixes: ['html', 'htm'] },
  {
    id: 'text',
    suffixes: [
      'txt',
      'log',
      'ts',
      'tsx',
      'js',
      'jsx',
      'mjs',
      'html',
      'htm',
      'md',
      'css',
      'scss',
      'sass',
      'less',
      'json',
      'geojson',
      'jsonl',
      'svg',
      'vue',
      'scala',
      'sql',
      'java',
      'xml',
      'pdb',
      'cif',
      'nwk',
      'tree',
      'fasta',
      'fa',
      'fastq',
      'csv',
      'tsv',
      'py',
      'r',
      'rmd',
      'm',
      'jl',
      'c',
      'h',
      'cpp',
      'hpp',
      'go',
      'rs',
      'sh',
      'bat',
      'yaml',
      'yml',
      'toml',
      'ini',
      'conf',
      'tex',
      'bib',
      'ipynb',
      'prj',
      'cpg',
      'gitignore',
      'bash',
      'lua',
      'pl',
      'php',
      'rb',
      'swift',
      'kt',
      'f',
      'f90',
      'kml',
      'gpx',
      'ent',
      'mmcif',
      'sdf',
      'mol',
      'mol2',
      'xyz',
      'newick',
      'tre',
      'treefile',
      'nex',
      'gb',
      'vcf',
      'gff',
      'bed',
      'sam',
      'properties',
      'diff',
      'patch',
    ],
  },
] as const
export type ViewerId = (typeof builtInViewers)[number]['id']
/** Whether a built-in viewer supports this suffix. */
export const isViewedBy = (id: ViewerId, suffix: string): boolean =>
  builtInViewers.some((viewer) => viewer.id === id && viewer.suffixes.some((one) => one === suffix))

/** Rights that a component may request: URLs of the bytes, only the text, the files of the same kind in the folder. */
export const ComponentRight = z.enum(['bytes', 'text', 'siblings'])
export type ComponentRight = z.infer<typeof ComponentRight>

/** Companion files that a format needs, by suffix: same name, same folder. */
export const companions: Readonly<Record<string, readonly string[]>> = { shp: ['shx', 'dbf', 'prj', 'cpg'] }

/**
 * What a component receives. `fileUrl`: URLs of the bytes, first the file, then its companions; each ends with the
 * name, supports Range, needs no cookie and works until `expires`. `fileStr` is set when the component may have only
 * the text; the page reads the text for it.
 */
export const PreviewData = z.object({
  type: z.enum(['fileUrl', 'fileStr']),
  fileUrl: z.array(z.string()),
  file: FileRecord,
  parameters: z.array(Parameter),
  rights: z.array(ComponentRight),
  expires: Timestamp,
})
export type PreviewData = z.infer<typeof PreviewData>

const item = { spaceId: Id, hash: Hash }
/** An encrypted permission to read one content. */
const Ticket = z.string().check(z.maxLength(1000))
const Sibling = z.object({ hash: Hash, name: z.string(), url: z.string(), size: Count })
export type Sibling = z.infer<typeof Sibling>

/**
 * Viewers for a file; with status 1 the market component that could show it, and the market page for people who are not
 * administrators.
 */
const Fitting = z.object({
  components: z.array(PreviewComponent),
  status: z.number(),
  matchComponent: z.optional(PreviewComponent),
  marketPage: z.optional(z.string()),
})
export type Fitting = z.infer<typeof Fitting>
/** Id of an installed component, or name of a built-in viewer. */
const componentId = z.string().check(z.maxLength(100))
/** A file in the space with this address. Source: the system that the specification describes. */
const publicItem = { url: z.string().check(z.maxLength(100)), hash: Hash }

export const preview = {
  components: operation({
    method: 'GET',
    path: '/space/getComponent',
    gate: 'public',
    input: z.object({ spaceId: Id, hash: Hash }),
    data: Fitting,
    errors: ['spaceNotFound', 'spaceForbidden', 'fileGone'],
  }),
  data: operation({
    method: 'GET',
    path: '/space/previewData',
    gate: 'public',
    input: z.object({
      ...item,
      componentId,
      /** An older version instead of the current one. */
      version: z.optional(z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(1)))),
    }),
    data: PreviewData,
    errors: [
      'spaceNotFound',
      'spaceForbidden',
      'fileGone',
      'componentGone',
      'sessionOnly',
      'notConverted',
      'stillConverting',
    ],
  }),
  componentsPublic: operation({
    method: 'GET',
    path: '/public/gc',
    gate: 'public',
    input: z.object(publicItem),
    data: Fitting,
    errors: ['spaceNotFound', 'spaceForbidden', 'fileGone'],
  }),
  dataPublic: operation({
    method: 'GET',
    path: '/public/pd',
    gate: 'public',
    input: z.object({ ...publicItem, componentId }),
    data: PreviewData,
    errors: [
      'spaceNotFound',
      'spaceForbidden',
      'fileGone',
      'componentGone',
      'sessionOnly',
      'notConverted',
      'stillConverting',
    ],
  }),
  bytes: operation({
    method: 'GET',
    path: '/preview/bytes/:ticket/:name',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ticket: Ticket, name: z.string() }),
    data: Nothing,
    errors: ['ticketGone'],
  }),
  /** Source: spec section 7. */
  siblings: operation({
    method: 'GET',
    path: '/file/q.su',
    gate: 'public',
    input: z.object({ spaceId: Id, q: Hash, su: z.string().check(z.maxLength(500)) }),
    data: z.array(Sibling),
    errors: ['spaceNotFound', 'spaceForbidden', 'fileGone', 'sessionOnly'],
  }),
}
