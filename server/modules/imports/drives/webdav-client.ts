import type { Drive } from '#contract/imports.ts'
import type { Outside, OutsideAsk } from '#server/http/outside.ts'
import { childOf, type Element } from '#server/xml.ts'
import { sizeOf, timestampOf, xmlOfAnswer } from './text.ts'

const ASKED = `<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>`

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

/** Requests to a WebDAV server; an id is a path below its address, and that of a folder ends with `/`. */
export function webdavClient({ server, user, secret }: Pick<Drive, 'server' | 'user' | 'secret'>, outside: Outside) {
  const base = new URL(server.endsWith('/') ? server : `${server}/`)
  const known: Record<string, string> = user
    ? { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
    : {}
  const urlOf = (id: string) => new URL(id.split('/').map(encodeURIComponent).join('/'), base)
  const ask = (id: string, { headers, ...wish }: OutsideAsk) =>
    outside.ask(urlOf(id), { ...wish, headers: { ...known, ...headers } })

  async function list(id: string, depth: '0' | '1', signal: AbortSignal): Promise<Listed[]> {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
    const { children } = await xmlOfAnswer(await ask(id, { method: 'PROPFIND', headers, body: ASKED, signal }))
    return children.flatMap((child) => (child.name === 'response' ? (listedOf(child, base) ?? []) : []))
  }

  return {
    urlOf,
    ask,
    list,
    /** The items of a folder, without the folder itself. */
    inside: async (folder: string, signal: AbortSignal) =>
      (await list(folder, '1', signal)).filter(({ id }) => id !== folder && id.startsWith(folder) && id !== ''),
  }
}
