import { Failure } from './failure.ts'

/** Turns an expected refusal into null: the page itself explains it. */
export const nullIfRefused = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })
