import { type ErrorName, errors } from '#contract/errors.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { Status } from './packet.ts'

/** A request that is turned away by the protocol. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

/** Statuses of refusals; every other one is a failure. */
const statuses: Partial<Record<ErrorName, number>> = {
  fileGone: Status.NO_SUCH_FILE,
  folderGone: Status.NO_SUCH_FILE,
  spaceNotFound: Status.NO_SUCH_FILE,
  fileForbidden: Status.DENIED,
  forbidden: Status.DENIED,
  spaceForbidden: Status.DENIED,
  spaceRightMissing: Status.DENIED,
  doorTop: Status.DENIED,
}

/** What to answer to something thrown; null: a defect, which is logged. */
export function statusOf(error: unknown): { status: number; text: string } | null {
  if (error instanceof Refusal) return { status: error.status, text: error.message }
  if (!(error instanceof Failure)) return null
  const words = textOf('en', errors[error.refusal].text, error.values)
  return { status: statuses[error.refusal] ?? Status.FAILURE, text: words }
}
