import { FOLDER_DEPTH_MAX } from './core/limits.ts'
import { isFileName } from './files.ts'

/** Maximum length in bytes of an archive entry's path, folders included (our choice). */
export const ARCHIVE_NAME_BYTES = 4096

/**
 * Why an archive entry is refused: its name can't be decoded, the path is absolute or has a drive, it climbs out of its
 * folder (`..`), one of its parts is not a valid file name, or it is too long or too deep.
 */
export type EntryRefusal = 'encoding' | 'absolute' | 'climbing' | 'name' | 'tooLong' | 'tooDeep'
/** Names from the outermost folder inwards; `path` is empty for the archive's top folder (`./`). */
export type EntryName = { path: string[]; isFolder: boolean } | { refusal: EntryRefusal }

/** Decodes a name. Zips from Chinese Windows use GBK without declaring it; valid UTF-8 is never read as GBK. */
function textOf(bytes: Uint8Array, isUtf8: boolean): string | null {
  for (const encoding of isUtf8 ? ['utf-8'] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      // The bytes are not valid in this encoding: try the next one.
    }
  }
  return null
}

/**
 * The path of a zip or tar entry, or the reason why it is refused. Pure; used for archives that people extract and for
 * component packages. `isUtf8` is the UTF-8 flag of the archive entry.
 */
export function entryName(bytes: Uint8Array, isUtf8: boolean): EntryName {
  if (bytes.length > ARCHIVE_NAME_BYTES) return { refusal: 'tooLong' }
  const text = textOf(bytes, isUtf8)?.normalize('NFC')
  if (text === undefined) return { refusal: 'encoding' }
  if (/^[\\/]|^[a-z]:/i.test(text)) return { refusal: 'absolute' }
  const parts = text.split('/')
  if (parts.includes('..')) return { refusal: 'climbing' }
  // `./a` and `a//b` are the same paths as `a` and `a/b`.
  const path = parts.filter((part) => part !== '' && part !== '.')
  const isFolder = /(^|\/)\.?$/.test(text)
  if (text === '' || !path.every(isFileName)) return { refusal: 'name' }
  return path.length > FOLDER_DEPTH_MAX ? { refusal: 'tooDeep' } : { path, isFolder }
}

const ENDING = /(?<=.)\.(tar\.gz|tar\.gzip|tgz|zip|tar|gz|gzip|jar)$/i
/**
 * Whether a file's name has an archive suffix that can be extracted; only the file's bytes show whether it really is an
 * archive.
 */
export const isArchiveName = (name: string): boolean => ENDING.test(name)
/** The name of an archive without its archive suffix. */
export const bareArchiveName = (name: string): string => name.replace(ENDING, '')
