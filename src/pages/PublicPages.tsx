import type { TFunction } from 'i18next'
import { isPublicPath, type PublicPath } from '#contract/page.ts'
import type { SiteInfo } from '#contract/settings.ts'
import { windowTitle } from '../widgets/use-title.ts'
import type { Page } from './page.ts'
import './public.css'

type Load = () => Promise<Page>
const home: Load = async () => (await import('./home/HomePage.tsx')).default
const login: Load = async () => (await import('./login/LoginPage.tsx')).default
const directory: Load = async () => (await import('./directory/DirectoryPage.tsx')).default
const message: Load = async () => (await import('./MessagePage.tsx')).default
const account =
  (name: keyof typeof import('./account-pages.ts')): Load =>
  async () =>
    (await import('./account-pages.ts'))[name]
const outside =
  (name: keyof typeof import('./outside-pages.ts')): Load =>
  async () =>
    (await import('./outside-pages.ts'))[name]

const bind = { load: outside('BindPage'), title: 'signIn.bind.title' } as const
const complete = { load: outside('CompletePage'), title: 'signIn.complete.title' } as const

/** Pages that are drawn without the console, and on the server first. */
const pages = {
  '/': { load: home, title: null },
  '/text': { load: home, title: null },
  '/login': { load: login, title: 'session.title' },
  '/ldap-login': { load: directory, title: 'signIn.directory.title' },
  '/login-cas-bind': bind,
  '/login-cas-perfect': complete,
  '/login-oauth-bind': bind,
  '/login-oauth-perfect': complete,
  '/login-weixin': { load: outside('ChatAppPage'), title: 'signIn.chatApp.title' },
  '/login-weixin-bind': bind,
  '/login-weixin-perfect': complete,
  '/login-kjy-perfect': complete,
  '/register': { load: account('RegisterPage'), title: 'registration.title' },
  '/validate-register-email': { load: account('MailboxPage'), title: 'registration.mailbox.title' },
  '/validate-success': { load: account('ActivationPage'), title: 'registration.activation.title' },
  '/retrieve-password': { load: account('RetrievePage'), title: 'registration.recover.title' },
  '/validate-email': { load: account('ResetMailPage'), title: 'registration.mailbox.title' },
  '/reset-password': { load: account('ResetPage'), title: 'registration.reset.title' },
  '/access': { load: message, title: 'shell.forbidden' },
  '/404': { load: message, title: 'shell.notFound' },
} as const satisfies Record<PublicPath, { load: Load; title: string | null }>

/** The public page of a path. */
export function publicPage(path: string): Promise<Page> {
  const { load } = isPublicPath(path) ? pages[path] : pages['/404']
  return load()
}

/** What the window is called: the page first, so that tabs can be told apart. */
export function titleOf(path: string, { dataSpaceName }: SiteInfo, t: TFunction): string {
  const title = isPublicPath(path) ? pages[path].title : null
  return windowTitle(title && t(title), dataSpaceName)
}
