import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account.ts'
import { formatExact } from '../../../widgets/format.ts'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section } from '../parts.tsx'
import { useProfile } from '../queries.ts'
import { Avatar } from './Avatar.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** The user's profile, and what the site has stored of the account. */
export function BasicInfo() {
  const { t } = useTranslation()
  return (
    <Section title={t('account.parts.basic')} hint={t('account.basicHint')}>
      <Loaded query={useProfile()} rows={5}>
        {(profile) => (
          <>
            <div className="personal-who">
              <Avatar />
              <Properties profile={profile} />
            </div>
            <ProfileForm profile={profile} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Properties({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation()
  return (
    <dl className="personal-properties">
      <div>
        <dt>{t('account.properties.email')}</dt>
        <dd>{profile.emailAccounts}</dd>
      </div>
      <div>
        <dt>{t('account.properties.role')}</dt>
        <dd>{t(`shell.roles.${profile.role}`)}</dd>
      </div>
      <div>
        <dt>{t('account.properties.joined')}</dt>
        <dd>{t(`account.joinMethods.${profile.joinMethod}`)}</dd>
      </div>
      <div>
        <dt>{t('account.properties.since')}</dt>
        <dd className="num">{formatExact(profile.createTime, i18n.language)}</dd>
      </div>
    </dl>
  )
}
