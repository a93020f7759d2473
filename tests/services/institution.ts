import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from '../support/world.ts'
import { startFtpSink } from './ftp-sink.ts'
import { serveSite } from './site.ts'

export const CODE = 'ABCDEFGHIJ12345678'
export const SERVICES = [
  'ENTRY',
  'DATASET_LIST',
  'GET_DATASET_DETAILS',
  'DATASET_INFO',
  'GET_TEMPLATES',
  'DATASET_PUBLISH',
  'DATASET_CANCEL',
  'UPLOAD_COMPLETED',
] as const
type Service = (typeof SERVICES)[number]
/** The versions of the services differ, and so do their methods. */
export const VERSIONS: Partial<Record<Service, string>> = { GET_TEMPLATES: '1.2', UPLOAD_COMPLETED: '1.1' }
const POSTED: readonly Service[] = ['DATASET_PUBLISH', 'UPLOAD_COMPLETED']
const versionOf = (service: Service): string => VERSIONS[service] ?? '1.0'
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** What the institution was sent of a dataset. */
export type Received = {
  id: string
  body: Record<string, unknown>
  files: Map<string, Buffer>
  isCompleted: boolean
  isClaimed: boolean
}

const pathOf = (service: Service) => `/fair/${service.toLowerCase()}`
async function allOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const say = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** An institution that speaks the protocol of InstDB, written from its description. */
export async function startInstitution(world: Pick<World, 'config'>, templates: Record<string, string> = {}) {
  const received = new Map<string, Received>()
  const state = {
    code: CODE,
    /** Tickets that count; a test clears them to end them. */
    tickets: new Set<string>(),
    expires: 7200,
    isUploadClosed: false,
    services: [...SERVICES] as Service[],
    /** Calls by their names in the list of services, in order. */
    calls: [] as string[],
    templates,
    /** Answers that a test gives instead of ours. */
    instead: {} as Partial<Record<Service, Answer>>,
  }
  let count = 0
  const sink = await startFtpSink(world, {
    admits: (user, password) => received.has(user) && password === passwordOf(user),
    store: (user, path, bytes) => void received.get(user)?.files.set(path, bytes),
  })
  const passwordOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 6)

  function enter(request: IncomingMessage, response: ServerResponse): void {
    if (!request.headers.secretkey) return void say(response, { code: 501, message: 'missing' })
    if (request.headers.secretkey !== state.code) return void say(response, { code: 503, message: 'illegal' })
    const token = `ticket-${(count += 1)}`
    state.tickets.add(token)
    const list = state.services.map((name) => ({
      name,
      version: versionOf(name),
      url: `${site.origin}${pathOf(name)}`,
    }))
    say(response, { ticket: { token, expires: state.expires }, serviceList: list })
  }

  async function publish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = `resource-${(count += 1)}`
    const body = JSON.parse((await allOf(request)).toString()) as Record<string, unknown>
    received.set(id, { id, body, files: new Map(), isCompleted: false, isClaimed: false })
    const uploadUrl = `${site.origin}/upload/${id}`
    say(response, { resourceId: id, ftpUrl: sink.url, uploadUrl, username: id, password: passwordOf(id) })
  }

  /** A file by one PUT, for whoever has the account of its dataset. */
  async function put(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = '', rest = ''] = /^\/upload\/([^/]+)\/(.+)$/.exec(path) ?? []
    const known = `Basic ${Buffer.from(`${id}:${passwordOf(id)}`).toString('base64')}`
    const bytes = await allOf(request)
    if (request.headers.authorization !== known || state.isUploadClosed) return void response.writeHead(403).end()
    received.get(id)?.files.set(rest.split('/').map(decodeURIComponent).join('/'), bytes)
    response.writeHead(201).end()
  }

  function answer(service: Service, url: URL, request: IncomingMessage, response: ServerResponse): void {
    const dataset = received.get(url.searchParams.get('resourceId') ?? '')
    if (service === 'GET_TEMPLATES') {
      const all = Object.keys(state.templates).map((name) => ({
        name,
        url: `${site.origin}/templates/${encodeURIComponent(name)}`,
        type: '11-数据集',
      }))
      return void say(response, all)
    }
    if (service === 'DATASET_PUBLISH') return void publish(request, response)
    if (service === 'UPLOAD_COMPLETED') {
      const result = dataset !== undefined && (dataset.isCompleted || dataset.files.size > 0)
      if (dataset && result) dataset.isCompleted = true
      return void say(response, { result })
    }
    const isFree = dataset !== undefined && !dataset.isClaimed
    if (isFree) received.delete(dataset.id)
    say(response, { result: isFree })
  }

  const site = await serveSite(world, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    if (url.pathname.startsWith('/templates/')) {
      const xml = state.templates[decodeURIComponent(url.pathname.slice('/templates/'.length))]
      return void response.writeHead(xml ? 200 : 404, { 'content-type': 'text/xml' }).end(xml)
    }
    if (request.method === 'PUT') return void put(url.pathname, request, response)
    const service = url.pathname === '/fair/entry' ? 'ENTRY' : SERVICES.find((name) => pathOf(name) === url.pathname)
    if (!service) return void response.writeHead(404).end()
    if (request.method !== (POSTED.includes(service) ? 'POST' : 'GET')) return void response.writeHead(405).end()
    state.calls.push(service)
    const own = state.instead[service]
    if (own) return own(response, request)
    if (service === 'ENTRY') return enter(request, response)
    const { token = '', version } = request.headers
    if (!token) return void say(response, { code: 501, message: 'missing' })
    if (!state.tickets.has(String(token))) return void say(response, { code: 502, message: 'expired' })
    if (version !== versionOf(service)) return void say(response, { code: 504, message: 'version' })
    answer(service, url, request, response)
  })
  return { ...site, state, received, sink, say }
}
export type FakeInstitution = Awaited<ReturnType<typeof startInstitution>>
