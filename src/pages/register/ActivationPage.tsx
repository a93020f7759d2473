import { useTranslation } from 'react-i18next'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { ActivateByPassword } from './ActivateByPassword.tsx'
import { LinkOutcome } from './LinkOutcome.tsx'

/** The page of confirmation links in mails: for an account, or for a backup address. */
export default function ActivationPage({ data, search }: PageProps) {
  const query = new URLSearchParams(search)
  return (
    <CardPage data={data}>
      <Outcome
        code={query.get('code') ?? ''}
        backup={query.get('backup') ?? ''}
        isActive={query.get('state') === 'active'}
      />
    </CardPage>
  )
}

function Outcome({ code, backup, isActive }: { code: string; backup: string; isActive: boolean }) {
  const { t } = useTranslation()
  if (backup)
    return (
      <LinkOutcome
        title={t('mailSteps.backup.title')}
        question={({ ask, registration }) => ask(registration.confirmBackup, { code: backup })}
        good={(email) => ({
          title: t('mailSteps.backup.done'),
          lead: t('mailSteps.backup.lead', { email }),
          href: '/personalCenter',
          next: t('shell.personalCenter'),
        })}
        again={{ href: '/personalCenter', text: t('mailSteps.backup.again') }}
      />
    )
  if (!code && isActive)
    return (
      <Card title={t('mailSteps.activation.done')} isGood>
        <p className="lead">{t('mailSteps.activation.ready')}</p>
        <a className="btn primary" href="/login">
          {t('session.title')}
        </a>
      </Card>
    )
  return (
    <LinkOutcome
      title={t('mailSteps.activation.title')}
      question={code ? ({ ask, registration }) => ask(registration.activate, { code }) : null}
      good={(email) => ({
        title: t('mailSteps.activation.done'),
        lead: t('mailSteps.activation.lead', { email }),
        href: '/login',
        next: t('session.title'),
      })}
      again={{ href: '/validate-register-email', text: t('mailSteps.activation.again') }}
      proof={(onDone) => <ActivateByPassword code={code} onDone={onDone} />}
    />
  )
}
