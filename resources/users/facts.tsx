import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { formatExact } from '../../src/widgets/format.ts'
import { Dash, Ways } from './columns.tsx'

/** All that is known of an account. */
export function UserFacts({ user }: { user: User }) {
  const { t, i18n } = useTranslation()
  const moment = (at: string | null) => (at ? formatExact(at, i18n.language) : t('users.never'))
  const orcid = (
    <a href={`https://orcid.org/${user.orcId}`} target="_blank" rel="noreferrer">
      {user.orcId}
    </a>
  )
  return (
    <>
      <dl className="record-facts num">
        <Fact label={t('users.englishName.label')}>{user.englishName}</Fact>
        <Fact label={t('users.telephone.label')}>{user.telephone}</Fact>
        <Fact label={t('users.orgChineseName.label')}>{user.orgChineseName}</Fact>
        <Fact label={t('users.orgEnglishName.label')}>{user.orgEnglishName}</Fact>
        <Fact label={t('users.orcId.label')}>{user.orcId && orcid}</Fact>
        <Fact label={t('users.facts.backupEmail')}>{user.backupEmail}</Fact>
        <Fact label={t('users.introduction.label')} isWide>
          {user.introduction}
        </Fact>
      </dl>
      <h3>{t('users.facts.signIn')}</h3>
      <dl className="record-facts num">
        <Fact label={t('users.facts.ways')}>
          <Ways user={user} />
        </Fact>
        <Fact label={t('users.facts.secondStep')}>
          {user.hasSecondStep ? t('users.secondStepOn') : t('users.secondStepOff')}
        </Fact>
        <Fact label={t('users.facts.lastSignIn')}>{moment(user.lastSignInAt)}</Fact>
        <Fact label={t('users.facts.joined')}>
          {moment(user.createTime)} · {t(`users.joinMethods.${user.joinMethod}`)}
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children || <Dash />}</dd>
    </div>
  )
}
