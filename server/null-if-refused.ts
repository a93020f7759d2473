import { Failure } from './failure.ts'

/** An expected refusal as null: a page says what it means. */
export const nullIfRefused = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })
