import type { ErrorName } from '#contract/core/errors.ts'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { demandSuccess } from '#server/http/outside.ts'
import { childOf, type Element } from '#server/xml.ts'
import { type Found, nameOfId, type OpenDrive } from './drive.ts'
import { lengthOf, sizeOf, timestampOf, xmlOfAnswer } from './text.ts'

const ASKED = `<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>`

/** Errors that concern one folder, not the whole drive. */
const CLOSED: readonly ErrorName[] = ['outsideSignIn', 'outsideGone']

type Listed = { id: string; name: string; isFolder: boolean; size: number; updateTime: string | null }

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    // Invalid percent-encoding: such an item could not be requested.
    return null
  }
}

/** Parses one response of a listing, if it is at or below the drive's root. */
function listedOf(response: Element, base: URL): Listed | null {
  const href = childOf(response, 'href')?.text.trim() ?? ''
  if (!URL.canParse(href, base)) return null
  const [path, root] = [decoded(new URL(href, base).pathname), decoded(base.pathname)]
  const prop = response.children
    .filter(({ name }) => name === 'propstat')
    .find((stat) => / 2\d\d /.test(` ${childOf(stat, 'status')?.text ?? ''} `))
  const known = prop && childOf(prop, 'prop')
  if (!path || root === null || !known || !path.startsWith(root)) return null
  const isFolder = childOf(childOf(known, 'resourcetype'), 'collection') !== undefined
  const names = path.slice(root.length).split('/').filter(Boolean)
  if (names.includes('..')) return null
  const id = names.length ? names.join('/') + (isFolder ? '/' : '') : ''
  const size = isFolder ? 0 : sizeOf(childOf(known, 'getcontentlength')?.text)
  return {
    id,
    name: names.at(-1) ?? '',
    isFolder,
    size,
    updateTime: timestampOf(childOf(known, 'getlastmodified')?.text),
  }
}

/** A WebDAV server: Nextcloud, ownCloud, Seafile and others. */
export const openWebdav: OpenDrive = ({ server, user, secret }, outside) => {
  const base = new URL(server.endsWith('/') ? server : `${server}/`)
  const headers: Record<string, string> = user
    ? { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
    : {}
  const urlOf = (id: string) => new URL(id.split('/').map(encodeURIComponent).join('/'), base)

  async function ask(id: string, depth: '0' | '1', signal: AbortSignal): Promise<Listed[]> {
    const said = { ...headers, depth, 'content-type': 'application/xml; charset=utf-8' }
    const answer = await outside.ask(urlOf(id), { method: 'PROPFIND', headers: said, body: ASKED, signal })
    const { children } = await xmlOfAnswer(answer)
    return children.flatMap((child) => (child.name === 'response' ? (listedOf(child, base) ?? []) : []))
  }
  /** The items of a folder, without the folder itself. */
  const inside = async (folder: string, signal: AbortSignal) =>
    (await ask(folder, '1', signal)).filter(({ id }) => id !== folder && id.startsWith(folder) && id !== '')

  /** A folder with everything inside; an inaccessible one does not stop the listing of others. */
  async function* folderWith(id: string, path: string[], signal: AbortSignal): AsyncGenerator<Found> {
    const found = { id, path, isFolder: true, size: 0 }
    const list = await inside(id, signal).catch((error: unknown) => {
      if (error instanceof Failure && CLOSED.includes(error.refusal)) return error.refusal
      throw error
    })
    if (!Array.isArray(list)) return yield { ...found, refused: list }
    yield found
    for (const { name, ...item } of list) {
      const here = [...path, name]
      if (!item.isFolder) yield { id: item.id, path: here, isFolder: false, size: item.size }
      else if (path.length < FOLDER_DEPTH_MAX) yield* folderWith(item.id, here, signal)
    }
  }

  return {
    kind: 'webdav',
    async look(folder, _after, signal) {
      const list = await inside(folder, signal)
      return { list: list.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || inOrder(a.name, b.name)) }
    },
    async *walk(id, signal) {
      const [item] = await ask(id, '0', signal)
      const path = [nameOfId(id)]
      if (id.endsWith('/')) yield* folderWith(id, path, signal)
      else yield { id, path, isFolder: false, size: item?.size ?? 0 }
    },
    async open(id, signal) {
      const answer = await outside.ask(urlOf(id), { headers, signal })
      demandSuccess(answer)
      return { size: lengthOf(answer.headers['content-length']), bytes: answer.body }
    },
  }
}
const inOrder = new Intl.Collator('zh', { numeric: true }).compare
