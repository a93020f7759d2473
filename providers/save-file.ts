import { FailureBody } from '#contract/core/envelope.ts'
import type { InputOf, Operation } from '#contract/core/operation.ts'
import { addressOf } from './address.ts'
import { CallFailure, NetworkFailure } from './failures.ts'
import { saveBlob } from './save-blob.ts'

const NAME = /filename="([^"]+)"/

/** Downloads a file that the server generates. Rejects as `call` does, so that a refusal can be reported. */
export async function saveFile<O extends Operation>(operation: O, input: InputOf<O>): Promise<void> {
  const response = await fetch(addressOf(operation, input)).catch((cause: unknown) => {
    throw new NetworkFailure(String(cause))
  })
  if (!response.ok) {
    const failure = FailureBody.safeParse(await response.json().catch(() => null))
    throw failure.success ? new CallFailure(failure.data) : new NetworkFailure(`status ${response.status}`)
  }
  saveBlob(await response.blob(), NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '')
}
