import { useTranslation } from 'react-i18next'
import type { QueryProblem } from '#contract/queries/answer.ts'

/** What keeps a view from being read, each with its name. */
export function Problems({ problems, children }: { problems: readonly QueryProblem[]; children?: React.ReactNode }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  return (
    <div className="view-problems" role="alert">
      <ul>
        {problems.map(({ reason, name }, at) => (
          <li key={at}>{t(`dataViews.problems.${reason}`, { name })}</li>
        ))}
      </ul>
      {children}
    </div>
  )
}
