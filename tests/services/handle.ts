import type { IncomingMessage } from 'node:http'
import type { World } from '../support/world.ts'
import { serveSite } from './site.ts'

export const HANDLE_PREFIX = '20.500.12345'
export const HANDLE_USER = `300:0.NA/${HANDLE_PREFIX}`
export const HANDLE_PASSWORD = 'handle-secret'

type Value = { index: number; type: string; data: { format: string; value: unknown } }
type Trouble = { status: number; body?: string } | 'silence' | 'lost'

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** A handle server as far as registration needs it, and its proxy; written from the documentation of Handle.Net 9. */
export async function startHandles(world: Pick<World, 'config'>) {
  const handles = new Map<string, Value[]>()
  const calls: string[] = []
  const troubles: Trouble[] = []
  const site = await serveSite(world, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(pathname)
    const text = await bodyOf(request)
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!path.startsWith('/api/handles/')) {
      const url = handles.get(path.slice(1))?.find(({ type }) => type === 'URL')
      return void (url ? response.writeHead(302, { location: String(url.data.value) }) : response.writeHead(404)).end()
    }
    const handle = path.slice('/api/handles/'.length)
    calls.push(`${request.method} ${handle}`)
    const trouble = troubles.shift()
    if (trouble === 'silence') return
    if (trouble && trouble !== 'lost') return void response.writeHead(trouble.status).end(trouble.body ?? '')
    const [user = '', password = ''] = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    )
      .toString()
      .split(':')
      .map(decodeURIComponent)
    if (user !== HANDLE_USER || password !== HANDLE_PASSWORD)
      return void say(401, { responseCode: 402, handle, message: 'Authentication needed' })
    if (!handle.startsWith(`${HANDLE_PREFIX}/`)) return void say(400, { responseCode: 301, handle })
    if (handles.has(handle) && searchParams.get('overwrite') !== 'true')
      return void say(409, { responseCode: 101, handle })
    const before = handles.has(handle)
    handles.set(handle, (JSON.parse(text) as { values: Value[] }).values)
    if (trouble === 'lost') return void response.destroy()
    say(before ? 200 : 201, { responseCode: 1, handle })
  })
  if (world.config.handle) world.config.handle.url = site.origin
  return { ...site, handles, calls, troubles }
}
