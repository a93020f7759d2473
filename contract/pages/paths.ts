/** Below `/api`, of `signIn.start`: pages link to it before any rule has loaded, so it stands apart from the schemas. */
export const START_PATH = '/sign-in/:id/start'

/** Where administrators find the market of preview components, the component tab of system management, and where others do. */
export const MARKET_TAB = '/systemConfig/components?tab=market'
export const MARKET_PAGE = '/componentMarket'

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
  '/space-invitation',
  '/space-share',
  '/file-share',
  '/access',
  '/404',
] as const
/** The page of one space; the console begins below it. */
const SPACE_PATH = '/space/:id'
const SPACE_CODE = /^\/space\/([^/]+)\/?$/
export type PublicPath = (typeof PUBLIC_PATHS)[number] | typeof SPACE_PATH

/** The id or identifier in the address of a space's page; null for every other address. */
export const spaceCodeOf = (path: string): string | null => SPACE_CODE.exec(path)?.[1] ?? null

/** The page of the space with this id or identifier, or in the console the tab that a part of it declares by this key. */
export const spacePath = (code: string, tab?: string): string => `/space/${code}${tab ? `/details/${tab}` : ''}`

/** By this in its address the file manager tells how programs reach the space. */
export const CONNECT_PARAM = 'connect'
export const connectPath = (code: string): string => `${spacePath(code, 'filesManage')}?${CONNECT_PARAM}`

/** Which of the public pages a path leads to; null for those of the console. */
export function publicPathOf(path: string): PublicPath | null {
  if (spaceCodeOf(path) !== null) return SPACE_PATH
  return PUBLIC_PATHS.find((one) => one === path) ?? null
}
export const isPublicPath = (path: string): boolean => publicPathOf(path) !== null
