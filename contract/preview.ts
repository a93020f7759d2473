import * as z from 'zod/mini'
import { Hash } from './files.ts'
import { operation } from './operation.ts'
import { Id } from './shapes.ts'

const Parameter = z.object({ key: z.string(), value: z.unknown() })
/** A preview component. Built-in ones have an empty `webPath` and are loaded by the console from its own registry. */
export const PreviewComponent = z.object({
  id: z.string(),
  name: z.string(),
  bundle: z.string(),
  webPath: z.string(),
  parameters: z.array(Parameter),
})
export type PreviewComponent = z.infer<typeof PreviewComponent>

/** `status` of the component list. Source: spec section 4. */
export const PREVIEW_USABLE = 0
export const PREVIEW_NOT_INSTALLED = 1
export const PREVIEW_NONE = 2

/** The viewers that ship with the product, by suffix; the first that matches is the default. */
export const builtInViewers = [
  { id: 'image', suffixes: ['bmp', 'jpg', 'jpeg', 'png', 'gif', 'ico', 'webp', 'avif', 'svg'] },
  { id: 'markdown', suffixes: ['md', 'markdown'] },
  { id: 'csv', suffixes: ['csv', 'tsv'] },
  { id: 'pdf', suffixes: ['pdf'] },
  { id: 'audio', suffixes: ['mp3', 'wav', 'ogg', 'oga', 'flac', 'm4a', 'aac'] },
  { id: 'video', suffixes: ['mp4', 'webm', 'mov', 'm4v', 'ogv'] },
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
    ],
  },
] as const
export type ViewerId = (typeof builtInViewers)[number]['id']

export const preview = {
  components: operation({
    method: 'GET',
    path: '/space/getComponent',
    summary:
      'The preview components that can show a file: status 1 not installed, 2 none exists, else the usable ones.',
    gate: 'public',
    input: z.object({ spaceId: Id, hash: Hash }),
    data: z.object({
      components: z.array(PreviewComponent),
      status: z.number(),
      matchComponent: z.optional(PreviewComponent),
    }),
    errors: ['spaceNotFound', 'spaceForbidden', 'fileGone'],
  }),
}
