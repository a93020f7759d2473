import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { serveSite } from './site.ts'

export const REPOSITORY = 'TEST.LAKE'
export const PASSWORD = 'doi-secret'
export const PREFIX = '10.5072'

type Attributes = Record<string, unknown> & { event?: string; url?: string }
type Registered = { state: 'draft' | 'registered' | 'findable'; attributes: Attributes }
/** What happens to the next calls instead: an error, no answer at all, an answer that gets lost after the work is done. */
type Trouble = { status: number; body?: string } | 'silence' | 'lost'

const EVENTS = { publish: 'findable', register: 'registered', hide: 'registered' } as const

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** DataCite's REST API as far as registration needs it, and the resolver; written from its documentation. */
export async function startDatacite(world: Pick<World, 'config'>) {
  const records = new Map<string, Registered>()
  const calls: string[] = []
  const troubles: Trouble[] = []
  const say = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, status: number, title: string, source?: string) =>
    say(response, status, { errors: [{ title, ...(source && { source }) }] })

  function put(response: ServerResponse, doi: string, text: string, isLost: boolean): void {
    const { data } = JSON.parse(text) as { data: { attributes: Attributes } }
    const { attributes } = data
    if (!doi.startsWith(`${PREFIX}/`)) return void refuse(response, 403, 'You are not authorized to use this prefix')
    const before = records.get(doi)
    const event = attributes.event as keyof typeof EVENTS | undefined
    const isPublic = event === 'publish' || event === 'register'
    for (const field of ['creators', 'titles', 'publisher', 'publicationYear', 'types', 'url'])
      if (isPublic && !attributes[field]) return void refuse(response, 422, "can't be blank", field)
    const state = event ? EVENTS[event] : (before?.state ?? 'draft')
    records.set(doi, { state, attributes })
    if (isLost) return void response.destroy()
    say(response, before ? 200 : 201, { data: { id: doi, type: 'dois', attributes: { ...attributes, state } } })
  }

  const site = await serveSite(world, async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const text = await bodyOf(request)
    if (!path.startsWith('/dois/')) {
      const found = records.get(path.slice(1))
      if (!found || found.state === 'draft') return void response.writeHead(404).end()
      return void response.writeHead(302, { location: String(found.attributes.url) }).end()
    }
    const doi = path.slice('/dois/'.length)
    calls.push(`${request.method} ${doi}`)
    const trouble = troubles.shift()
    if (trouble === 'silence') return
    if (trouble && trouble !== 'lost') return void response.writeHead(trouble.status).end(trouble.body ?? '')
    const wanted = `Basic ${Buffer.from(`${REPOSITORY}:${PASSWORD}`).toString('base64')}`
    if (request.headers.authorization !== wanted) return void refuse(response, 401, 'Bad credentials.')
    if (request.method === 'PUT') return put(response, doi, text, trouble === 'lost')
    const found = records.get(doi)
    if (!found) return void refuse(response, 404, "The resource you are looking for doesn't exist.")
    say(response, 200, { data: { id: doi, type: 'dois', attributes: { ...found.attributes, state: found.state } } })
  })
  if (world.config.datacite) world.config.datacite.url = site.origin
  return { ...site, records, calls, troubles }
}
