import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import type { SecondWay } from '#contract/session.ts'
import type { Pending } from '#contract/sign-in.ts'
import { nextStep } from './addresses.ts'
import { Card } from './Card.tsx'
import { CardPage } from './CardPage.tsx'
import type { PageProps } from './page.ts'
import { part } from './part.tsx'
import { useAnswer } from './use-answer.ts'

const SecondStep = part(async () => (await import('./SecondStep.tsx')).SecondStep)

type Props = PageProps & {
  title: string
  children: (pending: Pending, onSecond: (ways: readonly SecondWay[]) => void, onGone: () => void) => ReactNode
}

/** The next step after an external sign-in: loads the pending identity, and explains if it has expired. */
export function PendingStep({ data, search, title, children }: Props) {
  const { t } = useTranslation()
  const {
    data: pending,
    error,
    errors,
  } = useAnswer(({ ask, signIn }) => ask(signIn.pending, {}), {
    data: data.pending,
    error: 'pendingGone',
  })
  const [ways, setWays] = useState<readonly SecondWay[]>([])
  const [isGone, setGone] = useState(false)
  if (ways.length)
    return (
      <CardPage data={data}>
        <SecondStep ways={ways} onOver={() => setGone(true)} />
      </CardPage>
    )
  return (
    <CardPage data={data}>
      {pending && !isGone ? (
        children(pending, setWays, () => setGone(true))
      ) : error === undefined && !isGone ? (
        <Card title={title} isWaiting />
      ) : (
        <Card title={isGone || error === 'pendingGone' ? t('signIn.gone.title') : title}>
          <p className="lead" role="alert">
            {isGone || error === 'pendingGone' ? t('signIn.gone.lead', { minutes: SIGN_IN_MINUTES }) : errors['']}
          </p>
          <a className="btn primary" href={nextStep('/login', search)}>
            {t('signIn.gone.again')}
          </a>
        </Card>
      )}
    </CardPage>
  )
}

/** The external identity and its sign-in method. */
export function Who({ pending: { methodName, name, emailAccounts } }: { pending: Pending }) {
  const { t } = useTranslation()
  const label = name || emailAccounts
  return (
    <div className="who">
      <span className="avatar" aria-hidden="true">
        {[...(label || methodName)][0]}
      </span>
      <div>
        {label && <strong>{label}</strong>}
        {name && emailAccounts && <span>{emailAccounts}</span>}
        <span>{t('signIn.via', { name: methodName })}</span>
      </div>
    </div>
  )
}
