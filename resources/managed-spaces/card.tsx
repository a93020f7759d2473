import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { formatDateTime } from '../../src/widgets/format.ts'
import { State } from './state.tsx'
import { Use } from './use.tsx'

/** A space as a card, for screens too narrow for rows. */
export function SpaceCard({ space, path }: { space: ManagedSpace; path: { search: string } }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="record-card">
      <Link className="records-open" to={path} state={{ isLayer: true }}>
        {space.name}
      </Link>
      <small>
        {space.identifier} · {space.owner.personName}
      </small>
      <p className="num">
        <span className={`tag ${space.type}`}>{t(`home.types.${space.type}`)}</span>
        {(space.status !== 'normal' || space.isHeld) && <State space={space} />}
        <span>{t('home.members', { count: space.memberCount })}</span>
        <span>{t('managedSpaces.files', { count: space.fileCount })}</span>
        <time dateTime={space.createTime}>{formatDateTime(space.createTime, i18n.language)}</time>
      </p>
      <Use space={space} />
    </div>
  )
}
