import { useTranslation } from 'react-i18next'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { RegisterForm } from './RegisterForm.tsx'

export default function RegisterPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  const code = new URLSearchParams(search).get('code') ?? ''
  // An invitation may open a door that is closed to strangers: the server decides.
  if (data.registration.isOpen || code)
    return (
      <CardPage data={data}>
        <RegisterForm data={data} code={code} />
      </CardPage>
    )
  return (
    <CardPage data={data}>
      <Card title={t('registration.title')}>
        <p className="lead">{t('registration.closed')}</p>
        <a className="btn primary" href="/login">
          {t('signIn.toLogin')}
        </a>
      </Card>
    </CardPage>
  )
}
