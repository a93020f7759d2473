import { CallFailure } from '#providers/failures.ts'

/** A failure whose message is meant for users, from a component or the server. */
export class ShownError extends Error {}

/** The error for a refused response, with the server's message if there is one. */
export async function refusalIn(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null)
  const { message } = Object(body) as { message?: unknown }
  return typeof message === 'string' ? new ShownError(message) : new Error(`status ${response.status}`)
}

/** The message of a failure for users; '' if it has none. Source: spec section 8, preview. */
export const shownMessage = (failure: Error): string =>
  failure instanceof ShownError || failure instanceof CallFailure ? failure.message : ''
