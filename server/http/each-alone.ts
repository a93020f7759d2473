import { errors } from '#contract/core/errors.ts'
import type { Outcome } from '#contract/core/shapes.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from './context.ts'
import { textOf } from './texts.ts'

/** Does something with each of several by itself: what one is refused is told beside it and holds up none of the others. */
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
