import { createHash } from 'node:crypto'
import * as oc from 'openid-client'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { MethodConfigs } from '#contract/methods.ts'
import { MethodError, ReturnError, type Setup } from './adapter.ts'
import { limitedFetch, networkError, placeOf, shown } from './net.ts'

type Config = MethodConfigs['oidc']

/** Maximum age of a cached discovery document; while a refresh fails the old one is used. */
const DISCOVERY_AGE_MS = 10 * 60_000
/** Maximum number of cached providers. */
const KNOWN_MAX = 100

/** Manually configured endpoints override the discovery document. */
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

/** Plain HTTP is allowed only for a provider whose issuer is an http URL: a test setup. */
const isPlain = ({ issuer }: Config) => issuer.startsWith('http:')

/** Client authentication as the provider supports it; HTTP Basic when it does not say (OIDC Core 9). */
function authenticationOf(metadata: oc.ServerMetadata, secret: string): oc.ClientAuth {
  if (!secret) return oc.None()
  const ways = metadata.token_endpoint_auth_methods_supported
  return ways?.includes('client_secret_post') ? oc.ClientSecretPost(secret) : oc.ClientSecretBasic(secret)
}

/** Whether the provider signs with published keys, so that signatures can be verified. */
function signsWithKeys({ jwks_uri, id_token_signing_alg_values_supported: algorithms }: oc.ServerMetadata): boolean {
  return Boolean(jwks_uri) && (!algorithms || algorithms.some((algorithm) => !/^(HS|none)/.test(algorithm)))
}

/** A client of this provider, without a request. */
export function clientOf(config: Config, secret: string, metadata: oc.ServerMetadata): oc.Configuration {
  const authentication = authenticationOf(metadata, secret)
  const client = new oc.Configuration(metadata, config.clientId, secret || undefined, authentication)
  client[oc.customFetch] = fetchOnce
  client.timeout = METHOD_TIMEOUT_MS / 1000
  if (isPlain(config)) oc.allowInsecureRequests(client)
  if (signsWithKeys(metadata)) oc.enableNonRepudiationChecks(client)
  return client
}

/** Loads the discovery document, with the manual endpoints applied. Throws MethodError. */
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
/** Requests in progress: concurrent sign-ins share one request. */
const underWay = new Map<string, Promise<Known>>()

/** The client of a method, with cached discovery document and keys. Throws MethodError. */
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

/** Token endpoint errors that concern the client's settings, not the code. Source: RFC 6749, 5.2. */
const OF_CLIENT = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']

/** Converts an error of the response to a ReturnError (this sign-in only) or a MethodError. */
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
