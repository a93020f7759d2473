import { errors } from '#contract/core/errors.ts'
import type { Outcome } from '#contract/core/shapes.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from './context.ts'
import { textOf } from './texts.ts'

/** Runs an action for each item separately: a refusal is reported with its item and does not stop the others. */
export async function eachAlone(
  ids: readonly string[],
  language: Language,
  run: (id: string) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    const message = await run(id).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        return textOf(language, errors[error.refusal].text, error.values)
      },
    )
    outcomes.push({ id, isDone: message === null, message: message ?? '' })
  }
  return outcomes
}
