import { useTranslation } from 'react-i18next'
import type { InvitationCard } from '#contract/joining.ts'
import { formatDay } from '../../widgets/format.ts'
import { WaveCover } from '../../widgets/wave-cover.tsx'
import './invitation.css'

/** The space of the invitation, as far as the invited person may see it before answering. */
export function SpaceFace({ card: { space, role, expiresAt }, lang }: { card: InvitationCard; lang: 'zh' | 'en' }) {
  const { t } = useTranslation()
  return (
    <article className="invitation-space">
      {space.cover ? <img src={space.cover} alt="" width="370" height="112" /> : <WaveCover seed={space.id} />}
      <div>
        <h2>{space.name}</h2>
        {space.introduction && <p>{space.introduction}</p>}
        <dl>
          <dt>{t('invitation.type')}</dt>
          <dd>{t(`home.types.${space.type}`)}</dd>
          <dt>{t('invitation.role')}</dt>
          <dd>{t(`home.roles.${role}`)}</dd>
          <dt>{t('invitation.until')}</dt>
          <dd className="num">{formatDay(expiresAt, lang, 'long')}</dd>
        </dl>
      </div>
    </article>
  )
}
