import { useTranslation } from 'react-i18next'
import type { BoardLine } from '#contract/publications/dataset.ts'

/** The boards of a version, each with a link to its page. */
export function Boards({ boards, pathOf }: { boards: readonly BoardLine[]; pathOf: (id: string) => string }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="boards">
      <h2 id="boards">{t('datasetBoards.title')}</h2>
      <ul className="dataset-boards">
        {boards.map(({ id, name, description, charts }) => (
          <li key={id}>
            <a href={pathOf(id)} dir="auto">
              {name}
            </a>{' '}
            <small className="num">{t('datasetBoards.charts', { count: charts })}</small>
            {description && <p dir="auto">{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
