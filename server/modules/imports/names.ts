import { FILE_NAME_MAX_BYTES } from '#contract/core/limits.ts'
import { FORBIDDEN_IN_NAMES, isFileName } from '#contract/files.ts'

const NAMELESS = 'file'
/** Characters of a name that are looked at, from its front and from its end: more could not be kept. */
const LOOKED_AT = { front: 4 * FILE_NAME_MAX_BYTES, end: 20 }
const FORBIDDEN = new RegExp(`${FORBIDDEN_IN_NAMES.source}+`, 'g')

/** Of a name of any length no more than can matter: another side may call a file by megabytes. */
const within = (name: string): string =>
  name.length > LOOKED_AT.front + LOOKED_AT.end ? name.slice(0, LOOKED_AT.front) + name.slice(-LOOKED_AT.end) : name

/** The most of a name that is no more than so many bytes; what is behind the last dot stays. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.')
  const suffix = dot > 0 && name.length - dot <= LOOKED_AT.end ? name.slice(dot) : ''
  // A character is at least a byte.
  let stem = name.slice(0, Math.min(name.length - suffix.length, FILE_NAME_MAX_BYTES))
  while (Buffer.byteLength(stem + suffix) > FILE_NAME_MAX_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + suffix
}

/** A name of another site as a file may be called here. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not coded that way: as it is.
    return text
  }
}

/** What an answer says that its file is called. Source: RFC 6266, RFC 8187; many send plain UTF-8. */
function nameSaid(disposition: string): string | null {
  const coded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition)?.[1]
  if (coded) return decoded(coded.trim())
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  const text = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim()
  // Node reads headers as Latin 1.
  return text ? Buffer.from(text, 'latin1').toString('utf8') : null
}

/** What a file from the web is called: as its answer says, else by the end of its address. */
export function nameOf(url: URL, disposition = ''): string {
  const said = nameSaid(disposition)?.split(/[\\/]/).at(-1)
  const last = url.pathname.split('/').filter(Boolean).at(-1)
  return cleanName(said || decoded(last ?? url.hostname))
}
