import { useInfiniteList } from '@refinedev/core'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CARD_SIZES } from '#contract/core/limits.ts'
import { explain } from '#contract/core/policy.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatBytes } from '../../src/widgets/format.ts'
import { HeldTag } from '../../src/widgets/HeldTag.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { onDemand } from '../../src/widgets/on-demand.tsx'
import { RecordMore, usePageSize } from '../../src/widgets/RecordMore.tsx'
import { CardsSkeleton } from '../../src/widgets/Skeleton.tsx'
import { Pieces, usePieces, useSpaceParts } from '../../src/widgets/space-part.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { Cover } from './cover.tsx'
import { ListFilters } from './list-filters.tsx'
import { StatusTag } from './space-head.tsx'
import { useSpaceView } from './use-list.ts'
import './spaces.css'

/** Default page size for cards (our choice). */
const CARDS_DEFAULT_SIZE = 18

const CreateSpace = onDemand(() => import('./create.tsx'))

const ascending = new Set(['name'])

export default function SpaceList() {
  const { t } = useTranslation()
  useTitle(t('spaces.title'))
  const { view, setView } = useSpaceView()
  const { scope, q, type, tag, sort } = view
  const size = usePageSize(CARD_SIZES, CARDS_DEFAULT_SIZE)
  const parts = useSpaceParts()
  // Loaded in parallel with the spaces, so that no card changes its height later.
  usePieces('card')
  const [isCreating, setCreating] = useState(false)
  const verdict = explain(actorOf(useUser()), 'space.create', null)
  const { query } = useInfiniteList<Space>({
    resource: 'spaces',
    pagination: { pageSize: size.value },
    filters: [
      // The discovery list excludes spaces that the user belongs to.
      { field: 'scope', operator: 'eq', value: scope === 'mine' ? 'mine' : 'others' },
      { field: 'q', operator: 'eq', value: q },
      { field: 'type', operator: 'eq', value: type },
      { field: 'tag', operator: 'eq', value: tag },
    ],
    sorters: [{ field: sort, order: ascending.has(sort) ? 'asc' : 'desc' }],
  })
  const spaces = query.data?.pages.flatMap((page) => page.data) ?? []
  const isNarrowed = q !== '' || type !== undefined || tag !== undefined
  const clear = () => setView({ q: '', type: undefined, tag: undefined })
  const createButton = (
    <Tooltip title={verdict.allowed ? '' : t(`policy.rules.${verdict.rule}`)}>
      <Button type="primary" disabled={!verdict.allowed} onClick={() => setCreating(true)}>
        {t('spaces.create')}
      </Button>
    </Tooltip>
  )

  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{t('spaces.title')}</h1>
          <p>{t('spaces.hint')}</p>
        </div>
        <div className="right">{createButton}</div>
      </div>
      {parts.map(({ name, AboveList }) => (
        <AboveList key={name} />
      ))}
      <ListFilters view={view} setView={setView} shown={spaces} />
      {query.isLoading ? (
        <CardsSkeleton className="space-cards" cards={6} />
      ) : query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : spaces.length ? (
        <ul className="space-cards">
          {spaces.map((space) => (
            <li key={space.id}>
              <SpaceCard space={space} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing scope={scope} isSearch={isNarrowed} mayCreate={verdict.allowed}>
          {isNarrowed ? (
            <Button onClick={clear}>{t('spaces.clear')}</Button>
          ) : (
            scope === 'mine' && verdict.allowed && createButton
          )}
        </Nothing>
      )}
      {spaces.length > 0 && (
        <RecordMore
          query={query}
          count={spaces.length}
          total={t('spaces.total', { count: spaces.length })}
          size={size}
        />
      )}
      <CreateSpace isOpen={isCreating} onClose={() => setCreating(false)} />
    </div>
  )
}

function Nothing({
  scope,
  isSearch,
  mayCreate,
  children,
}: {
  scope: 'mine' | 'visible'
  isSearch: boolean
  mayCreate: boolean
  children: React.ReactNode
}) {
  const { t } = useTranslation()
  if (isSearch)
    return (
      <Empty title={t('spaces.noHit')} hint={t('spaces.noHitHint')}>
        {children}
      </Empty>
    )
  if (scope === 'visible') return <Empty title={t('spaces.noneVisible')} hint={t('spaces.noneVisibleHint')} />
  return (
    <Empty title={t('spaces.noneMine')} hint={mayCreate ? t('spaces.noneMineHint') : t('spaces.noneMineOrdinary')}>
      {children}
    </Empty>
  )
}

function SpaceCard({ space }: { space: Space }) {
  const { t } = useTranslation()
  const content = (
    <>
      <Cover cover={space.cover} seed={space.id} />
      <div className="body">
        <h2 title={space.name}>{space.name}</h2>
        <p>{space.introduction || space.tags.join(' · ')}</p>
        <div className="meta num">
          <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
          <StatusTag space={space} />
          <HeldTag space={space} />
          {space.myRole && <span>{t(`home.roles.${space.myRole}`)}</span>}
          <span>{t('home.members', { count: space.memberCount })}</span>
          <span>{formatBytes(space.usedBytes)}</span>
        </div>
      </div>
    </>
  )
  const address = spacePath(space.id, 'filesManage')
  if (space.myRole)
    return (
      <Link className="space-tile" to={address}>
        {content}
      </Link>
    )
  return (
    <article className="space-tile">
      {space.type === 'public' ? (
        <Link className="space-face" to={address}>
          {content}
        </Link>
      ) : (
        <a className="space-face" href={space.homepage}>
          {content}
        </a>
      )}
      <div className="way-in">
        <Pieces at="card" space={space} />
      </div>
    </article>
  )
}
