import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { bodyOf, contentOf, type Taking } from './deposits.ts'
import { type AtEnd, serveSite } from './site.ts'

export const TOKEN = 'invenio-token'
type Wish = { key: string; size?: number; transfer?: { type: string; parts?: number; part_size?: number } }
type Entry = { wish: Wish; bytes: Buffer | null; parts: Map<number, Buffer>; isCommitted: boolean }
/** A record of the repository, with the draft that it is until it is published. */
export type InvenioRecord = {
  id: string
  parent: string
  body: Record<string, unknown>
  files: Map<string, Entry>
  isPublished: boolean
}

const say = (response: ServerResponse, status: number, body?: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))

/** An InvenioRDM repository, written from its public REST API reference. */
export async function startInvenio(world: Pick<World, 'config'>, atEnd?: AtEnd) {
  const records = new Map<string, InvenioRecord>()
  const state = {
    token: TOKEN,
    /** Answers that a test gives instead of ours, by method and path. */
    instead: null as null | ((request: IncomingMessage, response: ServerResponse) => boolean),
    calls: [] as string[],
    /** ignored: a version before there were parts; refused: this account may not use them. */
    parts: 'taken' as 'taken' | 'ignored' | 'refused',
    /** Where parts go to: an object store, or the repository itself. */
    partsAt: null as null | string,
    breakOff: null as Taking['breakOff'],
    received: 0,
  }
  let count = 0
  const shown = ({ id, body, isPublished }: InvenioRecord) => ({
    id,
    ...body,
    is_published: isPublished,
    pids: isPublished ? { doi: { identifier: `10.5281/zenodo.${id}`, provider: 'datacite' } } : {},
    links: { self_html: `${site.origin}/records/${id}` },
  })
  function make(parent: string, body: Record<string, unknown>): InvenioRecord {
    const id = String((count += 1))
    const record = { id, parent: parent || id, body, files: new Map(), isPublished: false }
    records.set(id, record)
    return record
  }

  const ownOf = (record: InvenioRecord, key: string) =>
    `${site.origin}/api/records/${record.id}/draft/files/${encodeURIComponent(key)}`
  function shownFile(record: InvenioRecord, { wish, bytes, isCommitted }: Entry) {
    const { key, size, transfer } = wish
    const own = ownOf(record, key)
    const base = `${state.partsAt ?? ''}${state.partsAt ? own.slice(site.origin.length) : own}/content`
    const isInParts = transfer?.type === 'M' && !isCommitted
    return {
      key,
      status: isCommitted ? 'completed' : 'pending',
      size: bytes?.length ?? size ?? null,
      transfer: isInParts ? transfer : { type: 'L' },
      links: {
        self: own,
        commit: `${own}/commit`,
        content: isInParts ? null : `${own}/content`,
        ...(isInParts && {
          parts: Array.from({ length: transfer?.parts ?? 0 }, (_, at) => ({
            part: at + 1,
            url: `${base}/${at + 1}`,
            expiration: '2030-01-01T00:00:00+00:00',
          })),
        }),
      },
    }
  }
  function beginFiles(record: InvenioRecord, wished: readonly Wish[], response: ServerResponse) {
    const isInParts = wished.some(({ transfer }) => transfer?.type === 'M')
    if (isInParts && state.parts === 'refused')
      return say(response, 403, { status: 403, message: 'Permission denied.' })
    if (wished.some(({ key }) => record.files.has(key)))
      return say(response, 400, { status: 400, message: 'File with key already exists.' })
    for (const wish of wished) {
      const known = state.parts === 'taken' ? wish : { key: wish.key }
      record.files.set(wish.key, { wish: known, bytes: null, parts: new Map(), isCommitted: false })
    }
    const entries = wished.flatMap(({ key }) => record.files.get(key) ?? []).map((one) => shownFile(record, one))
    return say(response, 201, { enabled: true, entries })
  }
  /** Stores a part; all but the last have the size that was told. */
  function storePart({ wish, parts }: Entry, number: number, bytes: Buffer): boolean {
    const { parts: count = 0, part_size = 0 } = wish.transfer ?? {}
    if (number < 1 || number > count || (number < count && bytes.length !== part_size)) return false
    parts.set(number, bytes)
    return true
  }

  async function file(record: InvenioRecord, rest: string[], request: IncomingMessage, response: ServerResponse) {
    const [name, action, part] = rest
    if (name === undefined) {
      const wished = JSON.parse((await bodyOf(request)).toString()) as Wish[]
      return beginFiles(record, wished, response)
    }
    const key = decodeURIComponent(name)
    const entry = record.files.get(key)
    if (!entry) return say(response, 404, { status: 404 })
    if (request.method === 'DELETE') {
      record.files.delete(key)
      return say(response, 204)
    }
    if (action === undefined) return say(response, 200, shownFile(record, entry))
    const isInParts = entry.wish.transfer?.type === 'M'
    if (action === 'content') {
      if (isInParts !== (part !== undefined)) return say(response, 400, { status: 400 })
      const bytes = await contentOf(request, state)
      if (!bytes) return
      if (!isInParts) entry.bytes = bytes
      else if (!storePart(entry, Number(part), bytes)) return say(response, 400, { status: 400 })
      return say(response, 200, { key, status: 'pending' })
    }
    if (isInParts && !entry.isCommitted && entry.parts.size === entry.wish.transfer?.parts)
      entry.bytes = Buffer.concat([...entry.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes))
    if (!entry.bytes) return say(response, 400, { status: 400, message: 'no content' })
    entry.isCommitted = true
    const checksum = `md5:${createHash('md5').update(entry.bytes).digest('hex')}`
    return say(response, 200, { key, status: 'completed', size: entry.bytes.length, checksum })
  }

  async function draft(record: InvenioRecord, rest: string[], request: IncomingMessage, response: ServerResponse) {
    const [part, ...more] = rest
    if (record.isPublished) return say(response, 404, { status: 404 })
    if (part === 'files') return file(record, more, request, response)
    if (part === 'actions') {
      const { metadata } = record.body as { metadata?: { title?: string; creators?: unknown[] } }
      const isWhole = [...record.files.values()].every(({ isCommitted }) => isCommitted) && record.files.size > 0
      if (!metadata?.title || !metadata.creators?.length || !isWhole)
        return say(response, 400, { status: 400, message: 'A validation error occurred.' })
      record.isPublished = true
      return say(response, 202, shown(record))
    }
    if (request.method === 'DELETE') {
      records.delete(record.id)
      return say(response, 204)
    }
    record.body = JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>
    return say(response, 200, shown(record))
  }

  /** What everybody may read of a published record: its page, its description, its files; false: nothing of that. */
  function toEverybody(path: string, response: ServerResponse): boolean {
    const [, api, id = '', files, key] =
      /^(\/api)?\/records\/([^/]+)(\/files)?(?:\/([^/]+)\/content)?$/.exec(path) ?? []
    const record = records.get(id)
    if (!record?.isPublished) return false
    const sumOf = (bytes: Buffer) => `md5:${createHash('md5').update(bytes).digest('hex')}`
    const entries = [...record.files].flatMap(([name, { bytes }]) =>
      bytes ? [{ key: name, size: bytes.length, checksum: sumOf(bytes) }] : [],
    )
    if (!api) response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Record</title>')
    else if (key) response.end(record.files.get(decodeURIComponent(key))?.bytes)
    else say(response, 200, files ? { entries } : shown(record))
    return true
  }

  const site = await serveSite(
    world,
    async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://x')
      state.calls.push(`${request.method} ${url.pathname}`)
      if (state.instead?.(request, response)) return
      if (request.method === 'GET' && !request.headers.authorization)
        return void (toEverybody(url.pathname, response) || say(response, 404, { status: 404 }))
      if (request.headers.authorization !== `Bearer ${state.token}`) return void say(response, 401, { status: 401 })
      const [, api, kind, ...rest] = url.pathname.split('/')
      if (api !== 'api') return void say(response, 404)
      if (kind === 'user') return void say(response, 200, { hits: { hits: [], total: 0 } })
      const [id, part, ...more] = rest
      if (id === undefined)
        return void say(
          response,
          201,
          shown(make('', JSON.parse((await bodyOf(request)).toString()) as Record<string, unknown>)),
        )
      const record = records.get(id)
      if (!record) return void say(response, 404, { status: 404 })
      if (part === 'versions') return void say(response, 201, shown(make(record.parent, record.body)))
      if (part === 'draft') return void draft(record, more, request, response)
      return void say(response, record.isPublished ? 200 : 404, shown(record))
    },
    atEnd,
  )
  return { ...site, state, records, say, storePart }
}
