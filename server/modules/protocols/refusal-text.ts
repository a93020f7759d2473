import { type ErrorName, errors } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { textOf } from '#server/http/texts.ts'

/** There is no request id to show here. */
const UNKNOWN = 'Something went wrong here, and was written down'

/**
 * Answer of FTP and SFTP to an error: the refusal, its English sentence, and `isOurs`: true for an unexpected error,
 * which is logged.
 */
export function refusalText(error: unknown): { refusal: ErrorName; text: string; isOurs: boolean } {
  const { refusal, values } = refusalOf(error)
  const text = refusal === 'unknown' ? UNKNOWN : textOf('en', errors[refusal].text, values)
  return { refusal, text, isOurs: !(error instanceof Failure) }
}
