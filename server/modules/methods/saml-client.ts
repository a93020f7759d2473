import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Setup } from './adapter.ts'
import { certificatesOf } from './certificates.ts'
import { placesOf } from './rows.ts'

/** Clocks of two institutions may differ by this much. */
export const SKEW_MS = 60_000
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/

/** Who we are for the provider. */
export const entityIdOf = ({ config, origin, id }: Setup<'saml'>): string =>
  config.spEntityId || placesOf(origin, id).metadataUrl

/** A memory of one request: its id is in the journey, so that any node can take the answer. */
const memoryOf = (requestId: string): CacheProvider => ({
  saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
  getAsync: async (key) => (requestId && key === requestId ? new Date().toISOString() : null),
  removeAsync: async (key) => key,
})

/** The key that signs requests, and its certificate when that stands behind it in the same PEM. */
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
    // Either signature covers the assertion, and node-saml takes none that is covered by neither: Shibboleth signs the
    // whole response, most others the assertion.
    wantAssertionsSigned: wants,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: memoryOf(requestId),
    generateUniqueId: () => requestId,
  })
}

/** Begins a request: where the browser goes, and the id that the answer must name. */
export async function requestOf(setup: Setup<'saml'>, state: string): Promise<{ url: string; requestId: string }> {
  const requestId = `_${crypto.randomUUID()}`
  return { url: await clientOf(setup, requestId).getAuthorizeUrlAsync(state, undefined, {}), requestId }
}

/** Our metadata as XML. */
export function describeUs(setup: Setup<'saml'>): string {
  const { publicCert, privateKey } = signingOf(setup)
  // Without its certificate the key can't be told to the provider.
  const signing = publicCert ? { publicCert, privateKey } : {}
  return clientOf(setup, '_metadata', { signing, wants: true }).generateServiceProviderMetadata(
    null,
    publicCert ?? null,
  )
}
