import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryProblem } from '#contract/queries/answer.ts'

/** Shows a problem, with its position in SQL. */
export function useProblemSentence() {
  const { t } = useTranslation()
  return useCallback(
    ({ reason, name, at }: QueryProblem) => {
      const sentence = t(`dataViews.problems.${reason}`, { name })
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
