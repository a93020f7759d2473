import type { Profile } from '@node-saml/node-saml'
import { MethodError, type RedirectAdapter, ReturnError, relayState, type Setup } from './adapter.ts'
import { type Attributes, attributesOf, outsiderOf } from './mapping.ts'
import { shown } from './net.ts'
import { clientOf, describeUs, requestOf, SKEW_MS } from './saml-client.ts'
import { trySaml } from './saml-trial.ts'

/** How long, and how many, accepted assertions are remembered; no assertion for our requests is valid for longer. */
const USED_MS = 15 * 60_000
const USED_MAX = 10_000
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

type Node = Record<string, unknown> & { $?: Record<string, string> }
const nodesOf = (parent: unknown, name: string): Node[] =>
  ((parent as Record<string, Node[] | undefined> | undefined)?.[name] ?? []) as Node[]

/** Checks the signed assertion: its issuer, and that it is meant for this site and this request, and is not expired. */
function demandOurs({ config, callbackUrl }: Setup<'saml'>, profile: Profile, requestId: string): void {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Node }
  if (config.idpIssuer && profile.issuer !== config.idpIssuer)
    throw new ReturnError(`${shown(profile.issuer)} / ${config.idpIssuer}`, 'issuerDiffers')
  // Often only the assertion is signed, so nothing outside it is trusted. Source: SAML Profiles 4.1.4.2.
  const isOurs = nodesOf(nodesOf(assertion, 'Subject')[0], 'SubjectConfirmation').some((confirmation) => {
    const data = nodesOf(confirmation, 'SubjectConfirmationData')[0]?.$ ?? {}
    return (
      confirmation.$?.Method === BEARER &&
      data.InResponseTo === requestId &&
      data.Recipient === callbackUrl &&
      Date.parse(data.NotOnOrAfter ?? '') > Date.now() - SKEW_MS
    )
  })
  if (!isOurs) throw new ReturnError('SubjectConfirmationData', 'responseRefused')
}

const used = new Map<string, number>()
/**
 * Refuses a replayed assertion. Across servers the journey prevents replays, because it is deleted with the first
 * response.
 */
function demandFresh(profile: Profile): void {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Node }
  const id = assertion?.$?.ID ?? ''
  const nowMs = Date.now()
  for (const [old, atMs] of used) if (nowMs - atMs > USED_MS || used.size > USED_MAX) used.delete(old)
  if (!id || used.has(id)) throw new ReturnError(shown(id), 'responseReplayed')
  used.set(id, nowMs)
}

function attributesIn(profile: Profile): Attributes {
  const values = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string')
  const given = (profile.attributes ?? {}) as Record<string, unknown>
  return attributesOf([
    ['nameID', [profile.nameID ?? '']] as const,
    ...Object.entries(given)
      .filter(([name]) => name.toLowerCase() !== 'nameid')
      .map(([name, value]) => [name, values(value)] as const),
  ])
}

/** Refuses transient name ids and e-mail addresses, because they do not identify a person permanently. */
function demandLasting({ config }: Setup<'saml'>, profile: Profile): void {
  if (config.subjectAttribute.toLowerCase() !== 'nameid') return
  if (profile.nameIDFormat === TRANSIENT) throw new ReturnError(profile.nameIDFormat, 'subjectTransient')
  if (profile.nameIDFormat === ADDRESS) throw new ReturnError(profile.nameIDFormat, 'subjectIsAddress')
}

/** The person cancelled: the provider reports it as a status. Source: SAML Core 3.2.2.2. */
const CANCELLED = /AuthnFailed|RequestDenied/

async function read(setup: Setup<'saml'>, requestId: string, response: string): Promise<Profile | null> {
  try {
    const { profile } = await clientOf(setup, requestId).validatePostResponseAsync({ SAMLResponse: response })
    if (!profile) throw new ReturnError('SAMLResponse', 'responseRefused')
    return profile
  } catch (error) {
    if (error instanceof MethodError) throw error
    const status = (error as { xmlStatus?: string }).xmlStatus
    if (status && CANCELLED.test(status)) return null
    throw new ReturnError(shown((error as Error).message), 'responseRefused', error)
  }
}

/** SAML 2.0: request by redirect, response by POST. Assertions must be signed, for this site and for this request. */
export const saml: RedirectAdapter<'saml'> = {
  async begin(setup, state) {
    const { url, requestId } = await requestOf(setup, state)
    return { url, journey: { state, memory: { requestId } } }
  },
  stateOf: relayState,
  async finish(setup, journey, { form }) {
    if (form.RelayState !== journey.state) throw new ReturnError('RelayState', 'stateWrong')
    const requestId = journey.memory.requestId ?? ''
    const profile = await read(setup, requestId, form.SAMLResponse ?? '')
    if (!profile) return null
    demandOurs(setup, profile, requestId)
    demandLasting(setup, profile)
    demandFresh(profile)
    return outsiderOf({ attributes: attributesIn(profile), config: setup.config, labels: ['nameID'], claim: null })
  },
  metadata: async (setup) => describeUs(setup),
  test: trySaml,
}
