import * as oc from 'openid-client'
import type { Language } from '#server/http/context.ts'
import { MethodError, type Setup } from './adapter.ts'
import { ask, demandObject, demandOk, placeOf } from './net.ts'
import { clientOf, discover, grantError } from './oidc-client.ts'
import { NO_CODE, type Trial, tryOut } from './trial.ts'

async function tryKeys(trial: Trial, url: string): Promise<void> {
  await trial.run('keys', url, async (say) => {
    const { keys } = demandObject(demandOk(await ask(url, trial)))
    if (!Array.isArray(keys) || keys.length === 0) throw new MethodError(placeOf(url), 'keysMissing')
    say(keys.map((key: { kty?: string; alg?: string }) => key.alg ?? key.kty).join(', '))
    return keys
  })
}

/** Requests the sign-in page as a browser would: most providers refuse an unregistered callback URL here. */
async function tryAuthorize(trial: Trial, setup: Setup<'oidc'>, client: oc.Configuration): Promise<void> {
  const verifier = oc.randomPKCECodeVerifier()
  const url = oc.buildAuthorizationUrl(client, {
    redirect_uri: setup.callbackUrl,
    scope: setup.config.scope,
    state: 'test',
    nonce: 'test',
    code_challenge: await oc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  await trial.run('authorize', placeOf(url.href), async (say) => {
    const answer = await ask(url.href, trial)
    if (answer.status >= 500) demandOk(answer)
    say(`HTTP ${answer.status}`, answer.status >= 400 ? 'redirectUnregistered' : undefined)
    return answer
  })
}

/** Sends an invalid code: `invalid_grant` shows that the secret is right, `invalid_client` that it is wrong. */
async function tryToken(trial: Trial, setup: Setup<'oidc'>, client: oc.Configuration): Promise<void> {
  const { token_endpoint: endpoint = '', issuer } = client.serverMetadata()
  await trial.run('token', endpoint, async (say) => {
    const url = new URL(setup.callbackUrl)
    url.search = new URLSearchParams({ code: NO_CODE, state: 'test', iss: issuer }).toString()
    try {
      await oc.authorizationCodeGrant(client, url, {
        expectedState: 'test',
        pkceCodeVerifier: oc.randomPKCECodeVerifier(),
      })
    } catch (error) {
      const failure = grantError(error, setup.config)
      if (failure.advice !== 'codeRefused') throw failure
      const isGrant = error instanceof oc.ResponseBodyError && error.error === 'invalid_grant'
      say(failure.message, isGrant ? undefined : 'secretUnchecked')
    }
    return {}
  })
}

/** Tests every step of a sign-in that needs no person. */
export function tryOidc(setup: Setup<'oidc'>, language: Language) {
  return tryOut(language, async (trial) => {
    const { config, callbackUrl } = setup
    const metadata = await trial.run('discovery', config.issuer, async (say) => {
      const found = await discover(config)
      say(found.issuer)
      return found
    })
    if (!metadata) return null
    const endpoints = await trial.run('endpoints', 'authorization_endpoint, token_endpoint', (say) => {
      const { authorization_endpoint: authorize, token_endpoint: token } = metadata
      if (!authorize || !token)
        throw new MethodError(authorize ? 'token_endpoint' : 'authorization_endpoint', 'endpointMissing')
      say([authorize, token].map(placeOf).join(', '))
      return {}
    })
    if (metadata.jwks_uri) await tryKeys(trial, metadata.jwks_uri)
    else trial.tell('keys', 'jwks_uri', '-', 'keysMissing')
    if (!endpoints) return null
    const client = clientOf(config, setup.secrets.clientSecret ?? '', metadata)
    await tryAuthorize(trial, setup, client)
    await tryToken(trial, setup, client)
    trial.tell('register', 'redirect_uri', callbackUrl)
    return null
  })
}
