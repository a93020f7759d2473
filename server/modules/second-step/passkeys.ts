import type {
  AuthenticationResponseJSON,
  generateAuthenticationOptions,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Failure } from '#server/failure.ts'
import type { PasskeyRow } from './store.ts'

/** Comes with the first passkey: a site without them does without its memory. */
const library = () => import('@simplewebauthn/server')

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/

/** Whom passkeys are made for: the site's host. Browsers take no addresses, so on the own machine it is `localhost`. */
function partyOf(origin: string): { id: string; origins: string[] } {
  const url = new URL(origin)
  if (!LOOPBACK.test(url.hostname)) return { id: url.hostname, origins: [url.origin] }
  const local = `${url.protocol}//localhost${url.port && `:${url.port}`}`
  return { id: 'localhost', origins: [url.origin, local] }
}

/** Source: WebAuthn level 3, AuthenticatorTransport. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

type Person = { id: string; email: string; name: string }
const transportsOf = (row: PasskeyRow) =>
  row.transports as NonNullable<
    Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']
  >[number]['transports']

/** The ceremonies of WebAuthn level 3, over the library; a response that does not hold is refused, never an error. */
export const passkeyCeremonies = (origin: () => string, siteName: () => Promise<string>) => ({
  async register(person: Person, known: PasskeyRow[]) {
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpName: await siteName(),
      rpID: partyOf(origin()).id,
      userID: new TextEncoder().encode(person.id),
      userName: person.email,
      userDisplayName: person.name,
      attestationType: 'none',
      excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })
  },

  async registered(response: unknown, challenge: string) {
    const party = partyOf(origin())
    const { verifyRegistrationResponse } = await library()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new Failure('passkeyRefused', { cause })
    })
    if (!verified || !registrationInfo) throw new Failure('passkeyRefused')
    const { id, publicKey, counter, transports } = registrationInfo.credential
    // What the browser says of the transports is not signed: anything may stand there.
    const said: unknown = transports
    const kept = Array.isArray(said) ? TRANSPORTS.filter((known) => said.includes(known)) : []
    return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: kept }
  },

  /** Without known keys the browser offers those that it keeps for this site. */
  ask: async (known: PasskeyRow[]) =>
    (await library()).generateAuthenticationOptions({
      rpID: partyOf(origin()).id,
      userVerification: 'required',
      allowCredentials: known.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
    }),

  /** The new counter of the key. */
  async answered(response: unknown, challenge: string, row: PasskeyRow): Promise<number> {
    const party = partyOf(origin())
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: transportsOf(row),
      },
    }).catch((cause: unknown) => {
      throw new Failure('passkeyRefused', { cause })
    })
    if (!verified) throw new Failure('passkeyRefused')
    return authenticationInfo.newCounter
  },
})
