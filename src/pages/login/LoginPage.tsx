import { useTranslation } from 'react-i18next'
import { nextStep } from '../addresses.ts'
import { CardPage } from '../CardPage.tsx'
import { LoginForm, ready as readyForm } from '../LoginForm.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { useProblem } from '../use-problem.ts'

const SignedIn = part(async () => (await import('../SignedIn.tsx')).SignedIn)
export const ready = () => Promise.all([SignedIn.ready(), readyForm()])

export default function LoginPage({ data, path, search }: PageProps) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const said = useProblem(query, data.methods)
  // A second step in progress belongs to the sign-in in progress.
  const isOn = data.user !== null && query.get('second') !== '1'
  return (
    <CardPage data={data}>
      {isOn && data.user ? (
        <SignedIn user={data.user} title={t('session.title')} toOther={nextStep(path, search)} said={said} />
      ) : (
        <LoginForm data={data} search={search} />
      )}
    </CardPage>
  )
}
