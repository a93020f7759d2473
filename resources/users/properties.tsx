import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { formatExact } from '../../src/widgets/format.ts'
import { Property } from '../../src/widgets/Property.tsx'
import { Ways } from './columns.tsx'

/** How much of the version of the terms is shown, as the beginning tells them apart. */
const SHOWN_VERSION = 12

/** All properties of an account. */
export function UserProperties({ user }: { user: User }) {
  const { t, i18n } = useTranslation()
  const dateTime = (at: string | null) => (at ? formatExact(at, i18n.language) : t('users.never'))
  const orcid = (
    <a href={`https://orcid.org/${user.orcId}`} target="_blank" rel="noreferrer">
      {user.orcId}
    </a>
  )
  return (
    <>
      <dl className="record-properties num">
        <Property label={t('users.englishName.label')}>{user.englishName}</Property>
        <Property label={t('users.telephone.label')}>{user.telephone}</Property>
        <Property label={t('users.orgChineseName.label')}>{user.orgChineseName}</Property>
        <Property label={t('users.orgEnglishName.label')}>{user.orgEnglishName}</Property>
        <Property label={t('users.orcId.label')}>{user.orcId && orcid}</Property>
        <Property label={t('users.properties.backupEmail')}>{user.backupEmail}</Property>
        <Property label={t('users.introduction.label')} isWide>
          {user.introduction}
        </Property>
      </dl>
      <h3>{t('users.properties.signIn')}</h3>
      <dl className="record-properties num">
        <Property label={t('users.properties.ways')}>
          <Ways user={user} />
        </Property>
        <Property label={t('users.properties.secondStep')}>
          {user.hasSecondStep ? t('users.secondStepOn') : t('users.secondStepOff')}
        </Property>
        <Property label={t('users.properties.lastSignIn')}>{dateTime(user.lastSignInAt)}</Property>
        <Property label={t('users.properties.joined')}>
          {dateTime(user.createTime)} · {t(`users.joinMethods.${user.joinMethod}`)}
        </Property>
        <Property label={t('users.properties.terms')}>
          {user.agreement
            ? t('users.properties.agreed', {
                at: dateTime(user.agreement.at),
                version: user.agreement.version.slice(0, SHOWN_VERSION),
              })
            : t('users.properties.notAgreed')}
        </Property>
      </dl>
    </>
  )
}
