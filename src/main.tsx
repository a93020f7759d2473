import i18next from 'i18next'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PageData } from '#contract/pages/data.ts'
import { isConsolePath } from '#contract/pages/paths.ts'
import { loadLanguage } from '#providers/i18n.ts'
import { setSendsMail } from '#providers/sends-mail.ts'
import { setUser } from '#providers/session.ts'
import { setSite } from '#providers/site.ts'
import { csrfToken } from '#providers/storage.ts'
import { keepEarlySubmits } from './pages/early-submit.ts'
import { publicPage, spokenBy, titleOf } from './pages/PublicPages.tsx'
import type { PageScript } from './pages/page.ts'
import { callbackTarget, rememberCallback, rememberReturnPath, trustSites } from './shell/return-path.ts'
import { keepRootFont } from './shell/root-font.ts'
import { StartError } from './shell/StartError.tsx'
import { followSystem } from './shell/theme.ts'
import { nameSite } from './widgets/use-title.ts'
import './widgets/base.css'

const root = document.getElementById('root') as HTMLElement

/** The data that the server embedded in the page; in development it is fetched by calls. */
async function pageData(): Promise<PageData> {
  const text = document.getElementById('page-data')?.textContent ?? ''
  if (text.startsWith('{')) return JSON.parse(text) as PageData
  return (await import('#providers/page-data.ts')).askPageData()
}

function mount(page: ReactNode, isRendered: boolean): void {
  const whole = <StrictMode>{page}</StrictMode>
  if (isRendered && root.childElementCount) hydrateRoot(root, whole)
  else createRoot(root).render(whole)
}

const loadConsole = async (): Promise<PageScript> => ({ default: (await import('./App.tsx')).App })

function dress(data: PageData): void {
  const { site } = data
  setSite(site)
  nameSite(site.dataSpaceName)
  document.title = titleOf(location.pathname, data, i18next.t)
  document.querySelector('link[rel="icon"]')?.setAttribute('href', site.favicon)
}

/** Startup in the order of spec section 4: the auth setting, the site's basics, the language, then the page. */
async function start(): Promise<void> {
  const path = location.pathname
  const data = await pageData()
  // Site-wide guard: without sign-in set up there is only the home page. Source: spec section 2.
  if (!data.guardId && path !== '/') return location.replace('/')
  trustSites(data.trustedSites)
  setSendsMail(data.sendsMail)
  const elsewhere = callbackTarget(location)
  if (elsewhere) return location.assign(elsewhere)
  const isPublic = !isConsolePath(path) || data.board !== undefined
  // The page's script and its texts are loaded in parallel.
  const page = isPublic ? publicPage(path) : loadConsole()
  await loadLanguage(isPublic ? spokenBy(path) : 'console')
  dress(data)
  if (data.user && csrfToken()) setUser(data.user)
  rememberReturnPath(path, location.search)
  rememberCallback(location)
  const { default: Page } = await page
  mount(<Page path={path} search={location.search} data={data} />, isPublic)
  // Going back may lead to an address of the console, which needs a full page load.
  if (isPublic) addEventListener('popstate', () => location.pathname !== path && location.reload())
}

keepRootFont()
keepEarlySubmits()
followSystem()
start().catch((error: unknown) => {
  console.error(error)
  createRoot(root).render(<StartError />)
})
