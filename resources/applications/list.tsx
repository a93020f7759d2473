import { PlusOutlined } from '@ant-design/icons'
import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Application } from '#contract/applications.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { type Address, filtersOf, tabs, useAddress } from './address.ts'
import { ApiList } from './apis.tsx'
import { ApplicationCard, useColumns } from './columns.tsx'
import { ApplicationDrawer } from './show.tsx'
import './applications.css'

/** API and applications: what can be granted, and the applications that it is granted to. */
export default function OpenApi() {
  const { t } = useTranslation()
  const address = useAddress()
  const { tab } = address.view
  return (
    <div className="applications-page">
      <div className="applications-head">
        <nav className="record-tabs" aria-label={t('applications.title')}>
          {tabs.map((one) => (
            <Link key={one} to={address.tabPath(one)} aria-current={one === tab ? 'page' : undefined}>
              {t(`applications.tabs.${one}`)}
            </Link>
          ))}
        </nav>
        {tab === 'applications' && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => address.open({ panel: 'create' })}>
            {t('applications.register')}
          </Button>
        )}
      </div>
      {tab === 'applications' ? <Applications address={address} /> : <ApiList />}
      <ApplicationDrawer address={address} />
    </div>
  )
}

function Applications({ address }: { address: Address }) {
  const { t } = useTranslation()
  const { view, setView, clear } = address
  const size = usePageSize()
  const filters = filtersOf(view)
  const isFiltered = Object.keys(filters).length > 0
  const { query } = useInfiniteList<Application>({
    resource: 'applications',
    pagination: { pageSize: size.value },
    filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
    queryOptions: { placeholderData: keepPreviousData },
  })
  const pathOf = ({ id }: Application) => address.layerPath({ application: id })
  return (
    <>
      <FilterRow onClear={isFiltered ? clear : null}>
        <SearchField q={view.q} label={t('applications.search')} onSearch={(q) => setView({ q })} />
        <Select
          value={view.isOnline}
          onChange={(isOnline) => setView({ isOnline })}
          allowClear
          placeholder={t('applications.state')}
          aria-label={t('applications.state')}
          options={[
            { value: 'true', label: t('applications.enabled') },
            { value: 'false', label: t('applications.disabled') },
          ]}
        />
      </FilterRow>
      <RecordList
        query={query}
        label={t('applications.tabs.applications')}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        keyOf={({ id }) => id}
        columns={useColumns(pathOf)}
        card={(one) => <ApplicationCard application={one} path={pathOf(one)} />}
        openKey={address.application}
        size={size}
        empty={
          isFiltered ? (
            <Empty title={t('applications.noHit')}>
              <Button onClick={clear}>{t('common.clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('applications.none')} hint={t('applications.noneHint')} />
          )
        }
      />
    </>
  )
}
