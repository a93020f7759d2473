import { createHash, randomBytes } from 'node:crypto'
import type { ApiGroup } from '#contract/applications.ts'
import { contract } from '#contract/index.ts'
import { type Registered, registerApplication } from './application.ts'
import { buildWorld, type Who, type World } from './world.ts'

const { consents } = contract
export const REDIRECT = 'https://buoy.example.org/back?from=dataspace'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number; error?: string }
export const groups: ApiGroup[] = ['readSpaces', 'readFiles', 'writeFiles']

/** An application that asks people, and the whole way from the page to the tokens. */
export async function buildConsentLab(granted: readonly ApiGroup[] = groups) {
  const world = await buildWorld()
  const app = await registerApplication(world, { groups: granted, redirectUris: [REDIRECT], name: 'Buoy gateway' })
  const wish = (over: Record<string, string> = {}) => ({
    client_id: app.key,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'readSpaces readFiles',
    state: 'xyz',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...over,
  })
  /** The way back from the page, as the person answers. */
  const answer = async (who: Who, over: Record<string, string> = {}, isAllowed = true): Promise<URL> => {
    const { url } = await (await world.as(who)).data(consents.answer, { ...wish(over), isAllowed })
    return new URL(url)
  }
  const codeOf = async (who: Who, over: Record<string, string> = {}) =>
    (await answer(who, over)).searchParams.get('code') ?? ''
  const exchange = (code: string, over: Record<string, string> = {}, by: Registered = app) =>
    post(world, '/api/oauth/token', by, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...over,
    })
  const refresh = (token: string, over: Record<string, string> = {}, by: Registered = app) =>
    post(world, '/api/oauth/token', by, { grant_type: 'refresh_token', refresh_token: token, ...over })
  const tokens = async (who: Who, over: Record<string, string> = {}) => (await exchange(await codeOf(who, over))).body
  return { world, app, wish, answer, codeOf, exchange, refresh, tokens }
}

/** A form of an application with its secret, as programs send it. */
export async function post(world: World, path: string, { key, secret }: Registered, form: Record<string, string>) {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  const answer = await fetch(world.origin + path, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: (await answer.json()) as Tokens }
}
/** What a call with a token is refused with; null when it is answered. */
export const callBy = async (world: World, token: string, path: string, init: RequestInit = {}) => {
  const answer = await fetch(world.origin + path, { ...init, headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { error?: string }).error ?? null
}
