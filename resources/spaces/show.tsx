import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { SPACE_ROLE_THRESHOLD } from '#contract/limits.ts'
import { can } from '#contract/policy.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { keepInSession } from '#providers/storage.ts'
import { PageSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { SpaceSetting } from './edit.tsx'
import { SpaceInfo } from './info.tsx'
import './spaces.css'

const factsOf = ({ type, status, myRole, myFlags }: Space) => ({ type, status, myRole, myFlags })

/** The access info decides who comes in: a member, or anybody into a public space. Source: spec section 6. */
async function open(code: string): Promise<Space> {
  const access = await call(spaces.access, { url: code })
  if (access.role < SPACE_ROLE_THRESHOLD && access.type !== 'public') {
    location.assign('/access')
    return new Promise(() => {})
  }
  keepInSession('spaceId', access.space.id)
  keepInSession('spaceCode', access.space.identifier)
  return call(spaces.show, { id: access.space.id })
}

type Tab = { key: 'spaceInfo' | 'filesManage' | 'spaceSetting'; content: ReactNode }

/** One space with its tabs; the file manager is handed in, since no resource knows it. */
export default function SpaceShow({ files }: { files: (space: Space) => ReactNode }) {
  const { t } = useTranslation()
  const { id = '', tab = 'filesManage' } = useParams()
  const actor = actorOf(useUser())
  const { data: space, refetch } = useQuery({ queryKey: ['space', id], queryFn: () => open(id) })
  const spaceId = space?.id
  useTitle(space ? space.name : null)
  useEffect(
    () => onRealtime((event) => void (event.mark === 'space' && event.spaceId === spaceId && refetch())),
    [spaceId, refetch],
  )
  if (!space) return <PageSkeleton />

  const facts = factsOf(space)
  const mayManage = can(actor, 'member.list', facts) || can(actor, 'space.delete', facts)
  const tabs: Tab[] = [
    { key: 'spaceInfo', content: <SpaceInfo space={space} /> },
    ...(can(actor, 'space.read', facts) ? [{ key: 'filesManage' as const, content: files(space) }] : []),
    ...(mayManage
      ? [{ key: 'spaceSetting' as const, content: <SpaceSetting space={space} onChange={() => refetch()} /> }]
      : []),
  ]
  const chosen = tabs.find((one) => one.key === tab)
  if (!chosen) return <Navigate to={`/space/${id}/details/spaceInfo`} replace />
  return (
    <div className="space-page">
      <div className="space-head">
        <h1 title={space.name}>{space.name}</h1>
        <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
        {space.status !== 'normal' && <span className="tag">{t(`spaces.statuses.${space.status}`)}</span>}
      </div>
      <nav className="space-tabs" aria-label={space.name}>
        {tabs.map(({ key }) => (
          <Link key={key} to={`/space/${id}/details/${key}`} aria-current={key === tab ? 'page' : undefined}>
            {t(`spaces.tabs.${key}`)}
          </Link>
        ))}
      </nav>
      <div className="space-body">{chosen.content}</div>
    </div>
  )
}
