import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMore } from '#providers/i18n.ts'
import { nextStep, stepsOf } from '../addresses.ts'
import { Card } from '../Card.tsx'
import { PendingStep, Who } from '../PendingStep.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { ByPassword } from './ByPassword.tsx'

const ByMail = part(async () => {
  const [{ ByMail }] = await Promise.all([
    import('./ByMail.tsx'),
    import.meta.env.SSR ? undefined : loadMore(['registration']),
  ])
  return ByMail
})
export const ready = ByMail.ready

/** Binds an external identity to an account of this site, after the user has proved to own the account. */
export default function BindPage(props: PageProps) {
  const { t } = useTranslation()
  const [isByMail, setByMail] = useState(!props.data.isPasswordOn)
  return (
    <PendingStep {...props} title={t('signIn.bind.title')}>
      {(pending, onSecond, onGone) => {
        const toComplete = nextStep(stepsOf(pending.kind).complete, props.search)
        if (!pending.mayBind)
          return (
            <Card title={t('signIn.bind.title')}>
              <Who pending={pending} />
              <p className="lead">{t('signIn.bind.off')}</p>
              <a className="btn primary" href={pending.mayCreate ? toComplete : nextStep('/login', props.search)}>
                {pending.mayCreate ? t('signIn.bind.toComplete') : t('session.toLogin')}
              </a>
            </Card>
          )
        const others = (
          <div className="other-ways">
            <button type="button" className="btn" onClick={() => setByMail(!isByMail)}>
              {isByMail ? t('signIn.bind.toPassword') : t('signIn.bind.toMail')}
            </button>
            {pending.mayCreate && (
              <a className="btn ghost" href={toComplete}>
                {t('signIn.bind.toComplete')}
              </a>
            )}
          </div>
        )
        const Way = isByMail ? ByMail : ByPassword
        return (
          <Way pending={pending} sendsMail={props.data.sendsMail} onSecond={onSecond} onGone={onGone} others={others} />
        )
      }}
    </PendingStep>
  )
}
