import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { connectPath } from '#contract/pages/paths.ts'
import { can } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { formatCount, formatExact } from '../../src/widgets/format.ts'
import { CopyAddress } from './copy-address.tsx'
import { MoreRoom } from './more-room.tsx'
import { Readme } from './readme.tsx'
import { Usage } from './usage.tsx'

/** What the space is, how full, and what it says of itself. */
export default function SpaceInfo({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  return (
    <div className="reading">
      <section>
        <p className="lead">{space.introduction || t('spaces.facts.noIntroduction')}</p>
        <div className="space-tags">
          {space.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </div>
      </section>
      <section className="panel">
        <Numbers space={space} />
      </section>
      {can(actor, 'member.list', space) && (
        <section className="panel room">
          <h2>{t('spaces.facts.capacity')}</h2>
          <Usage space={space} />
          {can(actor, 'space.askCapacity', space) && <MoreRoom space={space} />}
        </section>
      )}
      {can(actor, 'space.read', space) && <Readme space={space} />}
    </div>
  )
}

function Numbers({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const count = (value: number) => formatCount(value, i18n.language)
  return (
    <dl className="facts num">
      <Fact label={t('spaces.facts.files')}>{count(space.fileCount)}</Fact>
      <Fact label={t('spaces.facts.folders')}>{count(space.folderCount)}</Fact>
      <Fact label={t('spaces.facts.members')}>{count(space.memberCount)}</Fact>
      <Fact label={t('spaces.facts.views')}>{count(space.views)}</Fact>
      <Fact label={t('spaces.facts.downloads')}>{count(space.downloads)}</Fact>
      <Fact label={t('spaces.facts.owner')}>{space.owner.personName}</Fact>
      <Fact label={t('spaces.facts.type')}>{t(`spaces.typeHints.${space.type}`)}</Fact>
      <Fact label={t('spaces.facts.createTime')}>{formatExact(space.createTime, i18n.language)}</Fact>
      {can(actorOf(useUser()), 'space.read', space) && (
        <Fact label={t('spaces.facts.programs')}>
          <Link to={connectPath(space.identifier)}>{t('spaces.facts.programsHow')}</Link>
        </Fact>
      )}
      <Fact label={t('spaces.facts.homepage')}>
        <CopyAddress path={space.homepage} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
