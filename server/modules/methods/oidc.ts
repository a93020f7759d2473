import * as oc from 'openid-client'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import {
  demandState,
  MethodError,
  type Outsider,
  type RedirectAdapter,
  type Return,
  ReturnError,
  type Setup,
  stateInQuery,
} from './adapter.ts'
import { flatten, isTrue, outsiderOf } from './mapping.ts'
import { within } from './net.ts'
import { grantError, openClient } from './oidc-client.ts'
import { tryOidc } from './oidc-trial.ts'

const LABELS = ['preferred_username', 'email']

/** Claims of the ID token, overridden by those of the userinfo endpoint, if there is one. */
async function claimsOf(client: oc.Configuration, tokens: Awaited<ReturnType<typeof oc.authorizationCodeGrant>>) {
  const claims = tokens.claims()
  if (!claims) throw new ReturnError('id_token', 'tokenWrong')
  if (!client.serverMetadata().userinfo_endpoint) return { ...claims }
  return { ...claims, ...(await oc.fetchUserInfo(client, tokens.access_token, claims.sub)) }
}

async function exchange(setup: Setup<'oidc'>, memory: Record<string, string>, state: string, { url }: Return) {
  const client = await openClient(setup)
  // The configured callback URL instead of the one behind a proxy: the provider compares it with that of the request.
  const current = new URL(setup.callbackUrl)
  current.search = url.search
  try {
    const tokens = await oc.authorizationCodeGrant(client, current, {
      expectedState: state,
      expectedNonce: memory.nonce,
      pkceCodeVerifier: memory.verifier,
      idTokenExpected: true,
    })
    return await claimsOf(client, tokens)
  } catch (error) {
    throw grantError(error, setup.config)
  }
}

/** OpenID Connect: authorization code with PKCE, state and nonce. */
export const oidc: RedirectAdapter<'oidc'> = {
  async begin(setup, state) {
    const client = await within(METHOD_TIMEOUT_MS, setup.config.issuer, openClient(setup))
    if (!client.serverMetadata().authorization_endpoint)
      throw new MethodError('authorization_endpoint', 'endpointMissing')
    const verifier = oc.randomPKCECodeVerifier()
    const nonce = oc.randomNonce()
    const url = oc.buildAuthorizationUrl(client, {
      redirect_uri: setup.callbackUrl,
      scope: setup.config.scope,
      state,
      nonce,
      code_challenge: await oc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, journey: { state, memory: { verifier, nonce } } }
  },
  stateOf: stateInQuery,
  async finish(setup, journey, given): Promise<Outsider | null> {
    demandState(journey, given)
    if (given.url.searchParams.get('error') === 'access_denied') return null
    const claims = await within(
      METHOD_TIMEOUT_MS,
      setup.config.issuer,
      exchange(setup, journey.memory, journey.state, given),
    )
    const claim = 'email_verified' in claims ? isTrue(claims.email_verified) : null
    return outsiderOf({ attributes: flatten(claims), config: setup.config, labels: LABELS, claim })
  },
  test: tryOidc,
}
