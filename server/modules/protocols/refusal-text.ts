import { type ErrorName, errors } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { textOf } from '#server/http/texts.ts'

/** There is no request here whose id could be shown. */
const UNKNOWN = 'Something went wrong here, and was written down'

/**
 * What FTP and SFTP answer to something thrown: the refusal that it means, its sentence in English, and whether nobody was
 * refused by it on purpose (`isOurs`), so that it is logged.
 */
export function refusalText(error: unknown): { refusal: ErrorName; text: string; isOurs: boolean } {
  const { refusal, values } = refusalOf(error)
  const text = refusal === 'unknown' ? UNKNOWN : textOf('en', errors[refusal].text, values)
  return { refusal, text, isOurs: !(error instanceof Failure) }
}
