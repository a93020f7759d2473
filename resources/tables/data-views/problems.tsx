import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryProblem } from '#contract/queries/answer.ts'
import { engineErrorOf } from '#contract/queries/engine-errors.ts'

/** What the query engine says, in our words where there are some. */
function engineSentence(said: string, t: TFunction): string {
  const error = engineErrorOf(said)
  if (!error) return t('dataViews.engineErrors.other', { said })
  const { key, values, offered } = error
  const plain = (t as (key: string, values: object) => string)(`dataViews.engineErrors.${key}`, values)
  return offered ? t('dataViews.engineErrors.offered', { said: plain, names: offered }) : plain
}

/** Shows a problem, with its position in SQL. */
export function useProblemSentence() {
  const { t } = useTranslation()
  return useCallback(
    ({ reason, name, at }: QueryProblem) => {
      const sentence = reason === 'sqlInvalid' ? engineSentence(name, t) : t(`dataViews.problems.${reason}`, { name })
      return at ? t('dataViews.sql.placed', { ...at, reason: sentence }) : sentence
    },
    [t],
  )
}

/** The reasons why a view can't be read, each with its name. */
export function Problems({ problems, children }: { problems: readonly QueryProblem[]; children?: React.ReactNode }) {
  const sentenceOf = useProblemSentence()
  if (problems.length === 0) return null
  return (
    <div className="view-problems" role="alert">
      <ul>
        {problems.map((problem, at) => (
          <li key={at}>{sentenceOf(problem)}</li>
        ))}
      </ul>
      {children}
    </div>
  )
}
