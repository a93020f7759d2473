import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { passesGate } from '#contract/policy.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { useTitle } from '../../widgets/use-title.ts'
import './SystemFrame.css'

const sections = ['users', 'accounts', 'methods', 'mails', 'audit'] as const

/** System management: its sections below one heading, for administrators only. Source: spec section 2. */
export default function SystemFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const user = useUser()
  const mayEnter = passesGate(actorOf(user), 'admin')
  const chosen = sections.find((section) => pathname.startsWith(`/systemConfig/${section}`)) ?? 'users'
  useTitle(t(`settings.system.sections.${chosen}`))
  const nav = useRef<HTMLElement>(null)

  // Whose session has ended is led to sign-in by others; only somebody of another role is turned away here.
  useEffect(() => {
    if (user && !mayEnter) location.assign('/access')
  }, [user, mayEnter])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section comes into sight where the row scrolls
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])

  if (!mayEnter) return null
  return (
    <div className="system">
      <header className="system-head">
        <h1>{t('shell.systemConfig')}</h1>
        <p>{t(`settings.system.hints.${chosen}`)}</p>
      </header>
      <nav ref={nav} className="system-nav" aria-label={t('shell.systemConfig')}>
        {sections.map((section) => (
          <Link key={section} to={`/systemConfig/${section}`} aria-current={section === chosen ? 'page' : undefined}>
            {t(`settings.system.sections.${section}`)}
          </Link>
        ))}
      </nav>
      <div className="system-body">
        <Outlet />
      </div>
    </div>
  )
}
