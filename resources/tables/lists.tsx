import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { sourcesPath } from './data-sources/address.ts'
import { viewsPath } from './data-views/address.ts'

type List = 'tables' | 'views' | 'sources'

/** Switches between the tables, the data views and the data sources of a space. */
export function Lists({ space, value }: { space: Space; value: List }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const maySources = can(actorOf(useUser()), 'dataSource.use', space)
  const paths: Record<List, string> = {
    tables: spacePath(space.id, 'form'),
    views: viewsPath(space.id),
    sources: sourcesPath(space.id),
  }
  return (
    <Segmented<List>
      value={value}
      onChange={(list) => navigate(paths[list])}
      options={[
        { value: 'tables', label: t('tables.title') },
        { value: 'views', label: t('dataViews.title') },
        ...(maySources ? [{ value: 'sources' as const, label: t('dataSources.title') }] : []),
      ]}
    />
  )
}
