import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { account } from '#contract/account.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'

/** Browsers create passkeys only over https and on localhost. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The browser created no passkey; it does not report whether the user refused or the time ran out. */
export class NoPasskey extends Error {
  readonly why: 'declined' | 'known' | 'failed'

  constructor(cause: unknown) {
    super('the browser made no passkey', { cause })
    const name = cause instanceof Error ? cause.name : ''
    this.why = name === 'NotAllowedError' ? 'declined' : name === 'InvalidStateError' ? 'known' : 'failed'
  }
}

async function makePasskey(options: DataOf<typeof account.beginPasskey>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    // The server's counterpart of this library has written the options.
    return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  } catch (failure) {
    throw new NoPasskey(failure)
  }
}

/** Lets the browser create a passkey and sends it to the server; rejects with NoPasskey if the browser created none. */
export async function addPasskey(name: string): Promise<DataOf<typeof account.addPasskey>> {
  const quiet = { quiet: true }
  const made = await makePasskey(await call(account.beginPasskey, {}, quiet))
  return call(account.addPasskey, { name, response: { ...made } }, quiet)
}
