import { constants } from 'node:fs'
import { TEXT_COLUMNS_MAX } from '#contract/core/limits.ts'
import { headOf, type Reader, tidied } from './text.ts'

/** Most bytes of a NetCDF header, which precedes the data. */
const HEAD_BYTES = 8_388_608
const HDF5 = Buffer.from('89484446', 'hex')
const isHdf5 = (head: Buffer) => head.subarray(0, HDF5.length).equals(HDF5)

/** The columns of a parquet file, from its end. */
export const readParquet: Reader = async ({ path }) => {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet')
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  return tidied(
    '',
    schema.slice(1).map(({ name }) => name),
  )
}

/** Variables and attributes; newer files are HDF5. */
export const readNetcdf: Reader = async (source) => {
  const head = await headOf(source, HEAD_BYTES)
  if (isHdf5(head)) return readHdf5(source)
  const { NetCDFReader } = await import('netcdfjs')
  const { header } = new NetCDFReader(head)
  const said = [header.globalAttributes, ...header.variables.map(({ attributes }) => attributes)].flat()
  const texts = said.map(({ name, value }) => `${name}: ${value}`)
  return tidied(
    texts.join('\n\n'),
    header.variables.map(({ name }) => name),
  )
}

type Attributes = Record<string, { value: unknown }>
const textsOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([name, { value }]) => (typeof value === 'string' ? `${name}: ${value}` : []))

/** Groups and data sets by their paths, and their text attributes. External links are not followed. */
export const readHdf5: Reader = async (source) => {
  if (!isHdf5(await headOf(source, HDF5.length))) throw new Error('no HDF5')
  // The library uses `process.binding`, which the maker's sandbox forbids.
  Object.assign(process, { binding: () => ({ fs: constants }) })
  const hdf5 = await import('h5wasm/node')
  await hdf5.ready
  const file = new hdf5.File(source.path, 'r')
  try {
    const paths = file.paths().slice(0, TEXT_COLUMNS_MAX)
    const items = [file, ...paths.map((one) => file.get(one))]
    const texts = items.flatMap((item) => (item && 'attrs' in item ? textsOf(item.attrs as Attributes) : []))
    return tidied(texts.join('\n\n'), paths)
  } finally {
    file.close()
  }
}
