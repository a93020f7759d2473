import type { HttpError } from '@refinedev/core'
import { CallFailure } from '#providers/call.ts'

/** The sentence of a refusal; `otherwise` when nobody answered. */
export const sentenceOf = (failure: unknown, otherwise: string): string =>
  failure instanceof CallFailure ? failure.message : otherwise

/** What a refused form says above its fields; '' when a field says it. */
export function refusalOf({ errors, statusCode, message }: HttpError, otherwise: string): string {
  if (Object.keys(errors ?? {}).length) return ''
  return statusCode === 0 ? otherwise : message
}
