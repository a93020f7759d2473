import { FOLDER_DEPTH_MAX } from './core/limits.ts'
import { isFileName } from './files.ts'

/** Bytes of the path of an entry in an archive, folders and all (our choice). */
export const ARCHIVE_NAME_BYTES = 4096

/**
 * Why an entry of an archive is not taken: its bytes are no text, it begins at a root or a drive, it climbs out of its
 * folder, a part of it may not be the name of a file, or it is too long or too deep.
 */
export type EntryRefusal = 'encoding' | 'absolute' | 'climbing' | 'name' | 'tooLong' | 'tooDeep'
/** The names from the outermost folder inwards; none for the folder that all the others are in (`./`). */
export type EntryName = { path: string[]; isFolder: boolean } | { refusal: EntryRefusal }

/** Zips from Chinese Windows name their entries in GBK without saying so; what is UTF-8 is never taken for that. */
function textOf(bytes: Uint8Array, isUtf8: boolean): string | null {
  for (const encoding of isUtf8 ? ['utf-8'] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      // Not this one.
    }
  }
  return null
}

/**
 * Where an entry of a zip or tar belongs, or why nowhere. Pure: what is said here holds for archives that people
 * unpack and for packages of components alike. `isUtf8` is what the archive says of the name.
 */
export function entryName(bytes: Uint8Array, isUtf8: boolean): EntryName {
  if (bytes.length > ARCHIVE_NAME_BYTES) return { refusal: 'tooLong' }
  const text = textOf(bytes, isUtf8)?.normalize('NFC')
  if (text === undefined) return { refusal: 'encoding' }
  if (/^[\\/]|^[a-z]:/i.test(text)) return { refusal: 'absolute' }
  const parts = text.split('/')
  if (parts.includes('..')) return { refusal: 'climbing' }
  // `./a` and `a//b` lead where `a` and `a/b` do.
  const path = parts.filter((part) => part !== '' && part !== '.')
  const isFolder = /(^|\/)\.?$/.test(text)
  if (text === '' || !path.every(isFileName)) return { refusal: 'name' }
  return path.length > FOLDER_DEPTH_MAX ? { refusal: 'tooDeep' } : { path, isFolder }
}

const ENDING = /(?<=.)\.(tar\.gz|tar\.gzip|tgz|zip|tar|gz|gzip|jar)$/i
/** Whether a file is called as an archive that can be extracted; whether it is one its bytes say. */
export const isArchiveName = (name: string): boolean => ENDING.test(name)
/** What an archive is called without what says that it is one. */
export const bareArchiveName = (name: string): string => name.replace(ENDING, '')
