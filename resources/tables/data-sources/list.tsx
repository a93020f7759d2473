import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type DataSource, dataSources } from '#contract/data-sources.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { RecordList } from '../../../src/widgets/RecordList.tsx'
import { SearchField } from '../../../src/widgets/SearchField.tsx'
import { type SourceAddress, sourcePath } from './address.ts'
import { SourceDrawer } from './form.tsx'
import { useSourceMenu } from './menu.tsx'

type Props = { space: Space; address: SourceAddress; lists: React.ReactNode }

/** The data sources of a space, by name. */
export function SourceList({ space, address, lists }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [isAdding, setAdding] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['dataSources', space.id, 'list', q],
    ...byPages((after) => call(dataSources.list, { spaceId: space.id, ...(q && { q }), ...after }, { quiet: true })),
  })
  const columns = useColumns(space)
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('dataSources.add')}
    </Button>
  )
  const empty = (
    <Empty title={t(q ? 'dataSources.noHit' : 'dataSources.none')} hint={q ? undefined : t('dataSources.noneHint')}>
      {!q && add}
    </Empty>
  )
  return (
    <section className="tables-page" aria-label={t('dataSources.title')}>
      <div className="tables-head">
        {lists}
        <SearchField label={t('dataSources.search')} q={q} onSearch={setQ} />
        <span className="space" />
        {rows.length > 0 && add}
      </div>
      <RecordList
        query={query}
        label={t('dataSources.title')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
        card={(one) => <SourceCard space={space} source={one} />}
        empty={empty}
      />
      <SourceDrawer
        space={space}
        panel={isAdding ? {} : null}
        onClose={() => setAdding(false)}
        onMade={(id) => address.open(id)}
      />
    </section>
  )
}

/** The readable address of a database or a file. */
export const placeOf = ({ host, port, database }: DataSource) => `${host}:${port}/${database.replace(/^\/+/, '')}`

function useColumns(space: Space) {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('dataSources.name.label'),
      render: (source: DataSource) => (
        <span className="record-two">
          <Link className="records-open" to={sourcePath(space.id, source.id)} title={source.name}>
            {source.name}
          </Link>
          {source.comment && <small title={source.comment}>{source.comment}</small>}
        </span>
      ),
    },
    {
      key: 'kind',
      label: t('dataSources.kind.label'),
      render: ({ kind }: DataSource) => <span className="tag">{t(`dataSources.kinds.${kind}`)}</span>,
    },
    {
      key: 'place',
      label: t('dataSources.place'),
      render: (source: DataSource) => <span title={placeOf(source)}>{placeOf(source)}</span>,
    },
    {
      key: 'tls',
      label: t('dataSources.tls.label'),
      render: ({ tls }: DataSource) => t(`dataSources.tls.short.${tls}`),
    },
    {
      key: 'imports',
      label: t('sourceImports.heading'),
      isNumeric: true,
      render: ({ imports }: DataSource) => imports,
    },
    { key: 'maker', label: t('dataSources.maker'), render: ({ maker }: DataSource) => maker.personName },
    {
      key: 'menu',
      label: '',
      render: (source: DataSource) => <SourceMenu space={space} source={source} />,
    },
  ]
}

function SourceCard({ space, source }: { space: Space; source: DataSource }) {
  const { t } = useTranslation()
  return (
    <div className="record-card">
      <Link className="records-open" to={sourcePath(space.id, source.id)}>
        {source.name}
      </Link>
      <small>{placeOf(source)}</small>
      <p>
        <span className="tag">{t(`dataSources.kinds.${source.kind}`)}</span>
        {t('sourceImports.count', { count: source.imports })}
      </p>
    </div>
  )
}

type MenuProps = { space: Space; source: DataSource; onGone?: () => void }

/** The actions on a data source, for people who may change it. */
export function SourceMenu({ space, source, onGone }: MenuProps) {
  const { t } = useTranslation()
  const { menu, drawer } = useSourceMenu(space, source, onGone)
  return (
    <>
      <Dropdown menu={menu} trigger={['click']}>
        <Button
          className="over-link"
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('tables.more', { name: source.name })}
        />
      </Dropdown>
      {drawer}
    </>
  )
}
