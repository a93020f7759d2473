import { DIRECTORY } from '#contract/core/directory.ts'
import { isFileName } from '#contract/core/file-names.ts'
import type { Api, FileRecord } from './api.ts'
import { Trouble, WrongCall } from './failures.ts'

/** A place in a space: `names` lead from its root, none of them is empty. */
export type Place = { code: string; names: string[] }

/** Reads `<space>[:/folder/…]`. Throws WrongCall. */
export function placeOf(text: string): Place {
  const [, code, path = ''] = /^([A-Za-z0-9-]{3,36})(?::(.*))?$/s.exec(text) ?? []
  if (!code) throw new WrongCall('placeWrong', { what: text })
  return { code, names: path.normalize('NFC').split('/').filter(Boolean) }
}

const pathOf = ({ names }: Place) => `/${names.join('/')}`

/** How far the names of a place lead: the last item that is there, and the names that are missing below it. */
export async function seek(
  api: Api,
  spaceId: string,
  { names }: Place,
): Promise<{ at: FileRecord; missing: string[] }> {
  let at: FileRecord = await api.root(spaceId)
  for (const [index, name] of names.entries()) {
    const found = at.mime === DIRECTORY ? await api.named(spaceId, at.hash, [name]) : []
    // An item by another name would lead out of the folder that it is put into.
    const next = found.find((one) => one.name === name && isFileName(name))
    if (!next) return { at, missing: names.slice(index) }
    at = next
  }
  return { at, missing: [] }
}

/** What is at a place. Throws Trouble when there is nothing. */
export async function find(api: Api, spaceId: string, place: Place): Promise<FileRecord> {
  const { at, missing } = await seek(api, spaceId, place)
  if (missing.length) throw new Trouble('gone', { path: pathOf(place) })
  return at
}

/** The same where only a folder will do. */
export async function findFolder(api: Api, spaceId: string, place: Place): Promise<FileRecord> {
  const found = await find(api, spaceId, place)
  if (found.mime !== DIRECTORY) throw new Trouble('notAFolder', { path: pathOf(place) })
  return found
}
