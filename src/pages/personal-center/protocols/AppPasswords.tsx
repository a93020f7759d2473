import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { CopyField } from '../../../widgets/CopyField.tsx'
import { useAppPasswords } from '../queries.ts'
import { AppPasswordForm } from './AppPasswordForm.tsx'
import { KeySection } from './KeySection.tsx'
import { SpaceReached } from './SpaceReached.tsx'

/** App passwords: one per device, for protocols without a second step. */
export function AppPasswords() {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <KeySection
      kind="appPasswords"
      query={useAppPasswords()}
      tagsOf={({ protocols }) => protocols.map((protocol) => t(`account.protocols.${protocol}`))}
      aboutOf={({ space }) => <SpaceReached space={space} />}
      remove={(id) => call(account.removeAppPassword, { id }, { quiet: true })}
      form={AppPasswordForm}
      shown={(password) => (
        <>
          <CopyField label={t('account.appPasswords.user')} value={user?.emailAccounts ?? ''} />
          <CopyField label={t('account.appPasswords.secret')} value={password} isSecret />
        </>
      )}
    />
  )
}
