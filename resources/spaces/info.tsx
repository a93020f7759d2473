import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { connectPath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { formatCount, formatExact } from '../../src/widgets/format.ts'
import { Property } from '../../src/widgets/Property.tsx'
import { Pieces } from '../../src/widgets/space-part.tsx'
import { CopyAddress } from './copy-address.tsx'
import { Readme } from './readme.tsx'

/** The overview of a space: its properties, usage and README. */
export default function SpaceInfo({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  return (
    <div className="reading overview">
      <section className="about">
        <p className="lead">{space.introduction || t('spaces.properties.noIntroduction')}</p>
        <div className="space-tags">
          {space.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </div>
      </section>
      <div className="figures">
        <section className="panel">
          <Numbers space={space} />
        </section>
        <Pieces at="figures" space={space} />
      </div>
      <div className="contents">
        {can(actor, 'space.read', space) && <Readme space={space} />}
        <Pieces at="overview" space={space} />
      </div>
    </div>
  )
}

function Numbers({ space }: { space: Space }) {
  const { t, i18n } = useTranslation()
  const count = (value: number) => formatCount(value, i18n.language)
  return (
    <dl className="properties num">
      <Property label={t('spaces.properties.files')}>{count(space.fileCount)}</Property>
      <Property label={t('spaces.properties.folders')}>{count(space.folderCount)}</Property>
      <Property label={t('spaces.properties.datasets')}>{count(space.datasets)}</Property>
      <Property label={t('spaces.properties.members')}>{count(space.memberCount)}</Property>
      <Property label={t('spaces.properties.views')}>{count(space.views)}</Property>
      <Property label={t('spaces.properties.downloads')}>{count(space.downloads)}</Property>
      <Property label={t('spaces.properties.owner')}>{space.owner.personName}</Property>
      <Property label={t('spaces.properties.createTime')}>{formatExact(space.createTime, i18n.language)}</Property>
      {can(actorOf(useUser()), 'space.read', space) && (
        <Property label={t('spaces.properties.programs')}>
          <Link to={connectPath(space.identifier)}>{t('spaces.properties.programsHow')}</Link>
        </Property>
      )}
      <Property isWide label={t('spaces.properties.type')}>
        {t(`home.types.${space.type}`)}
        <small>{t(`spaces.typeHints.${space.type}`)}</small>
      </Property>
      {space.type !== 'private' && space.status === 'normal' && (
        <Property isWide label={t('spaces.properties.homepage')}>
          <CopyAddress path={space.homepage} />
        </Property>
      )}
    </dl>
  )
}
