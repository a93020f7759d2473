import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { onRealtime } from '#providers/live.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { later } from '../../src/widgets/later.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../src/widgets/Skeleton.tsx'
import { type PartProps, Pieces, tabsOf, usePieces, useSpaceParts } from '../../src/widgets/space-part.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { openSpace } from './open-space.ts'
import { SpaceHead } from './space-head.tsx'
import { TurnedAway } from './turned-away.tsx'
import './spaces.css'

const NotOpen = later(() => import('./not-open.tsx'))
const OfflineNotice = later(() => import('./offline.tsx'))

/** One space with the tabs that its parts provide. */
export default function SpaceShow() {
  const { id = '' } = useParams()
  const {
    data: opened,
    dataUpdatedAt,
    error,
    refetch,
  } = useQuery({ queryKey: ['space', id], queryFn: ({ signal }) => openSpace(id, signal) })
  const space = opened && 'space' in opened ? opened.space : undefined
  const spaceId = space?.id
  useTitle(space ? space.name : null)
  useSpaceNews(id, spaceId, dataUpdatedAt)
  // Loaded in parallel with the space, so that the head does not change its height later.
  usePieces('head')
  if (opened && 'turnedAway' in opened) return <TurnedAway isHidden={opened.turnedAway === 'hidden'} />
  if (!space) return error ? <NotLoaded error={error} onRetry={refetch} /> : <PageSkeleton />
  const change = () => void refetch()
  if (space.status !== 'pending' && space.status !== 'failed') return <Tabs space={space} onChange={change} />
  return (
    <div className="space-page">
      <SpaceHead space={space} />
      <div className="space-body">
        <NotOpen space={space} onChange={change} />
      </div>
    </div>
  )
}

/**
 * Refetches a space after a change or an event, and the data that belongs to it only after that: by then content that
 * the user may no longer see has been unmounted, so that no request for it is sent.
 */
function useSpaceNews(code: string, spaceId: string | undefined, askedAtMs: number): void {
  const client = useQueryClient()
  const parts = useSpaceParts()
  const isOpen = useRef(false)
  useEffect(
    () =>
      onRealtime((event) => {
        const isOfSpace =
          event.mark === 'space' && (event.type === 'space' || event.type === 'files') && event.spaceId === spaceId
        if (event.mark === 'message' || isOfSpace)
          void client.invalidateQueries({ queryKey: ['space', code], exact: true })
      }),
    [code, spaceId, client],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer about the space is the moment
  useEffect(() => {
    const kinds = new Set<unknown>(parts.flatMap(({ renews }) => renews))
    if (isOpen.current)
      void client.invalidateQueries({
        predicate: ({ queryKey: [kind, of, ...more] }) => more.length > 0 && kinds.has(kind) && of === spaceId,
      })
    isOpen.current = spaceId !== undefined
  }, [askedAtMs, spaceId, client])
}

function Tabs({ space, onChange }: PartProps) {
  const { t } = useTranslation()
  const { id = '', tab } = useParams()
  const actor = actorOf(useUser())
  const known = tabsOf(useSpaceParts())
  const tabs = known.filter(({ may }) => may(actor, space))
  const chosen = tabs.find(({ key }) => key === tab)
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the moment
  useEffect(() => {
    void row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [tab])
  if (!chosen && known.some(({ key }) => key === tab)) return <Navigate to={spacePath(id, tabs[0]?.key)} replace />
  return (
    <div className="space-page">
      <SpaceHead space={space}>
        <Pieces at="head" space={space} />
      </SpaceHead>
      <nav ref={row} className="space-tabs" aria-label={space.name}>
        {tabs.map(({ key, label, Badge }) => (
          <Link key={key} to={spacePath(id, key)} aria-current={key === tab ? 'page' : undefined}>
            {label(t)} <Badge space={space} />
          </Link>
        ))}
      </nav>
      {space.status === 'offline' && <OfflineNotice space={space} />}
      <div className="space-body">
        {chosen ? (
          <chosen.View space={space} onChange={onChange} />
        ) : (
          <Empty title={t('shell.notFound')} hint={t('shell.notFoundHint')} />
        )}
      </div>
      <Pieces at="layer" space={space} />
    </div>
  )
}
