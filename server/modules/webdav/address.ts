import { Failure } from '#server/failure.ts'

/** Where WebDAV is mounted. */
export const DAV = '/dav'

/** The space and the names below it in an address; without a space the list of spaces. */
export type Place = { identifier: string | null; path: string[] }

/** Parses the path of an address. Null when it is outside the mount point or malformed. */
export function placeOf(path: string): Place | null {
  if (path !== DAV && !path.startsWith(`${DAV}/`)) return null
  try {
    const [identifier = null, ...names] = path
      .slice(DAV.length)
      .split('/')
      .filter((name) => name !== '')
      .map(decodeURIComponent)
    return { identifier, path: names }
  } catch {
    // Malformed percent-encoding names nothing.
    return null
  }
}

/** The path of an item in a folder whose path is known, which ends with a slash. */
export const hrefBelow = (folderHref: string, name: string, isFolder: boolean): string =>
  folderHref + encodeURIComponent(name) + (isFolder ? '/' : '')

/** The path of a place; that of a folder ends with a slash. */
export function hrefOf({ identifier, path }: Place, isFolder: boolean): string {
  const names = identifier === null ? [] : [identifier, ...path]
  const way = [DAV, ...names.map(encodeURIComponent)].join('/')
  return isFolder ? `${way}/` : way
}

/**
 * Parses a header with a path or an address of this server. Throws davElsewhere for another server, davInvalid for a
 * malformed one.
 */
export function placeIn(header: string, host: string | undefined): Place {
  let path = header
  if (!header.startsWith('/')) {
    if (!URL.canParse(header)) throw new Failure('davInvalid')
    const url = new URL(header)
    if (url.host.toLowerCase() !== host?.toLowerCase()) throw new Failure('davElsewhere')
    path = url.pathname
  }
  const place = placeOf(path.replace(/[?#].*$/, ''))
  if (!place) throw new Failure('davElsewhere')
  return place
}
