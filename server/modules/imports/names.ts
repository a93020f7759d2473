import { FILE_NAME_MAX_BYTES } from '#contract/core/limits.ts'
import { FORBIDDEN_IN_NAMES, isFileName } from '#contract/files.ts'

const NAMELESS = 'file'
/** Number of characters of a name that are examined, at its start and at its end: a longer name could not be stored. */
const LOOKED_AT = { front: 4 * FILE_NAME_MAX_BYTES, end: 20 }
const FORBIDDEN = new RegExp(`${FORBIDDEN_IN_NAMES.source}+`, 'g')

/** Shortens a name before it is processed: another site may send names of megabytes. */
const within = (name: string): string =>
  name.length > LOOKED_AT.front + LOOKED_AT.end ? name.slice(0, LOOKED_AT.front) + name.slice(-LOOKED_AT.end) : name

/** Shortens a name to the maximum number of bytes; the suffix stays. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.')
  const suffix = dot > 0 && name.length - dot <= LOOKED_AT.end ? name.slice(dot) : ''
  // A character has at least one byte.
  let stem = name.slice(0, Math.min(name.length - suffix.length, FILE_NAME_MAX_BYTES))
  while (Buffer.byteLength(stem + suffix) > FILE_NAME_MAX_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + suffix
}

/** Converts a name of another site to a valid file name. */
export function cleanName(name: string): string {
  const clean = shortened(
    within(name)
      .toWellFormed()
      .normalize('NFC')
      .replace(FORBIDDEN, '_')
      .replace(/^[\s.]+|[\s.]+$/g, ''),
  ).replace(/[\s.]+$/, '')
  return isFileName(clean) ? clean : NAMELESS
}

/** The same for a path. */
export const cleanPath = (path: string): string => path.split('/').filter(Boolean).map(cleanName).join('/')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded: used as it is.
    return text
  }
}

/** The file name in a Content-Disposition header. Source: RFC 6266, RFC 8187; many servers send plain UTF-8. */
function nameSaid(disposition: string): string | null {
  const coded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition)?.[1]
  if (coded) return decoded(coded.trim())
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  const text = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim()
  // Node decodes headers as Latin 1.
  return text ? Buffer.from(text, 'latin1').toString('utf8') : null
}

/** The name of a file from the web: from its Content-Disposition header, else from the end of its URL. */
export function nameOf(url: URL, disposition = ''): string {
  const said = nameSaid(disposition)?.split(/[\\/]/).at(-1)
  const last = url.pathname.split('/').filter(Boolean).at(-1)
  return cleanName(said || decoded(last ?? url.hostname))
}
