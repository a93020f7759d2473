import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { DataExport } from '../../src/personal-data/DataExport.tsx'

/** The export of a user's data for administrators. */
export function UserData({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('personalData.user.title')}</h3>
      <p className="users-hint">{t('personalData.user.hint')}</p>
      <DataExport
        userId={user.id}
        none={t('personalData.user.none')}
        pending={t('personalData.user.ready')}
        first={t('personalData.user.export')}
      />
    </section>
  )
}
