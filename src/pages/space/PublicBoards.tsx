import { useTranslation } from 'react-i18next'
import type { SpaceView } from '#contract/pages/data.ts'
import { boardPath } from '#contract/pages/paths.ts'
import '../new-datasets.css'

/** The public dashboards of a space; renders nothing if there are none. */
export function PublicBoards({ list }: { list: SpaceView['boards'] }) {
  const { t } = useTranslation()
  if (!list.length) return null
  return (
    <section className="new-datasets" aria-labelledby="public-boards">
      <div className="section-head">
        <h2 id="public-boards">{t('spacePage.boards')}</h2>
      </div>
      <ul>
        {list.map(({ id, name, description }) => (
          <li key={id}>
            <h3 dir="auto">
              <a href={boardPath(id)}>{name}</a>
            </h3>
            {description && <p dir="auto">{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
