import type { ErrorName } from '#contract/core/errors.ts'
import { refusalText } from '#server/modules/protocols/index.ts'
import { Status } from './packet.ts'

/** A request refused by the protocol itself. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

/** SFTP statuses of refusals; all others are FAILURE. */
const statuses: Partial<Record<ErrorName, number>> = {
  fileGone: Status.NO_SUCH_FILE,
  folderGone: Status.NO_SUCH_FILE,
  spaceNotFound: Status.NO_SUCH_FILE,
  fileForbidden: Status.DENIED,
  forbidden: Status.DENIED,
  spaceForbidden: Status.DENIED,
  spaceRightMissing: Status.DENIED,
  rootReadOnly: Status.DENIED,
}

/** The reply to an error; `isOurs`: true for an unexpected error, which is logged. */
export function statusOf(error: unknown): { status: number; text: string; isOurs: boolean } {
  if (error instanceof Refusal) return { status: error.status, text: error.message, isOurs: false }
  const { refusal, text, isOurs } = refusalText(error)
  return { status: statuses[refusal] ?? Status.FAILURE, text, isOurs }
}
