import { DIRECTORY } from '#contract/directory.ts'
import './file-icon.css'

/** Families of suffixes; each has a colour of its own. */
export const families = {
  document: ['doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'markdown', 'tex', 'bib', 'log', 'pages'],
  pdf: ['pdf'],
  sheet: ['csv', 'tsv', 'xls', 'xlsx', 'ods', 'parquet'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  image: ['bmp', 'jpg', 'jpeg', 'png', 'gif', 'ico', 'webp', 'avif', 'svg', 'tif', 'tiff'],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'flac', 'm4a', 'aac'],
  video: ['mp4', 'webm', 'mov', 'm4v', 'ogv', 'avi', 'mkv'],
  archive: ['zip', 'tar', 'gz', 'gzip', 'tgz', '7z', 'rar', 'bz2', 'xz'],
  book: ['epub', 'mobi', 'azw3', 'djvu'],
  code: [
    'ts',
    'tsx',
    'js',
    'jsx',
    'mjs',
    'html',
    'htm',
    'css',
    'scss',
    'sass',
    'json',
    'geojson',
    'xml',
    'vue',
    'scala',
    'sql',
    'java',
    'py',
    'r',
    'jl',
    'm',
    'c',
    'h',
    'cpp',
    'go',
    'rs',
    'sh',
    'yaml',
    'yml',
    'toml',
    'ipynb',
  ],
  science: ['pdb', 'cif', 'nwk', 'tree', 'fasta', 'fa', 'fastq', 'nc', 'h5', 'hdf5', 'fits'],
  map: ['shp', 'shx', 'dbf', 'prj', 'cpg', 'kml', 'gpx'],
} as const
const familyOf = new Map<string, string>(
  Object.entries(families).flatMap(([family, suffixes]) => suffixes.map((suffix) => [suffix, family] as const)),
)
/** Letters on a tile; more do not fit. */
const LETTERS = 4

/** A small coloured tile that tells the kind of a file by its suffix; decoration, the name says it all. */
export function FileIcon({ suffix, mime, size = 22 }: { suffix: string; mime: string; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.36 }
  if (mime === DIRECTORY) {
    return (
      <span className="file-icon folder" style={style} aria-hidden="true">
        <svg
          viewBox="0 0 16 16"
          width={size * 0.72}
          height={size * 0.72}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="M2 4h4l1.5 1.5H14V13H2z" />
        </svg>
      </span>
    )
  }
  const letters = suffix.slice(0, LETTERS).toUpperCase()
  return (
    <span
      className={`file-icon ${familyOf.get(suffix) ?? 'other'}`}
      style={{ ...style, ...(letters.length > 3 && { fontSize: size * 0.3 }) }}
      aria-hidden="true"
    >
      {letters || '·'}
    </span>
  )
}
