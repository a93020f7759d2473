import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { viewsPath } from './data-views/address.ts'

type List = 'tables' | 'views'

/** Changes between what a space has as rows: its tables, and the views of them. */
export function Lists({ spaceId, value }: { spaceId: string; value: List }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const paths: Record<List, string> = { tables: spacePath(spaceId, 'form'), views: viewsPath(spaceId) }
  return (
    <Segmented<List>
      value={value}
      onChange={(list) => navigate(paths[list])}
      options={[
        { value: 'tables', label: t('tables.title') },
        { value: 'views', label: t('dataViews.title') },
      ]}
    />
  )
}
