import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { tablePath } from './address.ts'
import './overview.css'

/** Tables that the overview names (our choice). */
const NAMED = 6

/** The tables of a space that the user can see, in its overview; renders nothing if there are none. */
export default function TablesOverview({ space }: { space: Space }) {
  const { t } = useTranslation()
  const user = useUser()
  const { data } = useQuery({
    queryKey: ['tables', space.id, 'overview'],
    queryFn: () => call(tables.list, { spaceId: space.id, size: NAMED }, { quiet: true, aside: true }),
    enabled: user !== null && can(actorOf(user), 'table.list', space),
  })
  if (!data || data.list.length === 0) return null
  return (
    <section className="panel tables-overview">
      <h2>
        {t('tables.title')} <Link to={spacePath(space.id, 'form')}>{t('tables.seeAll')}</Link>
      </h2>
      <ul>
        {data.list.map(({ id, name, description, rows, columns }) => (
          <li key={id}>
            <Link to={tablePath(space.id, id)}>{name}</Link>
            <small className="num">{t('tables.size', { count: rows, columns })}</small>
            {description && <p>{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
