import { isFolder } from '#contract/core/directory.ts'
import { isFileName } from '#contract/core/file-names.ts'
import type { Api, FileRecord } from './api.ts'
import { Trouble, WrongCall } from './failures.ts'

/** A place in a space: `names` is the path from its root, without empty names. */
export type Place = { code: string; names: string[] }

/** Parses `<space>[:/folder/…]`. Throws WrongCall. */
export function placeOf(text: string): Place {
  const [, code, path = ''] = /^([A-Za-z0-9-]{3,36})(?::(.*))?$/s.exec(text) ?? []
  if (!code) throw new WrongCall('placeWrong', { what: text })
  return { code, names: path.normalize('NFC').split('/').filter(Boolean) }
}

const pathOf = ({ names }: Place) => `/${names.join('/')}`

/** Follows the names of a place: returns the last existing item, and the missing names below it. */
export async function seek(
  api: Api,
  spaceId: string,
  { names }: Place,
): Promise<{ at: FileRecord; missing: string[] }> {
  let at: FileRecord = await api.root(spaceId)
  for (const [index, name] of names.entries()) {
    const found = isFolder(at) ? await api.named(spaceId, at.hash, [name]) : []
    // An item with a different or invalid name could lead out of the target folder.
    const next = found.find((one) => one.name === name && isFileName(name))
    if (!next) return { at, missing: names.slice(index) }
    at = next
  }
  return { at, missing: [] }
}

/** The item at a place. Throws Trouble when there is none. */
export async function find(api: Api, spaceId: string, place: Place): Promise<FileRecord> {
  const { at, missing } = await seek(api, spaceId, place)
  if (missing.length) throw new Trouble('gone', { path: pathOf(place) })
  return at
}

/** Like `find`, but only for folders. */
export async function findFolder(api: Api, spaceId: string, place: Place): Promise<FileRecord> {
  const found = await find(api, spaceId, place)
  if (!isFolder(found)) throw new Trouble('notAFolder', { path: pathOf(place) })
  return found
}
