import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { loadMore } from '#providers/i18n.ts'
import { Card } from './Card.tsx'
import { LoginForm } from './LoginForm.tsx'

export { ready } from './LoginForm.tsx'

const RegisterForm = lazy(async () => {
  const [{ RegisterForm }] = await Promise.all([import('./register/RegisterForm.tsx'), loadMore(['registration'])])
  return { default: RegisterForm }
})

/** Sign-in and registration in one card; without JavaScript the links between them lead to pages. */
export function EntryCard({ data }: { data: PageData }) {
  const { t } = useTranslation()
  /** Null until the user has switched; after that the shown form gets the focus. */
  const [chosen, setChosen] = useState<'login' | 'register' | null>(null)
  const choose = (next: 'login' | 'register') => (event: MouseEvent) => {
    // A click with a modifier key opens the form's own page in another window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setChosen(next)
  }
  if (chosen === 'register')
    return (
      <Suspense fallback={<Card title={t('session.register')} level="h2" isWaiting />}>
        <RegisterForm data={data} code="" search="" level="h2" isFocused onLogin={choose('login')} />
      </Suspense>
    )
  return <LoginForm data={data} level="h2" isFocused={chosen !== null} onRegister={choose('register')} />
}
