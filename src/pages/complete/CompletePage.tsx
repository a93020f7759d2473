import { useTranslation } from 'react-i18next'
import { nextStep, stepsOf } from '../addresses.ts'
import { Card } from '../Card.tsx'
import { PendingStep, Who } from '../PendingStep.tsx'
import type { PageProps } from '../page.ts'
import { CompleteForm } from './CompleteForm.tsx'

/** Creates an account for an external identity that has none here. */
export default function CompletePage(props: PageProps) {
  const { t } = useTranslation()
  return (
    <PendingStep {...props} title={t('signIn.complete.title')}>
      {(pending, onSecond, onGone) => {
        const toBind = pending.mayBind ? nextStep(stepsOf(pending.kind).bind, props.search) : null
        if (pending.mayCreate)
          return (
            <CompleteForm pending={pending} onSecond={onSecond} onGone={onGone} toBind={toBind} data={props.data} />
          )
        return (
          <Card title={t('signIn.complete.title')}>
            <Who pending={pending} />
            <p className="lead">{toBind ? t('signIn.complete.onlyBind') : t('signIn.complete.off')}</p>
            <a className="btn primary" href={toBind ?? nextStep('/login', props.search)}>
              {toBind ? t('signIn.complete.toBind') : t('session.toLogin')}
            </a>
          </Card>
        )
      }}
    </PendingStep>
  )
}
