import type { DataOf } from './operation.ts'
import type { registration } from './registration.ts'
import type { UserInfo } from './session.ts'
import type { SiteInfo, SiteNumbers } from './settings.ts'
import type { Pending, PublicMethod } from './sign-in.ts'
import type { Space } from './spaces.ts'

/** Below `/api`, of `signIn.start`: pages link to it before any rule has loaded, so it stands apart from the schemas. */
export const START_PATH = '/sign-in/:id/start'

/** Pages that the server renders and the browser draws without the console. Source: spec section 2. */
export const PUBLIC_PATHS = [
  '/',
  '/text',
  '/login',
  '/ldap-login',
  '/login-cas-bind',
  '/login-cas-perfect',
  '/login-oauth-bind',
  '/login-oauth-perfect',
  '/login-weixin',
  '/login-weixin-bind',
  '/login-weixin-perfect',
  '/login-kjy-perfect',
  '/register',
  '/validate-register-email',
  '/validate-success',
  '/retrieve-password',
  '/validate-email',
  '/reset-password',
  '/access',
  '/404',
] as const
export type PublicPath = (typeof PUBLIC_PATHS)[number]
export const isPublicPath = (path: string): path is PublicPath => (PUBLIC_PATHS as readonly string[]).includes(path)

/** What a public page is rendered from, on the server first and again in the browser. */
export type PageData = {
  lang: 'zh' | 'en'
  site: SiteInfo
  numbers: SiteNumbers
  /** Spaces that answer the search of the home page; `next` leads to the following ones. */
  spaces: { list: Space[]; next?: string }
  user: UserInfo | null
  /** Id of the installation: sign-in is enabled when it is there. Source: spec section 2, site-wide guard. */
  guardId: string
  /** Outside sign-in methods that are on, in their order. */
  methods: PublicMethod[]
  /** Whether others than administrators sign in by password. */
  isPasswordOn: boolean
  /** Whether strangers may register, and with what. */
  registration: { isOpen: boolean; needsInvitation: boolean }
  /** On the bind and complete-profile pages: who stands at the door; null when that was too long ago. */
  pending?: Pending | null
  /** On the page of a link that sets a password: what it is for; null when it does not work. */
  link?: DataOf<typeof registration.checkReset> | null
}
/** What the render bundle (`dist/server/render.js`) exports: the markup of `#root` and more for `<head>`. */
export type RenderPage = (url: string, data: PageData) => Promise<{ html: string; head: string; status: number }>
