import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SecondSteps } from '#contract/account.ts'
import { session } from '#contract/session.ts'
import { call } from '#providers/call.ts'
import { setUser, useUser } from '#providers/session.ts'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section } from '../parts.tsx'
import { keys, useSecondSteps } from '../queries.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'

const isOn = ({ totpSince, passkeys }: SecondSteps) => totpSince !== null || passkeys.length > 0

/** The second step: authenticator app, passkeys, and recovery codes in case both are lost. */
export function Security() {
  const { t } = useTranslation()
  const query = useSecondSteps()
  const steps = query.data
  const client = useQueryClient()
  const user = useUser()
  const [codes, setCodes] = useState<string[]>([])
  const [wasLimited] = useState(user?.mustSetUp ?? false)

  /** Shows new recovery codes first, then refetches the page's data and the user's state. */
  async function changed(fresh: string[] = []) {
    if (fresh.length) setCodes(fresh)
    if (user?.mustSetUp) setUser(await call(session.current, {}, { quiet: true }))
    await client.invalidateQueries({ queryKey: keys.secondSteps })
  }
  return (
    <>
      <Section title={t('account.parts.security')} hint={t('account.security.hint')}>
        <Loaded query={query}>
          {(known) => <SecurityState steps={known} isLimited={user?.mustSetUp ?? false} wasLimited={wasLimited} />}
        </Loaded>
      </Section>
      {steps && (
        <>
          <AuthenticatorApp steps={steps} onChange={changed} />
          <Passkeys steps={steps} onChange={changed} />
          {isOn(steps) && <RecoveryCodes steps={steps} onChange={changed} />}
        </>
      )}
      <RecoveryDialog codes={codes} onClose={() => setCodes([])} />
    </>
  )
}

type SecurityStateProps = { steps: SecondSteps; isLimited: boolean; wasLimited: boolean }

/** Whether the account has a second step, and whether its role requires one. */
function SecurityState({ steps, isLimited, wasLimited }: SecurityStateProps) {
  const { t } = useTranslation()
  return (
    <>
      {isLimited && (
        <p className="personal-notice" data-kind="warning" role="status">
          {t('account.security.limited')}
        </p>
      )}
      {wasLimited && !isLimited && (
        <p className="personal-notice" data-kind="success" role="status">
          {t('account.security.done')}
          <Link to="/space">{t('session.enter')}</Link>
        </p>
      )}
      <div className="personal-row">
        <div>
          <strong>{isOn(steps) ? t('account.security.on') : t('account.security.off')}</strong>
          {steps.isRequired && <small>{t('account.security.required')}</small>}
          {!steps.isRequired && !isOn(steps) && <small>{t('account.security.free')}</small>}
        </div>
        <span className={`tag ${isOn(steps) ? 'public' : 'restricted'}`}>
          {isOn(steps) ? t('account.security.isOn') : t('account.security.isOff')}
        </span>
      </div>
    </>
  )
}
