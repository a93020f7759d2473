import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './program.ts'
import { ORIGIN } from './setup.ts'

export const CLIENT = { id: 'dataspace', secret: 'a secret of 32 characters at least' }
const ID = '018f0000-0000-7000-8000-000000000001'

const addressOf = (login: string) => `${login}@example.org`
/** Users whose names start with `proved` have a verified address; `silent` sends no claim about verification. */
const claimsOf = (login: string) => ({
  sub: login,
  preferred_username: login,
  name: '张三',
  email: addressOf(login),
  ...(!login.startsWith('silent') && { email_verified: login.startsWith('proved') }),
  groups: ['staff', 'lab/lake'],
})

/** oidc-provider, a certified OpenID provider, with PKCE required. Close `server` to take it down. */
export async function startOidc(
  redirectUri = `${ORIGIN}/api/sign-in/${ID}/callback`,
  port?: number,
): Promise<{ issuer: string; server: Server; stop: () => Promise<void> }> {
  const issuer = `http://127.0.0.1:${port ?? (await freePort())}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
    findAccount: (_context, login) => ({ accountId: login, claims: async () => claimsOf(login) }),
    features: { devInteractions: { enabled: true } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of the test'] },
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
  return { issuer, server, stop: () => closeServer(server) }
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * A provider that answers any code with an identity token of these claims, signed correctly unless `key` belongs to
 * somebody else. Used to test tokens that a correct provider never issues.
 */
export async function startForger(claims: Record<string, unknown>, isSigned = true) {
  const issuer = `http://127.0.0.1:${await freePort()}`
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const seconds = Math.floor(Date.now() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }),
    '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'k' }] }),
    '/token': () => {
      const body = { iss: issuer, aud: CLIENT.id, sub: 'mallory', iat: seconds, exp: seconds + 300, ...claims }
      const text = `${encode({ alg: 'RS256', kid: 'k' })}.${encode(body)}`
      const signature = sign('sha256', Buffer.from(text), isSigned ? privateKey : foreign).toString('base64url')
      return { access_token: 'a', token_type: 'Bearer', id_token: `${text}.${signature}` }
    },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer?.() ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
  return { issuer, stop: () => closeServer(server) }
}
