import { useTranslation } from 'react-i18next'
import { nextStep } from './addresses.ts'
import { Card } from './Card.tsx'

type Props = { title: string; why: string; search: string }

/** A way in that is switched off here: why, and back to those that are open. */
export function SignInClosed({ title, why, search }: Props) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <p className="lead">{why}</p>
      <a className="btn primary" href={nextStep('/login', search)}>
        {t('session.toLogin')}
      </a>
    </Card>
  )
}
