/** Media types by suffix: contents are never sniffed, so the file's name decides how bytes are served. */
const types: Record<string, string> = {
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  ico: 'image/x-icon',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  pdf: 'application/pdf',
  json: 'application/json',
  geojson: 'application/geo+json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  css: 'text/css',
  js: 'text/javascript',
  ts: 'text/plain',
  py: 'text/x-python',
  r: 'text/plain',
  sql: 'text/plain',
  java: 'text/plain',
  scala: 'text/plain',
  vue: 'text/plain',
  scss: 'text/plain',
  sass: 'text/plain',
  yaml: 'text/plain',
  yml: 'text/plain',
  toml: 'text/plain',
  tex: 'text/plain',
  pdb: 'chemical/x-pdb',
  cif: 'chemical/x-cif',
  nwk: 'text/x-nh',
  fasta: 'text/plain',
  fa: 'text/plain',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  gzip: 'application/gzip',
  '7z': 'application/x-7z-compressed',
  nc: 'application/x-netcdf',
  h5: 'application/x-hdf5',
  hdf5: 'application/x-hdf5',
  fits: 'application/fits',
  parquet: 'application/vnd.apache.parquet',
  shp: 'application/x-esri-shape',
  dbf: 'application/x-dbf',
  ipynb: 'application/x-ipynb+json',
  epub: 'application/epub+zip',
}

export const mimeOf = (suffix: string): string =>
  (Object.hasOwn(types, suffix) && types[suffix]) || 'application/octet-stream'

/** Media types that may be shown inside our pages; none of them can run code. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$)/
const READ = /^(text\/|application\/(json|geo\+json|xml|x-ipynb\+json)$|chemical\/|image\/svg)/

/** The media type for serving a file inline: its own, plain text, or null when inline display is not allowed. */
export function inlineTypeOf(mime: string): string | null {
  if (SHOWN.test(mime)) return mime
  // Text never runs: markup and scripts are served as plain text. SVG is shown only inside an <img>.
  if (mime.startsWith('image/svg')) return mime
  return READ.test(mime) ? 'text/plain; charset=utf-8' : null
}
