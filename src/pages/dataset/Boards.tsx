import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { datasetBoardPath } from '#contract/pages/paths.ts'

/** The boards of the version: each opens on a page of its own. */
export function Boards({ view: { version, boards } }: { view: DatasetView }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="boards">
      <h2 id="boards">{t('datasetBoards.title')}</h2>
      <ul className="dataset-boards">
        {boards.map(({ id, name, description, charts }) => (
          <li key={id}>
            <a href={datasetBoardPath(version.datasetId, version.number, id)} dir="auto">
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
