import { useTranslation } from 'react-i18next'
import { CardPage } from '../CardPage.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const SignInClosed = part(async () => (await import('../SignInClosed.tsx')).SignInClosed)
const SignedIn = part(async () => (await import('../SignedIn.tsx')).SignedIn)
export const ready = () => Promise.all([SignInClosed.ready(), SignedIn.ready()])

export default function RegisterPage({ data, path, search }: PageProps) {
  const { t } = useTranslation()
  const code = new URLSearchParams(search).get('code') ?? ''
  if (data.user)
    return (
      <CardPage data={data}>
        <SignedIn user={data.user} title={t('registration.title')} toOther={path + search} />
      </CardPage>
    )
  // An invitation may allow a registration that is closed to strangers: the server decides.
  if (data.isPasswordOn && (data.registration.isOpen || code))
    return (
      <CardPage data={data}>
        <RegisterForm data={data} code={code} search={search} />
      </CardPage>
    )
  return (
    <CardPage data={data}>
      <SignInClosed
        title={t('registration.title')}
        why={data.isPasswordOn ? t('registration.closed') : t('session.passwordSignInOff')}
        search={search}
      />
    </CardPage>
  )
}
