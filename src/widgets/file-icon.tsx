import { isFolder } from '#contract/core/directory.ts'
import './file-icon.css'

const words = (text: string): readonly string[] => text.split(' ')

/** Families of suffixes; each has its own colour. */
export const families: Record<string, readonly string[]> = {
  document: words('doc docx dot odt rtf tex bib pages md markdown txt log'),
  pdf: words('pdf'),
  sheet: words('csv tsv xls xlsx xlsm xlsb ods parquet arrow feather dbf sav dta'),
  slides: words('ppt pptx pps pot odp key'),
  image: words('bmp jpg jpeg png gif ico webp avif heic svg tif tiff psd ai eps raw'),
  audio: words('mp3 wav ogg oga flac m4a aac wma mid'),
  video: words('mp4 webm mov m4v ogv avi mkv wmv'),
  archive: words('zip tar gz gzip tgz 7z rar bz2 xz zst lz4 jar iso'),
  book: words('epub mobi azw3 djvu'),
  code: words(
    'ts tsx js jsx mjs html htm css scss sass less json jsonl xml vue scala sql java py ipynb r rmd rdata rds jl m mat c h cpp hpp go rs f f90 sh bash bat yaml yml toml ini conf properties gitignore diff patch lua pl php rb swift kt',
  ),
  science: words(
    'pdb ent cif mmcif sdf mol mol2 xyz nwk newick tree tre treefile nex fasta fa fastq gb vcf bam sam bed gff nc nc4 cdf netcdf h5 hdf5 he5 hdf grib grb fits fit fts root dcm nii',
  ),
  map: words('shp shx prj cpg geojson gpkg kml kmz gpx gtiff geotiff las laz'),
}
export const familyOf = new Map<string, string>(
  Object.entries(families).flatMap(([family, suffixes]) => suffixes.map((suffix) => [suffix, family] as const)),
)
/** Maximum number of letters on a tile. */
const LETTERS = 4
/** What stands on the tiles of long suffixes, whose first letters would say nothing. */
const SHORT: Readonly<Record<string, string>> = {
  arrow: 'arw',
  fasta: 'fa',
  fastq: 'fq',
  feather: 'fthr',
  geojson: 'geo',
  geotiff: 'gtif',
  gitignore: 'git',
  gtiff: 'gtif',
  ipynb: 'nb',
  jsonl: 'jsl',
  markdown: 'md',
  mmcif: 'cif',
  netcdf: 'nc',
  newick: 'nwk',
  parquet: 'pqt',
}

/** What stands on the tile of a suffix; '' for none. */
export const lettersOf = (suffix: string): string => (SHORT[suffix] ?? suffix.slice(0, LETTERS)).toUpperCase()

/** A coloured tile that shows a file's type by its suffix; decorative only. */
export function FileIcon({ suffix, mime, size = 22 }: { suffix: string; mime: string; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.36 }
  if (isFolder({ mime })) {
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
  const letters = lettersOf(suffix)
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
