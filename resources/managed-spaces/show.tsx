import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { formatCount, formatExact } from '../../src/widgets/format.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { Property } from '../../src/widgets/Property.tsx'
import { PropertiesSkeleton } from '../../src/widgets/Skeleton.tsx'
import { SpaceActions } from './actions.tsx'
import type { Address } from './address.ts'
import { spaceKey } from './cache.ts'
import { useMembership } from './membership.ts'
import { SpaceRecords } from './records.tsx'
import { State } from './state.tsx'
import { Use } from './use.tsx'

/** One space in a drawer: its properties, its actions and the records about it. */
export function ShowSpace({ address }: { address: Address }) {
  const { t } = useTranslation()
  const id = address.open
  const query = useQuery({
    queryKey: spaceKey(id ?? ''),
    queryFn: () => call(managedSpaces.show, { id: id ?? '' }, { quiet: true, aside: true }),
    enabled: id !== undefined,
  })
  const space = query.data
  return (
    <Drawer
      title={t('managedSpaces.detail')}
      open={id !== undefined}
      onClose={address.close}
      size={640}
      extra={space && <PageLink space={space} />}
      destroyOnHidden
    >
      {space ? (
        <Details key={space.id} space={space} onGone={address.close} />
      ) : query.error ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <PropertiesSkeleton rows={9} />
      )}
    </Drawer>
  )
}

/** Links members to the space itself, and others to the space's public page. */
function PageLink({ space: { id, identifier } }: { space: ManagedSpace }) {
  const { t } = useTranslation()
  if (useMembership(id))
    return (
      <Link className="btn" to={spacePath(id, 'spaceInfo')}>
        {t('managedSpaces.open')}
      </Link>
    )
  return (
    <a className="btn" href={spacePath(identifier)}>
      {t('managedSpaces.seePage')}
    </a>
  )
}

function Details({ space, onGone }: { space: ManagedSpace; onGone: () => void }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<'properties' | 'records'>('properties')
  return (
    <div className="managed-details">
      <header>
        <h2>{space.name}</h2>
        <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
        <State space={{ ...space, reason: '' }} />
      </header>
      {space.reason && (
        <p className="managed-reason">
          <small>{t('managedSpaces.properties.reason')}</small>
          {space.reason}
        </p>
      )}
      <nav className="record-tabs" aria-label={t('managedSpaces.detail')}>
        {(['properties', 'records'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
            {t(`managedSpaces.parts.${one}`)}
          </button>
        ))}
      </nav>
      {part === 'records' ? (
        <SpaceRecords spaceId={space.id} />
      ) : (
        <>
          <Properties space={space} />
          <SpaceActions space={space} onGone={onGone} />
        </>
      )}
    </div>
  )
}

function Properties({ space }: { space: ManagedSpace }) {
  const { t, i18n } = useTranslation()
  const { owner } = space
  const count = (value: number) => formatCount(value, i18n.language)
  return (
    <dl className="record-properties num">
      <Property label={t('managedSpaces.heads.use')} isWide>
        <Use space={space} />
      </Property>
      <Property label={t('managedSpaces.heads.owner')}>
        <Link to={`/systemConfig/users?user=${owner.personId}`}>{owner.personName}</Link>
        <small>{owner.emailAccounts}</small>
        <Link to={`/systemConfig/spaces?ownerId=${owner.personId}`}>{t('managedSpaces.properties.othersOfOwner')}</Link>
      </Property>
      <Property label={t('spaces.identifier.label')}>{space.identifier}</Property>
      <Property label={t('managedSpaces.heads.members')}>{count(space.memberCount)}</Property>
      <Property label={t('managedSpaces.heads.files')}>{count(space.fileCount)}</Property>
      <Property label={t('managedSpaces.heads.downloads')}>{count(space.downloads)}</Property>
      <Property label={t('managedSpaces.heads.created')}>{formatExact(space.createTime, i18n.language)}</Property>
      <Property label={t('spaces.introduction.label')} isWide>
        {space.introduction}
      </Property>
      {space.tags.length > 0 && (
        <div className="wide">
          <dt>{t('spaces.tags.label')}</dt>
          <dd className="managed-tags">
            {space.tags.map((tag) => (
              <Link key={tag} className="tag" to={`/systemConfig/spaces?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </Link>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
