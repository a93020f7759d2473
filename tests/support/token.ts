import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Client } from './client.ts'

type Scope = InputOf<typeof contract.account.addToken>['scope']

/** Creates an access token for the client's user, as programs use it. */
export async function tokenOf(client: Client, scope: Scope = 'write'): Promise<string> {
  const { token } = await client.data(contract.account.addToken, { name: 'program', scope, validityDays: 7 })
  return token
}
