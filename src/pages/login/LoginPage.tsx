import { useTranslation } from 'react-i18next'
import { nextStep } from '../addresses.ts'
import { CardPage } from '../CardPage.tsx'
import { LoginForm } from '../LoginForm.tsx'
import type { PageProps } from '../page.ts'
import { SignedIn } from '../SignedIn.tsx'
import { useProblem } from '../use-problem.ts'

export default function LoginPage({ data, path, search }: PageProps) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const said = useProblem(query, data.methods)
  // A second step that is under way belongs to whoever signs in now.
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
