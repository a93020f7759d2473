import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { account } from '#contract/account.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { callConfirmed } from '#providers/confirm.ts'

/** Browsers make passkeys only on https and on this machine. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The browser made no passkey. It does not tell a person who said no from one who let the time pass. */
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
    // The options are as the library of the same make wrote them on the server.
    return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  } catch (failure) {
    throw new NoPasskey(failure)
  }
}

/** Has the browser make a passkey and hands it in; rejects with NoPasskey when the browser did not. */
export async function addPasskey(name: string): Promise<DataOf<typeof account.addPasskey>> {
  const quiet = { quiet: true }
  const made = await makePasskey(await callConfirmed(account.beginPasskey, {}, quiet))
  return callConfirmed(account.addPasskey, { name, response: { ...made } }, quiet)
}
