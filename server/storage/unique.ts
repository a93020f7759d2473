import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Runs a write and turns a unique violation into its refusal. The index decides, not a read before the write, so two
 * concurrent requests can't both succeed.
 */
export async function uniqueAs<T>(refusals: Readonly<Record<string, ErrorName>>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string }
    const refusal = code === UNIQUE_VIOLATION && constraint ? refusals[constraint] : undefined
    throw refusal ? new Failure(refusal, { cause }) : cause
  }
}
