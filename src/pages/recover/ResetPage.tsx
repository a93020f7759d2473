import { useTranslation } from 'react-i18next'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { useAnswer } from '../use-answer.ts'
import { ResetForm } from './ResetForm.tsx'

/** Sets a new password by the link of a mail; invited people also enter their name and work unit. */
export default function ResetPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  const code = new URLSearchParams(search).get('code') ?? ''
  const {
    data: link,
    error,
    errors,
  } = useAnswer(code ? ({ ask, registration }) => ask(registration.checkReset, { code }) : null, {
    data: data.link,
    error: 'linkWrong',
  })
  const isWrong = !code || error === 'linkWrong' || error === 'invalid'
  return (
    <CardPage data={data}>
      {link ? (
        <ResetForm link={link} code={code} data={data} />
      ) : code && error === undefined ? (
        <Card title={t('mailSteps.reset.title')} isWaiting />
      ) : (
        <Card title={t('mailSteps.reset.title')}>
          <p className="form-error" role="alert">
            {isWrong ? t('registration.linkWrong') : errors['']}
          </p>
          <a className="btn primary" href={isWrong ? '/retrieve-password' : ''}>
            {isWrong ? t('mailSteps.reset.again') : t('errors.retry')}
          </a>
          <p className="form-links">
            <a href="/login">{t('session.toLogin')}</a>
          </p>
        </Card>
      )}
    </CardPage>
  )
}
