import { CallFailure } from '#providers/failures.ts'

/** A failure whose message is meant for people: a component said it of the file, or the server of the request. */
export class ShownError extends Error {}

/** What a refused answer means: the server's own sentence, if it gave one. */
export async function refusalIn(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => null)
  const { message } = Object(body) as { message?: unknown }
  return typeof message === 'string' ? new ShownError(message) : new Error(`status ${response.status}`)
}

/** What a failure says to people; '' when it has no words for them. Source: spec section 8, preview. */
export const shownMessage = (failure: Error): string =>
  failure instanceof ShownError || failure instanceof CallFailure ? failure.message : ''
