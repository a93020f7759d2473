import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { bodyOf } from './deposits.ts'
import { serveSite } from './site.ts'

export const TOKEN = 'invenio-token'
type Entry = { bytes: Buffer | null; isCommitted: boolean }
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
export async function startInvenio(world: Pick<World, 'config'>) {
  const records = new Map<string, InvenioRecord>()
  const state = {
    token: TOKEN,
    /** Answers that a test gives instead of ours, by method and path. */
    instead: null as null | ((request: IncomingMessage, response: ServerResponse) => boolean),
    calls: [] as string[],
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

  async function file(record: InvenioRecord, rest: string[], request: IncomingMessage, response: ServerResponse) {
    const [name, action] = rest
    if (name === undefined) {
      const wished = JSON.parse((await bodyOf(request)).toString()) as { key: string }[]
      if (wished.some(({ key }) => record.files.has(key)))
        return say(response, 400, { status: 400, message: 'File with key already exists.' })
      for (const { key } of wished) record.files.set(key, { bytes: null, isCommitted: false })
      return say(response, 201, { enabled: true, entries: wished })
    }
    const key = decodeURIComponent(name)
    const entry = record.files.get(key)
    if (!entry) return say(response, 404, { status: 404 })
    if (request.method === 'DELETE') {
      record.files.delete(key)
      return say(response, 204)
    }
    if (action === 'content') {
      entry.bytes = await bodyOf(request)
      return say(response, 200, { key, status: 'pending' })
    }
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

  const site = await serveSite(world, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    state.calls.push(`${request.method} ${url.pathname}`)
    if (state.instead?.(request, response)) return
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
  })
  return { ...site, state, records, say }
}
