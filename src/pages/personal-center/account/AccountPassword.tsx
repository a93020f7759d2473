import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section, When } from '../parts.tsx'
import { useProfile } from '../queries.ts'
import { BackupEmail } from './BackupEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'

/** The password of the account, and the backup address to recover it. */
export function AccountPassword() {
  const { t } = useTranslation()
  const query = useProfile()
  const profile = query.data
  return (
    <>
      <Section
        title={profile?.hasPassword === false ? t('account.password.set') : t('account.password.change')}
        hint={profile?.hasPassword === false ? t('account.password.setHint') : t('account.password.changeHint')}
      >
        <Loaded query={query} rows={3}>
          {(known) => (
            <>
              {known.passwordChangedAt && (
                <p className="personal-note">
                  {t('account.password.changedAt')}
                  <When at={known.passwordChangedAt} />
                </p>
              )}
              <ChangePassword profile={known} />
            </>
          )}
        </Loaded>
      </Section>
      <Section title={t('account.backup.title')} hint={t('account.backup.hint')}>
        <Loaded query={query}>{(known) => <BackupEmail profile={known} />}</Loaded>
      </Section>
    </>
  )
}
