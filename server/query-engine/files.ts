import { readFile, writeFile } from 'node:fs/promises'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { diskCache } from '#server/storage/disk-cache.ts'
import { layoutInThread, writeInThread } from '#server/table-files/in-thread.ts'
import type { QueryEngine } from './index.ts'
import type { Asking, EngineSource, SourceColumn } from './wire.ts'

/** A content of a space that is read as rows; its name says what a text without a mark is. */
export type DataFile = { sha256: string; name: string }
/** What is known of a file, once for each content: how it is read, its columns, and how many rows it has. */
export type FileShape = Pick<EngineSource, 'format' | 'separator' | 'hasHeader'> & {
  columns: SourceColumn[]
  rows: number
  /** The form in which it is read: as it is, or as we wrote it anew. */
  form: 'stored' | 'parquet' | 'utf8'
}
/** Files as one source of the engine, with the number of their rows. */
export type FileSource = EngineSource & { columns: SourceColumn[]; rows: number }

/** Bytes of files that were written anew, and of what is known of files (our choice). */
const CACHE_BYTES = 5 * 1_073_741_824

type Needs = {
  blobs: Pick<BlobStore, 'withFile'>
  engine: Pick<QueryEngine, 'describe'>
  /** A folder of its own. */
  folder: string
}
type Wish = Asking & { signal: AbortSignal }

/**
 * Files of spaces as sources of queries: what DuckDB reads is read where it lies, with a store of objects from its local
 * copies; workbooks become Parquet and texts of other encodings UTF-8, once for each content. Rights are not checked here.
 */
export function fileSources({ blobs, engine, folder }: Needs) {
  const cache = diskCache(folder, CACHE_BYTES)

  /** Runs work with the file in a form. */
  function withForm<T>(
    { sha256, name }: DataFile,
    form: FileShape['form'],
    signal: AbortSignal,
    run: (path: string) => Promise<T>,
  ) {
    if (form === 'stored') return blobs.withFile(sha256, run)
    const make = (target: string) =>
      blobs.withFile(sha256, (path) => writeInThread(form, { path, name, target }, signal))
    return cache.withFile(`${sha256}/${form}`, make, run)
  }

  async function look(file: DataFile, asking: Wish): Promise<FileShape> {
    const { signal } = asking
    const layout = await blobs.withFile(file.sha256, (path) => layoutInThread(path, file.name, signal))
    const { format, separator, hasHeader, names } = layout
    const form = format === 'xlsx' ? 'parquet' : layout.encoding && layout.encoding !== 'utf-8' ? 'utf8' : 'stored'
    return withForm(file, form, signal, async (path) => {
      const base = { paths: [path] }
      if (format === 'parquet' || format === 'xlsx')
        return { form, format: 'parquet', ...(await engine.describe({ ...base, format: 'parquet' }, asking)) }
      if (format === 'jsonl') return { form, format, ...(await engine.describe({ ...base, format }, asking)) }
      const text = { format: 'csv' as const, separator: separator ?? ',', hasHeader }
      const columns = names.map((name) => ({ name, type: 'text' as const }))
      return { form, ...text, ...(await engine.describe({ ...base, ...text, columns }, asking)) }
    })
  }

  /** What a file is, by all of its rows; looked at once for each content. Throws TableFileError, and what `run` throws. */
  const shapeOf = (file: DataFile, asking: Wish): Promise<FileShape> =>
    cache.withFile(
      `${file.sha256}/shape.json`,
      async (path) => writeFile(path, JSON.stringify(await look(file, asking)), { mode: 0o600 }),
      async (path) => JSON.parse(await readFile(path, 'utf8')) as FileShape,
    )

  /** Runs work with local files of all contents. */
  async function withPaths<T>(
    files: readonly (DataFile & { form: FileShape['form'] })[],
    signal: AbortSignal,
    run: (paths: string[]) => Promise<T>,
  ): Promise<T> {
    const [first, ...others] = files
    if (!first) return run([])
    return withForm(first, first.form, signal, (path) => withPaths(others, signal, (paths) => run([path, ...paths])))
  }

  /**
   * Runs work with files as one source: those of a folder must have the same columns, in any order where the format
   * names them in each row. Throws queryInvalid, which names the first file that differs; TableFileError, and what `run`
   * of the engine throws.
   */
  async function withFiles<T>(
    files: readonly DataFile[],
    asking: Wish,
    run: (source: FileSource) => Promise<T>,
  ): Promise<T> {
    const shapes: FileShape[] = []
    for (const file of files) shapes.push(await shapeOf(file, asking))
    const shape = together(files, shapes)
    const formed = files.map((file, at) => ({ ...file, form: shapes[at]?.form ?? 'stored' }))
    return withPaths(formed, asking.signal, (paths) => {
      const { format, separator, hasHeader, columns } = shape
      return run({ format, separator, hasHeader, columns, paths, rows: shape.rows })
    })
  }

  return { shapeOf, withFiles }
}
export type FileSources = ReturnType<typeof fileSources>

const differs = (name: string): Failure => {
  const reason = (language: 'zh' | 'en') => textOf(language, 'dataViews.engine.fileDiffers', { name })
  return new Failure('queryInvalid', { values: { reason: { zh: reason('zh'), en: reason('en') } } })
}

/** A column that holds the values of both: wider numbers, or texts. */
function widened(a: SourceColumn, b: SourceColumn): SourceColumn {
  const missing = [...new Set([...(a.missing ?? []), ...(b.missing ?? [])])]
  const words = missing.length ? { missing } : {}
  if (a.isEmpty) return { ...b, ...words }
  if (b.isEmpty) return { ...a, ...words }
  if (a.type !== b.type) return { name: a.name, type: 'text' }
  if (a.type !== 'number' || a.digits === undefined || b.digits === undefined)
    return { name: a.name, type: a.type, ...words }
  const digits = Math.max(a.digits, b.digits)
  const decimals = Math.max(a.decimals ?? 0, b.decimals ?? 0)
  return { name: a.name, type: 'number', digits, decimals, ...words }
}

/** The shape of several files as one. Throws queryInvalid. */
function together(files: readonly DataFile[], shapes: readonly FileShape[]): FileShape {
  const [first, ...others] = shapes
  if (!first) throw new Failure('queryInvalid', { values: { reason: '' } })
  const isOrdered = first.format === 'csv'
  const keyOf = ({ format, separator, hasHeader, columns }: FileShape) => {
    const names = columns.map(({ name }) => name)
    return JSON.stringify([format, separator, hasHeader, isOrdered ? names : names.toSorted()])
  }
  const at = others.findIndex((shape) => keyOf(shape) !== keyOf(first))
  if (at >= 0) throw differs(files[at + 1]?.name ?? '')
  const columns = first.columns.map((column) =>
    others.reduce((all, shape) => widened(all, shape.columns.find(({ name }) => name === all.name) ?? all), column),
  )
  return { ...first, columns, rows: shapes.reduce((sum, { rows }) => sum + rows, 0) }
}
