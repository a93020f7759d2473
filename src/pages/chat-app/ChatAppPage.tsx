import { useTranslation } from 'react-i18next'
import { nextStep } from '../addresses.ts'
import { Card } from '../Card.tsx'
import { CardPage } from '../CardPage.tsx'
import { OutsideMethods } from '../OutsideMethods.tsx'
import type { PageProps } from '../page.ts'
import { SignInClosed } from '../SignInClosed.tsx'

/** Sign-in by the chat app, whose own page shows the code to scan. */
export default function ChatAppPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  const methods = data.methods.filter(({ kind }) => kind === 'wechat')
  return (
    <CardPage data={data}>
      {methods.length > 0 ? (
        <Card title={t('signIn.chatApp.title')}>
          <p className="lead">{t('signIn.chatApp.lead')}</p>
          <OutsideMethods methods={methods} search={search} />
          <p className="form-links">
            <a href={nextStep('/login', search)}>{t('session.toLogin')}</a>
          </p>
        </Card>
      ) : (
        <SignInClosed title={t('signIn.chatApp.title')} why={t('signIn.chatApp.off')} search={search} />
      )}
    </CardPage>
  )
}
