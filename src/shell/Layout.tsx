import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import type { PageData } from '#contract/pages/data.ts'
import { followOther, leaveForLogin } from '#providers/auth.ts'
import { openChannel } from '#providers/live.ts'
import { onOtherSession, useUser } from '#providers/session.ts'
import { loadUser } from '#providers/sign-in.ts'
import { useSite } from '#providers/site.ts'
import { csrfToken } from '#providers/storage.ts'
import { UploadPanel } from '../uploader/index.ts'
import { nameSite } from '../widgets/use-title.ts'
import { AfterUpdate } from './AfterUpdate.tsx'
import { Bell } from './Bell.tsx'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { CrashGuard } from './CrashGuard.tsx'
import { FullScreenLoader } from './FullScreenLoader.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Menu } from './Menu.tsx'
import { Notices } from './Notices.tsx'
import { Search, SearchButton } from './Search.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'
import { useViewEnd } from './use-view-end.ts'
import './layout.css'

/** A space's page can be read without signing in; all other console pages require a session. */
const isSpacePath = (path: string) => /^\/space\/[^/]+/.test(path)

/** The only page open to a user who must first set up a second step. */
const SETUP = { path: '/personalCenter', query: '?tab=security' }

/** The frame of the console, rendered once the signed-in user is known. */
export function Layout({ data, children }: { data: PageData; children: ReactNode }) {
  const { t } = useTranslation()
  const user = useUser()
  const site = useSite(data.site)
  const [isReady, setReady] = useState(user !== null)
  const [isOpen, setOpen] = useState(false)
  const { pathname, search } = useLocation()

  useEffect(() => {
    if (csrfToken())
      loadUser().then(
        () => setReady(true),
        () => setReady(true),
      )
    else if (isSpacePath(location.pathname)) setReady(true)
    else location.assign('/')
  }, [])
  useEffect(() => {
    if (user && !user.mustSetUp) openChannel(user.emailAccounts)
  }, [user])
  useEffect(() => {
    if (user) return onOtherSession(user, (told) => void followOther(told))
  }, [user])
  // Without a session, console pages redirect to sign-in, except a space's page, where access depends on the space.
  // Source: spec section 6.
  useEffect(() => {
    if (isReady && !user && !isSpacePath(pathname)) leaveForLogin()
  }, [isReady, user, pathname])
  useEffect(() => {
    nameSite(site.dataSpaceName)
    document.querySelector('link[rel="icon"]')?.setAttribute('href', site.favicon)
  }, [site])
  useViewEnd(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the drawer
  useEffect(() => setOpen(false), [pathname])

  if (!isReady) return <FullScreenLoader />
  const isAway = user?.mustSetUp && (pathname !== SETUP.path || search !== SETUP.query)
  return (
    <div className="console">
      <a className="skip-link btn" href="#content">
        {t('shell.skip')}
      </a>
      <Menu site={site} isOpen={isOpen} onClose={() => setOpen(false)} />
      <div className="console-main">
        <header className="narrow-bar">
          <button type="button" className="btn ghost" aria-label={t('shell.open')} onClick={() => setOpen(true)}>
            ☰
          </button>
          <a className="brand" href="/">
            <img src={site.logo} alt="" width="24" height="24" />
            <span className="text">{site.dataSpaceName}</span>
          </a>
          {user && !user.mustSetUp && <SearchButton className="btn ghost search-button" />}
          {user && !user.mustSetUp && <Bell />}
        </header>
        <Notices first={data.notices} />
        {user && !user.mustSetUp && <UpdateBanner />}
        <main id="content" tabIndex={-1}>
          <CrashGuard key={pathname}>
            {isAway ? <Navigate to={SETUP.path + SETUP.query} replace /> : children}
          </CrashGuard>
        </main>
      </div>
      <LeaveGuard />
      <AfterUpdate />
      {user && <UploadPanel />}
      {user && <ConfirmIdentity />}
      {user && !user.mustSetUp && <Search />}
    </div>
  )
}
