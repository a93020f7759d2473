import { createHash, createHmac } from 'node:crypto'
import { ApiGroup, type ApplicationWay } from '#contract/applications.ts'
import { flags as allFlags, type Flag } from '#contract/core/policy.ts'
import { contract } from '#contract/index.ts'
import { newId } from '#server/storage/id.ts'
import { Client } from './client.ts'
import type { World } from './world.ts'

const { applications } = contract

type Wish = {
  groups?: readonly ApiGroup[]
  until?: string | null
  ways?: ApplicationWay[]
  spaceId?: string
  flags?: readonly Flag[]
  callsPerMinute?: number
  callsPerDay?: number
  gbPerDay?: number
  name?: string
  redirectUris?: string[]
}
export type Registered = { id: string; key: string; secret: string }

/** Registers an application with grants and, where one is given, in a space. */
export async function registerApplication(world: World, wish: Wish = {}): Promise<Registered> {
  const { groups = ApiGroup.options, until = null, ways = ['bearer', 'signature'], spaceId, flags = allFlags } = wish
  const admin = await world.as('admin')
  const { application, secret } = await admin.data(applications.register, {
    name: wish.name ?? `App ${newId().slice(-8)}`,
    contact: 'app@lab.test',
    ways,
    ...(wish.redirectUris && { redirectUris: wish.redirectUris }),
    ...(wish.callsPerMinute && { callsPerMinute: wish.callsPerMinute }),
    ...(wish.callsPerDay && { callsPerDay: wish.callsPerDay }),
    ...(wish.gbPerDay && { gbPerDay: wish.gbPerDay }),
  })
  const { id, key } = application
  await admin.data(applications.grant, { id, grants: groups.map((group) => ({ group, until })) })
  if (spaceId) await admin.data(applications.setSpace, { id, spaceId, flags: [...flags] })
  return { id, key, secret }
}

export const bearerOf = ({ key, secret }: Pick<Registered, 'key' | 'secret'>): Record<string, string> => ({
  authorization: `Bearer dsa_${key}.${secret}`,
})

type Signing = {
  method?: string
  body?: string
  created?: number
  nonce?: string
  keyId?: string
  secret?: string
  components?: readonly string[]
  extra?: string
}

/** Headers of a signed request (RFC 9421), written apart from the server's own reading of them. */
export function signedHeaders(
  world: { origin: string; clock: { now: () => Date } },
  app: Registered,
  path: string,
  wish: Signing = {},
): Record<string, string> {
  const { method = 'GET', body, created = Math.floor(world.clock.now().getTime() / 1000), nonce = newId() } = wish
  const digest = body === undefined ? '' : `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const components = wish.components ?? ['@method', '@target-uri', ...(digest ? ['content-digest'] : [])]
  const values: Record<string, string> = {
    '@method': method,
    '@target-uri': world.origin + path,
    '@path': path.split('?')[0] ?? '',
    '@query': path.includes('?') ? `?${path.split('?')[1]}` : '?',
    'content-digest': digest,
  }
  const list = components.map((name) => `"${name}"`).join(' ')
  const params = `(${list});created=${created};keyid="${wish.keyId ?? app.key}";alg="hmac-sha256";nonce="${nonce}"${wish.extra ?? ''}`
  const base = [...components.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${params}`].join('\n')
  const mac = createHmac('sha256', wish.secret ?? app.secret)
    .update(base)
    .digest('base64')
  return {
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${mac}:`,
    ...(digest && { 'content-digest': digest, 'content-type': 'application/json' }),
  }
}

/** A client that sends an application's token with each request. */
export class ApplicationClient extends Client {
  readonly app: Registered
  constructor(origin: string, app: Registered) {
    super(origin)
    this.app = app
  }
  override headers(): Record<string, string> {
    return { 'accept-language': this.language, ...bearerOf(this.app) }
  }
}
