import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { TestStep } from '#contract/methods.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Advice, StepName } from './advice.ts'
import { networkError, shown, within } from './net.ts'

/** Maximum duration of a test in milliseconds. */
const TRIAL_MS = 9000
/** An invalid code: its refusal shows that the client's credentials were accepted. */
export const NO_CODE = 'dataspace-test'

/** Reports the answer of a step; with advice the step is a warning. */
type Say = (answered: string, warning?: Advice) => void
export type Trial = {
  /** Runs a named step; returns null when it failed, after recording the reason and the advice. */
  run<T extends object>(step: StepName, tried: string, work: (say: Say) => Promise<T> | T): Promise<T | null>
  /** Reports information that needs no request, such as the URL to register. */
  tell(step: StepName, tried: string, answered: string, warning?: Advice): void
  /** Aborts the calls of the test when its time is over. */
  signal: AbortSignal
}
type Trials<P> = { steps: TestStep[]; person: P | null }

/** Runs the steps of a test in order, all within TRIAL_MS. `work` returns the mapped person. */
export async function tryOut<P = null>(
  language: Language,
  work: (trial: Trial) => Promise<P | null>,
): Promise<Trials<P>> {
  const steps: TestStep[] = []
  const startMs = performance.now()
  // A hanging step must leave time for the next one.
  const leftMs = () => Math.min(METHOD_TIMEOUT_MS, Math.max(1, TRIAL_MS - (performance.now() - startMs)))
  const adviceOf = (advice: Advice) => textOf(language, `methods.advice.${advice}`)

  const trial: Trial = {
    signal: AbortSignal.timeout(TRIAL_MS),
    async run(step, tried, run) {
      const fromMs = performance.now()
      let heard: { answered: string; advice?: Advice } = { answered: '' }
      const note = (state: TestStep['state'], answered: string, advice: string) =>
        steps.push({
          step,
          state,
          ms: Math.round(performance.now() - fromMs),
          tried,
          answered: shown(answered),
          advice,
        })
      try {
        const say: Say = (answered, advice) => void (heard = { answered, advice })
        const value = await within(leftMs(), tried, Promise.resolve(run(say)))
        note(heard.advice ? 'warning' : 'ok', heard.answered, heard.advice ? adviceOf(heard.advice) : '')
        return value
      } catch (error) {
        const { message, advice } = networkError(error, tried)
        note('failed', message, adviceOf(advice))
        return null
      }
    },
    tell(step, tried, answered, warning) {
      const advice = warning ? adviceOf(warning) : ''
      steps.push({ step, state: warning ? 'warning' : 'ok', ms: 0, tried, answered, advice })
    },
  }
  const person = await work(trial)
  return { steps, person }
}
