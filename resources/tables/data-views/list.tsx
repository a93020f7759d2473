import { CodeOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { dataViews, type ViewRecord } from '#contract/data-views.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { onDemand } from '../../../src/widgets/on-demand.tsx'
import { RecordList } from '../../../src/widgets/RecordList.tsx'
import { SearchField } from '../../../src/widgets/SearchField.tsx'
import { newSqlPath, newViewPath, viewPath } from './address.ts'
import { useViewMenu } from './menu.tsx'

const LineageDrawer = onDemand(() => import('./lineage.tsx'))

/** The data views of a space, by name. */
export function ViewList({ space, lists }: { space: Space; lists: React.ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actor = actorOf(useUser())
  const [q, setQ] = useState('')
  const [isLineage, showLineage] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['dataViews', space.id, 'list', q],
    ...byPages((after) => call(dataViews.list, { spaceId: space.id, ...(q && { q }), ...after }, { quiet: true })),
  })
  const columns = useColumns(space)
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const create = can(actor, 'table.create', space) && (
    <span className="creates">
      <Button icon={<CodeOutlined />} onClick={() => navigate(newSqlPath(space.id))}>
        {t('dataViews.createSql')}
      </Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => navigate(newViewPath(space.id))}>
        {t('dataViews.create')}
      </Button>
    </span>
  )
  const empty = (
    <Empty title={t(q ? 'dataViews.noHit' : 'dataViews.none')} hint={q ? undefined : t('dataViews.noneHint')}>
      {!q && create}
    </Empty>
  )
  return (
    <section className="tables-page" aria-label={t('dataViews.title')}>
      <div className="tables-head">
        {lists}
        <SearchField label={t('dataViews.search')} q={q} onSearch={setQ} />
        <Button type="text" onClick={() => showLineage(true)}>
          {t('dataViews.lineage.title')}
        </Button>
        {rows.length > 0 && create}
      </div>
      <RecordList
        query={query}
        label={t('dataViews.title')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
        card={(one) => (
          <div className="record-card">
            <Link className="records-open" to={viewPath(space.id, one.id)}>
              {one.name}
            </Link>
            <small>{one.sourceNames.join(t('tables.comma'))}</small>
          </div>
        )}
        empty={empty}
      />
      <LineageDrawer space={space} isOpen={isLineage} onClose={() => showLineage(false)} />
    </section>
  )
}

function useColumns(space: Space) {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'name',
      label: t('dataViews.name.label'),
      render: (view: ViewRecord) => (
        <span className="record-two">
          <Link className="records-open" to={viewPath(space.id, view.id)}>
            {view.name}
          </Link>
          {view.description && <small title={view.description}>{view.description}</small>}
        </span>
      ),
    },
    {
      key: 'sources',
      label: t('dataViews.sources'),
      render: ({ sourceNames, isSql }: ViewRecord) => {
        const names = sourceNames.join(t('tables.comma'))
        return (
          <span title={names}>
            {isSql && <span className="tag">SQL</span>} {names}
          </span>
        )
      },
    },
    { key: 'maker', label: t('tables.maker'), render: ({ maker }: ViewRecord) => maker.personName },
    {
      key: 'visible',
      label: t('tables.visibility'),
      render: (view: ViewRecord) => {
        const whose = t(`dataViews.visible.${visibilityOf(view)}`)
        return (
          <span className="tag" title={whose}>
            {whose}
          </span>
        )
      },
    },
    {
      key: 'changed',
      label: t('tables.changedAt'),
      isNumeric: true,
      render: ({ changedAt }: ViewRecord) => formatDateTime(changedAt, i18n.language),
    },
    { key: 'menu', label: '', render: (view: ViewRecord) => <RowMenu space={space} view={view} /> },
  ]
}

/** Who sees the rows of a view. */
export const visibilityOf = ({ isShared, access }: Pick<ViewRecord, 'isShared' | 'access'>) =>
  !isShared ? 'private' : access === 'published' ? 'published' : 'sources'

function RowMenu({ space, view }: { space: Space; view: ViewRecord }) {
  const { t } = useTranslation()
  const { menu, drawer } = useViewMenu(space, view)
  return (
    <>
      <Dropdown menu={menu} trigger={['click']}>
        <Button
          className="over-link"
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('tables.more', { name: view.name })}
        />
      </Dropdown>
      {drawer}
    </>
  )
}
