import { createHash } from 'node:crypto'
import * as oc from 'openid-client'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import { MethodError, ReturnError, type Setup } from './adapter.ts'
import { limitedFetch, networkError, placeOf, shown } from './net.ts'

type Config = MethodConfigs['oidc']

/** A discovery document is asked for again after this long; while that fails the old one serves. */
const DISCOVERY_AGE_MS = 10 * 60_000
/** Providers that are remembered. */
const KNOWN_MAX = 100

/** Our own endpoints go before those of the discovery document. */
const manual = (config: Config): Partial<oc.ServerMetadata> =>
  Object.fromEntries(
    Object.entries({
      authorization_endpoint: config.authorizationEndpoint,
      token_endpoint: config.tokenEndpoint,
      userinfo_endpoint: config.userinfoEndpoint,
      jwks_uri: config.jwksUri,
      end_session_endpoint: config.endSessionEndpoint,
    }).filter(([, url]) => url !== ''),
  )
const needsNoDiscovery = (config: Config) =>
  Boolean(config.authorizationEndpoint && config.tokenEndpoint && config.jwksUri)

const fetchOnce: oc.CustomFetch = (url, { body, ...init }) =>
  limitedFetch(url, { ...init, body: body as BodyInit | null | undefined })

/** Plain HTTP only for a provider that is itself named so: a setting of somebody who tries something out. */
const isPlain = ({ issuer }: Config) => issuer.startsWith('http:')

/** The secret goes the way that the provider says it takes; HTTP Basic when it says nothing (OIDC Core 9). */
function authenticationOf(metadata: oc.ServerMetadata, secret: string): oc.ClientAuth {
  if (!secret) return oc.None()
  const ways = metadata.token_endpoint_auth_methods_supported
  return ways?.includes('client_secret_post') ? oc.ClientSecretPost(secret) : oc.ClientSecretBasic(secret)
}

/** Signatures are checked when the provider signs with keys that it publishes. */
function signsWithKeys({ jwks_uri, id_token_signing_alg_values_supported: algorithms }: oc.ServerMetadata): boolean {
  return Boolean(jwks_uri) && (!algorithms || algorithms.some((algorithm) => !/^(HS|none)/.test(algorithm)))
}

/** A client of this provider, without asking it anything. */
export function clientOf(config: Config, secret: string, metadata: oc.ServerMetadata): oc.Configuration {
  const authentication = authenticationOf(metadata, secret)
  const client = new oc.Configuration(metadata, config.clientId, secret || undefined, authentication)
  client[oc.customFetch] = fetchOnce
  client.timeout = METHOD_TIMEOUT_MS / 1000
  if (isPlain(config)) oc.allowInsecureRequests(client)
  if (signsWithKeys(metadata)) oc.enableNonRepudiationChecks(client)
  return client
}

/** What the provider says of itself, with our own endpoints over it. Throws MethodError. */
export async function discover(config: Config): Promise<oc.ServerMetadata> {
  if (needsNoDiscovery(config)) return { issuer: config.issuer, ...manual(config) }
  try {
    const found = await oc.discovery(new URL(config.issuer), config.clientId, undefined, oc.None(), {
      [oc.customFetch]: fetchOnce,
      timeout: METHOD_TIMEOUT_MS / 1000,
      ...(isPlain(config) && { execute: [oc.allowInsecureRequests] }),
    })
    return { ...found.serverMetadata(), ...manual(config) }
  } catch (error) {
    throw discoveryError(error, config.issuer)
  }
}

const causes = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...(error.cause === undefined ? [] : causes(error.cause))] : []

function discoveryError(error: unknown, issuer: string): MethodError {
  const ours = causes(error).find((cause) => cause instanceof MethodError)
  if (ours) return ours
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    const said = (cause as { body?: { issuer?: string } } | undefined)?.body?.issuer ?? ''
    return new MethodError(`${issuer} / ${shown(said)}`, 'issuerDiffers', error)
  }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return new MethodError(
      `${placeOf(issuer)}: HTTP ${cause instanceof Response ? cause.status : ''}`,
      'httpStatus',
      error,
    )
  if (code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR')
    return new MethodError(placeOf(issuer), 'notJson', error)
  return networkError(error, placeOf(issuer))
}

type Known = { client: oc.Configuration; atMs: number }
const known = new Map<string, Known>()
/** Asked for once, however many people come at the same moment. */
const underWay = new Map<string, Promise<Known>>()

/** The client of a method. Its discovery document is kept, and the keys of the provider with it. Throws MethodError. */
export async function openClient({ config, secrets }: Setup<'oidc'>): Promise<oc.Configuration> {
  const secret = secrets.clientSecret ?? ''
  const key = createHash('sha256')
    .update(JSON.stringify([config, secret]))
    .digest('base64')
  const old = known.get(key)
  if (old && Date.now() - old.atMs < DISCOVERY_AGE_MS) return old.client
  const asked =
    underWay.get(key) ??
    discover(config)
      .then((metadata) => remember(key, clientOf(config, secret, metadata)))
      .finally(() => underWay.delete(key))
  underWay.set(key, asked)
  try {
    return (await asked).client
  } catch (error) {
    if (old) return old.client
    throw error
  }
}

function remember(key: string, client: oc.Configuration): Known {
  const fresh = { client, atMs: Date.now() }
  known.delete(key)
  known.set(key, fresh)
  const [oldest] = known.keys()
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
  return fresh
}

/** Refusals of the token endpoint that speak of us, not of the code. Source: RFC 6749, 5.2. */
const OF_CLIENT = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']

/** What went wrong on the way back, in our words: of this one sign-in, or of the method. */
export function grantError(error: unknown, config: Config): MethodError {
  const ours = causes(error).find((cause) => cause instanceof MethodError)
  if (ours) return ours
  if (error instanceof oc.ResponseBodyError) {
    const reason = shown(`${error.error}: ${error.error_description ?? ''}`)
    if (OF_CLIENT.includes(error.error)) return new MethodError(reason, 'clientRefused', error)
    return new ReturnError(reason, 'codeRefused', error)
  }
  if (error instanceof oc.WWWAuthenticateChallengeError)
    return new MethodError(`HTTP ${error.status}`, 'clientRefused', error)
  if (error instanceof oc.AuthorizationResponseError)
    return new ReturnError(shown(`${error.error}: ${error.error_description ?? ''}`), 'otherRefused', error)
  const { code, message } = error as { code?: string; message: string }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return new MethodError(placeOf(config.issuer), code.endsWith('JSON') ? 'notJson' : 'httpStatus', error)
  if (code === 'OAUTH_TIMEOUT') return networkError(error, placeOf(config.issuer))
  const detail = causes(error)
    .map((cause) => (cause as Error).message)
    .join('; ')
  return new ReturnError(shown(`${code ?? ''} ${detail || message}`), 'tokenWrong', error)
}
