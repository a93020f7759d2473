import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Setup } from './adapter.ts'
import { certificatesOf } from './certificates.ts'
import { placesOf } from './rows.ts'

/** Tolerated clock difference between two institutions. */
export const SKEW_MS = 60_000
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/

/** Entity id of this site for the provider. */
export const entityIdOf = ({ config, origin, id }: Setup<'saml'>): string =>
  config.spEntityId || placesOf(origin, id).metadataUrl

/** A request cache with only the request's id from the stored journey, so that any server can process the response. */
const memoryOf = (requestId: string): CacheProvider => ({
  saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
  getAsync: async (key) => (requestId && key === requestId ? new Date().toISOString() : null),
  removeAsync: async (key) => key,
})

/** The key that signs requests, and its certificate, if it follows in the same PEM. */
export function signingOf({ secrets }: Setup<'saml'>): { privateKey?: string; publicCert?: string } {
  const given = secrets.privateKey ?? ''
  const privateKey = given.match(PRIVATE_KEY)?.[0]
  if (!privateKey) return {}
  const publicCert = given.includes('BEGIN CERTIFICATE') ? certificatesOf(given)[0]?.toString() : undefined
  return { privateKey, publicCert }
}

/** node-saml with the settings of a method, for one request. */
export function clientOf(
  setup: Setup<'saml'>,
  requestId: string,
  { signing = signingOf(setup), wants = false } = {},
): SAML {
  const { config, callbackUrl } = setup
  return new SAML({
    ...signing,
    entryPoint: config.entryPoint,
    issuer: entityIdOf(setup),
    audience: entityIdOf(setup),
    callbackUrl,
    idpCert: certificatesOf(config.idpCertificate).map(String),
    ...(config.idpIssuer && { idpIssuer: config.idpIssuer }),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // Either signature covers the assertion, and node-saml refuses an uncovered one: Shibboleth signs the whole
    // response, most others the assertion.
    wantAssertionsSigned: wants,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: memoryOf(requestId),
    generateUniqueId: () => requestId,
  })
}

/** Starts a request: the URL for the browser, and the request id that the response must contain. */
export async function requestOf(setup: Setup<'saml'>, state: string): Promise<{ url: string; requestId: string }> {
  const requestId = `_${crypto.randomUUID()}`
  return { url: await clientOf(setup, requestId).getAuthorizeUrlAsync(state, undefined, {}), requestId }
}

/** Metadata of this site as XML. */
export function describeUs(setup: Setup<'saml'>): string {
  const { publicCert, privateKey } = signingOf(setup)
  // Without the certificate the key can't be announced to the provider.
  const signing = publicCert ? { publicCert, privateKey } : {}
  return clientOf(setup, '_metadata', { signing, wants: true }).generateServiceProviderMetadata(
    null,
    publicCert ?? null,
  )
}
