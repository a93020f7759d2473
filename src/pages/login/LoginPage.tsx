import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { onSessionBegun } from '#providers/session.ts'
import { afterSignIn } from '../../shell/return-path.ts'
import { leaveFor, nextStep } from '../addresses.ts'
import { CardPage } from '../CardPage.tsx'
import { LoginForm, ready as readyForm } from '../LoginForm.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { useProblem } from '../use-problem.ts'

const SignedIn = part(async () => (await import('../SignedIn.tsx')).SignedIn)
export const ready = () => Promise.all([SignedIn.ready(), readyForm()])

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

export default function LoginPage({ data, path, search }: PageProps) {
  const { t } = useTranslation()
  const query = new URLSearchParams(search)
  const said = useProblem(query, data.methods)
  const isAlive = useHydrated()
  // A second step in progress belongs to the sign-in in progress.
  const user = query.get('second') === '1' ? null : data.user
  const isBack = user !== null && query.get('problem') === 'sessionOver'
  useEffect(() => {
    if (!user) return onSessionBegun(() => void leaveFor(afterSignIn({ mustSetUp: false }, location)))
    // Only a page that is loaded again leads on by itself: one that a refusal has led here would come back at once.
    if (isBack && isReload()) void leaveFor(afterSignIn(user, location))
  }, [user, isBack])
  return (
    <CardPage data={data}>
      {user ? (
        <SignedIn
          user={user}
          title={t('session.title')}
          toOther={nextStep(path, search)}
          said={isBack ? '' : said}
          onward={isAlive && isBack ? afterSignIn(user, location) : undefined}
        />
      ) : (
        <LoginForm data={data} search={search} />
      )}
    </CardPage>
  )
}
