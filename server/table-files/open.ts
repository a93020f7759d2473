import { headOf, piecesOf, type TableFile } from './bytes.ts'
import type { Encoding } from './delimited/encoding.ts'
import { openDelimited } from './delimited/open.ts'
import type { Separator } from './delimited/records.ts'
import { openJsonLines } from './json-lines.ts'
import { openParquet } from './parquet.ts'
import { type Notes, type SourceRow, TableFileError } from './source.ts'
import { openXlsx } from './xlsx/open.ts'

export const FORMATS = ['xlsx', 'delimited', 'parquet', 'jsonl'] as const
export type TableFileFormat = (typeof FORMATS)[number]

/** Known properties; the others are detected. `unpackedMax`: bytes of an unpacked workbook at most. */
export type OpenOptions = {
  encoding?: Encoding | undefined
  separator?: Separator | undefined
  unpackedMax?: number | undefined
}

/** An open file of tables; call `close` in the end. */
export type OpenTableFile = {
  format: TableFileFormat
  /** Names of the sheets; a file of one table has one without a name. */
  sheets: string[]
  /** Encoding and separator of a text. */
  encoding: Encoding | null
  separator: Separator | null
  /** Neither a byte order mark nor valid UTF-8 says the encoding of the text. */
  isEncodingGuessed: boolean
  /** Names of the columns that the file itself states; null: its first row may have them. */
  columns: () => string[] | null
  /** Rows of a sheet in pieces, in order. Notes are counted as it goes. Throws TableFileError. */
  read: (sheet: number, notes: Notes) => AsyncIterable<SourceRow[]>
  close: () => void
}

const ZIP = Buffer.from('504b0304', 'hex')
const EMPTY_ZIP = Buffer.from('504b0506', 'hex')
/** A compound file: an old .xls, or the cover of an encrypted workbook. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PARQUET = Buffer.from('PAR1')
const HEAD_BYTES = 4096
/** A text whose first line is an object. */
const JSON_LINE = /^\uFEFF?\s*\{\s*("|\})/

/** Names of formats that are no text: text in such a file is what is left of it, or another file that was renamed. */
const BINARY_NAME = /\.(xlsx|xlsm|parquet)$/i
/** Streams of a workbook with a password, [MS-OFFCRYPTO] 2.3.4.4 and 2.3.4.5. */
const ENCRYPTED = ['EncryptedPackage', 'EncryptionInfo'].map((name) => Buffer.from(name, 'utf16le'))
/** Where the header of a compound file has the sector of its directory and the size of sectors, [MS-CFB] 2.2. */
const [SECTOR_SHIFT_AT, DIRECTORY_AT, HEADER_BYTES] = [30, 48, 512]
/** Entries of 128 bytes that are looked at: an encrypted workbook has about a dozen. */
const DIRECTORY_BYTES = 16 * 128

/** Whether a compound file holds an encrypted workbook. */
async function isEncrypted(file: TableFile, head: Buffer): Promise<boolean> {
  if (head.length < HEADER_BYTES) return false
  const at = (head.readUInt32LE(DIRECTORY_AT) + 1) * 2 ** head.readUInt16LE(SECTOR_SHIFT_AT)
  if (!Number.isSafeInteger(at)) return false
  const directory = Buffer.concat(await Array.fromAsync(piecesOf(file, at, at + DIRECTORY_BYTES)))
  return ENCRYPTED.some((name) => directory.includes(name))
}

/** The kind of a file by its content; the name matters only for texts, and for what should be none. */
async function formatOf(file: TableFile, name: string): Promise<TableFileFormat> {
  const head = await headOf(file, HEAD_BYTES)
  const begins = (bytes: Buffer) => head.subarray(0, bytes.length).equals(bytes)
  if (begins(ZIP)) return 'xlsx'
  if (begins(COMPOUND)) throw new TableFileError((await isEncrypted(file, head)) ? 'encrypted' : 'oldExcel')
  if (begins(EMPTY_ZIP)) throw new TableFileError('notATable')
  if (begins(PARQUET)) return 'parquet'
  if (BINARY_NAME.test(name)) throw new TableFileError('damaged')
  return /\.(jsonl|ndjson)$/i.test(name) || JSON_LINE.test(head.toString('utf8')) ? 'jsonl' : 'delimited'
}

const closesNothing = () => {}
const single = { sheets: [''], encoding: null, separator: null, isEncodingGuessed: false, close: closesNothing }

async function open(file: TableFile, format: TableFileFormat, options: OpenOptions): Promise<OpenTableFile> {
  if (format === 'xlsx') {
    const book = await openXlsx(file, options.unpackedMax)
    return { ...single, format, ...book, columns: () => null }
  }
  if (format === 'parquet') {
    const { columns, read } = await openParquet(file)
    return { ...single, format, columns: () => columns, read: (_, notes) => read(notes) }
  }
  if (format === 'jsonl') {
    const { columns, read } = openJsonLines(file)
    return { ...single, format, columns, read: (_, notes) => read(notes) }
  }
  const { read, ...text } = await openDelimited(file, options)
  return { ...single, format, ...text, columns: () => null, read: (_, notes) => read(notes) }
}

/** Errors of the libraries mean a damaged file; those of the system have a code and don't concern the file. */
function asUnreadable(error: unknown): unknown {
  if (error instanceof TableFileError) return error
  const code = (error as NodeJS.ErrnoException).code
  const isOfFile = !code || code.startsWith('Z_') || code.startsWith('ERR_ENCODING')
  return isOfFile ? new TableFileError('damaged', { cause: error }) : error
}

async function* guardedRows(rows: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  try {
    yield* rows
  } catch (error) {
    throw asUnreadable(error)
  }
}

/**
 * Opens a file of one or several tables: .xlsx, text with separators, Parquet, JSON lines. Rows are read as a stream,
 * in memory that does not grow with the file. Throws TableFileError.
 */
export async function openTableFile(file: TableFile, name: string, options: OpenOptions = {}): Promise<OpenTableFile> {
  try {
    const opened = await open(file, await formatOf(file, name), options)
    return { ...opened, read: (sheet, notes) => guardedRows(opened.read(sheet, notes)) }
  } catch (error) {
    throw asUnreadable(error)
  }
}
