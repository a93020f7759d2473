import { readFile, writeFile } from 'node:fs/promises'
import type { SourceShape } from '#contract/queries/answer.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { diskCache } from '#server/storage/disk-cache.ts'
import { layoutInThread, writeInThread } from '#server/table-files/in-thread.ts'
import type { QueryEngine } from './index.ts'
import { DECIMAL_DIGITS } from './source-sql.ts'
import type { Asking, EngineColumn, EngineSource, SourceColumn } from './wire.ts'

/** A content of a space that is read as rows; its name decides how a text without a byte order mark is read. */
export type DataFile = {
  sha256: string
  name: string
  /** Of a text that we wrote from a table: its columns, in their order. */
  columns?: readonly StatedColumn[]
}
type StatedColumn = EngineColumn & Pick<SourceColumn, 'pseudonyms'>
/** The properties of a file, determined once for each content: how it is read, its columns, and its number of rows. */
export type FileShape = Pick<EngineSource, 'format' | 'separator' | 'hasHeader'> & {
  columns: SourceColumn[]
  rows: number
  /** The form in which it is read: as stored, or converted by us. */
  form: 'stored' | 'parquet' | 'utf8'
}
/** The properties of files as one source. */
export type FilesShape = {
  columns: SourceColumn[]
  rows: number
  differences: SourceShape['differences']
}

/** Maximum bytes of converted files, and of the properties of files (our choice). */
const CACHE_BYTES = 5 * 1_073_741_824

type Needs = {
  blobs: Pick<BlobStore, 'withFile'>
  engine: Pick<QueryEngine, 'describe'>
  /** A folder used by nothing else. */
  folder: string
}
type Wish = Asking & { signal: AbortSignal }

/**
 * Files of spaces as sources of queries: files that DuckDB supports are read in place, with an object store from local
 * copies; workbooks are converted to Parquet and texts in other encodings to UTF-8, once for each content. Permissions
 * are not checked here.
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
    const { signal, onProgress } = asking
    // Reading all bytes for the encoding tells nothing: people see from the beginning that something is done.
    onProgress?.(0)
    if (file.columns) {
      const text = { format: 'csv' as const, separator: ',', hasHeader: true }
      const columns = file.columns.map(({ name }) => ({ name, type: 'text' as const }))
      const ask = (path: string) => engine.describe({ paths: [path], ...text, columns }, asking)
      return withForm(file, 'stored', signal, async (path) => ({ form: 'stored', ...text, ...(await ask(path)) }))
    }
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

  /**
   * The properties of a file, by all of its rows; determined once for each content. Throws TableFileError, and what
   * `run` throws.
   */
  const shapeOf = async (file: DataFile, asking: Wish): Promise<FileShape> => {
    const shape = await cache.withFile(
      `${file.sha256}/${file.columns ? 'table' : 'shape'}.json`,
      async (path) => writeFile(path, JSON.stringify(await look(file, asking)), { mode: 0o600 }),
      async (path) => JSON.parse(await readFile(path, 'utf8')) as FileShape,
    )
    return file.columns
      ? { ...shape, columns: shape.columns.map((column, at) => stated(column, file.columns?.[at])) }
      : shape
  }

  /** Runs work with local files of all contents. */
  async function withPaths<T>(
    files: readonly Shaped[],
    signal: AbortSignal,
    run: (paths: string[]) => Promise<T>,
    before: string[] = [],
  ): Promise<T> {
    const [first, ...others] = files
    if (!first) return run(before)
    return withForm(first.file, first.shape.form, signal, (path) => withPaths(others, signal, run, [...before, path]))
  }

  async function shaped(files: readonly DataFile[], asking: Wish): Promise<Shaped[]> {
    const all: Shaped[] = []
    for (const [at, file] of files.entries()) {
      const onProgress = (share: number) => asking.onProgress?.((at + share) / files.length)
      all.push({ file, shape: await shapeOf(file, { ...asking, onProgress }) })
    }
    return all
  }

  /** The properties of files as one source, their columns combined by name. Throws what `shapeOf` throws. */
  const shapeOfAll = async (files: readonly DataFile[], asking: Wish): Promise<FilesShape> =>
    together((await shaped(files, asking)).map(({ shape }) => shape))

  /** Runs work with files as one source. Throws TableFileError, and what `run` of the engine throws. */
  async function withFiles<T>(
    files: readonly DataFile[],
    asking: Wish,
    run: (source: EngineSource) => Promise<T>,
  ): Promise<T> {
    const all = await shaped(files, asking)
    const { columns } = together(all.map(({ shape }) => shape))
    return withPaths(all, asking.signal, (paths) => {
      const sources = all.map(({ shape: { format, separator, hasHeader, columns: own } }, at) => {
        return { format, separator, hasHeader, columns: own, paths: [paths[at] ?? ''] }
      })
      const parts = inRuns(sources)
      const [only, ...others] = parts
      return run(only && !others.length ? only : { format: 'csv', paths: [], columns, parts })
    })
  }

  return { shapeOfAll, withFiles }
}
export type FileSources = ReturnType<typeof fileSources>

type Shaped = { file: DataFile; shape: FileShape }

/** Files in a row that are read alike are one part. */
function inRuns(sources: readonly EngineSource[]): EngineSource[] {
  const runs: EngineSource[] = []
  const alike = ({ paths: _, ...rest }: EngineSource) => JSON.stringify(rest)
  for (const source of sources) {
    const last = runs.at(-1)
    if (last && alike(last) === alike(source)) last.paths.push(...source.paths)
    else runs.push({ ...source, paths: [...source.paths] })
  }
  return runs
}

/** A column as its table has it; numbers with the digits that were found. */
function stated(found: SourceColumn, column: StatedColumn | undefined): SourceColumn {
  if (!column) return found
  const { type, pseudonyms } = column
  const own = found.type === type ? found : { name: found.name, type }
  return pseudonyms === undefined ? own : { ...own, pseudonyms }
}

/** A column that holds the values of both: wider numbers, or texts. */
function widened(a: SourceColumn, b: SourceColumn): SourceColumn {
  if (a.isEmpty) return b
  if (b.isEmpty) return a
  if (a.type !== b.type) return { name: a.name, type: 'text' }
  if (a.type !== 'number' || a.digits === undefined || b.digits === undefined) return { name: a.name, type: a.type }
  const [digits, decimals] = [Math.max(a.digits, b.digits), Math.max(a.decimals ?? 0, b.decimals ?? 0)]
  if (digits + decimals > DECIMAL_DIGITS) return { name: a.name, type: 'text' }
  return { name: a.name, type: a.type, digits, decimals }
}

/**
 * The columns of several files by their names, in the order of their first occurrence, and the differences between
 * files.
 */
function together(shapes: readonly FileShape[]): FilesShape {
  const [first] = shapes
  const rows = shapes.reduce((sum, shape) => sum + shape.rows, 0)
  if (first && shapes.length === 1) return { columns: first.columns, rows, differences: [] }
  const found = Map.groupBy(
    shapes.flatMap(({ columns }) => columns),
    ({ name }) => name.toLowerCase(),
  )
  const all = [...found.values()].flatMap((same) => {
    const [column] = same
    if (!column) return []
    const whole = { ...same.reduce(widened), name: column.name, missing: undefined }
    const { type } = column
    const others = same.filter((one) => !one.isEmpty && !column.isEmpty && one.type !== type).length
    return [{ column: whole, missing: shapes.length - same.length, others }]
  })
  const differences = all.flatMap(({ column: { name }, missing, others }) => [
    ...(missing ? [{ column: name, kind: 'missing' as const, files: missing }] : []),
    ...(others ? [{ column: name, kind: 'otherType' as const, files: others }] : []),
  ])
  return { columns: all.map(({ column }) => column), rows, differences }
}
