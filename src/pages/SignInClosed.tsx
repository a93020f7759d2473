import { useTranslation } from 'react-i18next'
import { nextStep } from './addresses.ts'
import { Card } from './Card.tsx'

type Props = { title: string; why: string; search: string }

/** A sign-in method that is switched off: the reason, and a link to the available ones. */
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
