import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { type SpaceTab, spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { onRealtime } from '#providers/live.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { dialog } from '../../src/widgets/dialog.tsx'
import { later } from '../../src/widgets/later.tsx'
import { PageSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { openSpace } from './open-space.ts'
import { SpaceHead } from './space-head.tsx'
import { TurnedAway } from './turned-away.tsx'
import { useWhy } from './use-why.ts'
import { ViewAsFrame, ViewAsMenu } from './view-as.tsx'
import { WaitingBadge } from './waiting.tsx'
import './spaces.css'

const SpaceInfo = later(() => import('./info.tsx'))
const SpaceSetting = later(() => import('./edit.tsx'))
const SpaceJournal = later(() => import('./journal.tsx'))
const NotOpen = later(() => import('./not-open.tsx'))
const OfflineNotice = later(() => import('./offline.tsx'))
const WhyDrawer = dialog(() => import('./why.tsx'))

type Tab = { key: SpaceTab; content: ReactNode }

/** One space with its tabs; the file manager is handed in, since no resource knows it. */
export default function SpaceShow({ files }: { files: (space: Space) => ReactNode }) {
  return (
    <ViewAsFrame>
      <Opened files={files} />
    </ViewAsFrame>
  )
}

function Opened({ files }: { files: (space: Space) => ReactNode }) {
  const { id = '' } = useParams()
  const {
    data: opened,
    dataUpdatedAt,
    refetch,
  } = useQuery({ queryKey: ['space', id], queryFn: ({ signal }) => openSpace(id, signal) })
  const space = opened && 'space' in opened ? opened.space : undefined
  const spaceId = space?.id
  useTitle(space ? space.name : null)
  useSpaceNews(id, spaceId, dataUpdatedAt)
  if (opened && 'turnedAway' in opened) return <TurnedAway isHidden={opened.turnedAway === 'hidden'} />
  if (!space) return <PageSkeleton />
  const change = () => void refetch()
  if (space.status !== 'pending' && space.status !== 'failed')
    return <Tabs space={space} files={files} onChange={change} />
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
 * Asks anew for a space that has changed or that one was told of, and only then for what belongs to it: by then nothing
 * is shown, and asked for, that may not be seen any more.
 */
function useSpaceNews(code: string, spaceId: string | undefined, askedAtMs: number): void {
  const client = useQueryClient()
  const isOpen = useRef(false)
  useEffect(
    () =>
      onRealtime((event) => {
        const isOfSpace = event.mark === 'space' && event.type !== 'task' && event.spaceId === spaceId
        if (event.mark === 'message' || isOfSpace)
          void client.invalidateQueries({ queryKey: ['space', code], exact: true })
      }),
    [code, spaceId, client],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer about the space is the moment
  useEffect(() => {
    if (isOpen.current)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.length > 2 && belongsTo(queryKey, spaceId),
      })
    isOpen.current = spaceId !== undefined
  }, [askedAtMs, spaceId, client])
}
const parts = new Set<unknown>(['space', 'joining', 'rights', 'why'])
const belongsTo = ([kind, of]: readonly unknown[], spaceId: string | undefined) => parts.has(kind) && of === spaceId

type TabsProps = { space: Space; files: (space: Space) => ReactNode; onChange: () => void }

function Tabs({ space, files, onChange }: TabsProps) {
  const { t } = useTranslation()
  const { id = '', tab = 'filesManage' } = useParams()
  const actor = actorOf(useUser())
  const mayManage = can(actor, 'member.list', space) || can(actor, 'space.delete', space)
  const tabs: Tab[] = [
    { key: 'spaceInfo', content: <SpaceInfo space={space} /> },
    ...(can(actor, 'space.read', space) ? [{ key: 'filesManage' as const, content: files(space) }] : []),
    ...(can(actor, 'space.readJournal', space)
      ? [{ key: 'journal' as const, content: <SpaceJournal space={space} /> }]
      : []),
    ...(mayManage
      ? [{ key: 'spaceSetting' as const, content: <SpaceSetting space={space} onChange={onChange} /> }]
      : []),
  ]
  const chosen = tabs.find((one) => one.key === tab)
  if (!chosen) return <Navigate to={spacePath(id, 'spaceInfo')} replace />
  return (
    <div className="space-page">
      <SpaceHead space={space}>{can(actor, 'space.viewAs', space) && <ViewAsMenu space={space} />}</SpaceHead>
      <nav className="space-tabs" aria-label={space.name}>
        {tabs.map(({ key }) => (
          <Link key={key} to={spacePath(id, key)} aria-current={key === tab ? 'page' : undefined}>
            {t(`spaces.tabs.${key}`)} {key === 'spaceSetting' && <WaitingBadge space={space} />}
          </Link>
        ))}
      </nav>
      {space.status === 'offline' && <OfflineNotice space={space} />}
      <div className="space-body">
        <Suspense fallback={<PageSkeleton />}>{chosen.content}</Suspense>
      </div>
      <WhyOfAddress spaceId={space.id} />
    </div>
  )
}

/** The drawer that the address of a space asks for (`?why=…`). */
function WhyOfAddress({ spaceId }: { spaceId: string }) {
  const { who, personId, hash, close } = useWhy()
  if (!who) return null
  return <WhyDrawer spaceId={spaceId} personId={personId} hash={hash} onClose={close} />
}
