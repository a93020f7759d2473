import { Failure } from '#server/failure.ts'

/** Where WebDAV is mounted. */
export const DAV = '/dav'

/** What an address below the mount point names: a space and the names on the way in it; without a space the list of spaces. */
export type Place = { identifier: string | null; path: string[] }

/** Reads the path of an address. Null when it does not begin at the mount point, or can't be read. */
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
    // What is not percent-encoded UTF-8 names nothing.
    return null
  }
}

/** The path of a place; that of a folder ends with a slash. */
export function hrefOf({ identifier, path }: Place, isFolder: boolean): string {
  const names = identifier === null ? [] : [identifier, ...path]
  const way = [DAV, ...names.map(encodeURIComponent)].join('/')
  return isFolder ? `${way}/` : way
}

/**
 * The place that a header names, by a path or by an address of this very server. Throws davElsewhere for any other
 * server, davInvalid for what is no address.
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
