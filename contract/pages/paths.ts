/**
 * Path of `signIn.start` below `/api`. Kept apart from the schemas, because public pages link to it without loading
 * zod.
 */
export const START_PATH = '/sign-in/:id/start'

/** The market of preview components for administrators (a tab of system management), and for other users. */
export const MARKET_TAB = '/systemConfig/components?tab=market'
export const MARKET_PAGE = '/componentMarket'

/** Pages that the server renders, and that the browser draws without the console. Source: spec section 2. */
export const PUBLIC_PATHS = [
  '/',
  '/text',
  '/datasets',
  '/help',
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
  '/review',
  '/review/board',
  '/space-share',
  '/file-share',
  '/board-share',
  '/access',
  '/404',
] as const
/** Sections of system management. */
const SYSTEM_SECTIONS = [
  'users',
  'spaces',
  'backups',
  'statistics',
  'traffic',
  'jobs',
  'health',
  'maintenance',
  'retention',
  'legalHolds',
  'configuration',
  'components',
  'audit',
  'website',
  'institution',
  'mails',
  'accounts',
  'methods',
  'spaceDefaults',
  'rights',
  'approvals',
  'features',
  'institutions',
  'senders',
  'publicationTemplates',
  'registries',
  'instruments',
  'openApi',
] as const
export type SystemSection = (typeof SYSTEM_SECTIONS)[number]
export const sectionPath = (section: SystemSection): string => `/systemConfig/${section}`

/** The page to which applications send browsers for consent. */
export const AUTHORIZE_PATH = '/authorize'

/** Pages of the console that list something of the signed-in person in all spaces. */
export const OWN_LISTS = ['/recent', '/favourites', '/shared', '/tasks', '/trash'] as const
export type OwnList = (typeof OWN_LISTS)[number]

/** Pages that only the console draws. Source: spec section 2. */
const CONSOLE_PATHS = new Set<string>([
  '/space',
  ...OWN_LISTS,
  '/dataPublish',
  '/approvalManage',
  '/systemConfig',
  ...SYSTEM_SECTIONS.map(sectionPath),
  '/personalCenter',
  MARKET_PAGE,
  AUTHORIZE_PATH,
])
/** The page of a report: a board, or a single chart. Source: spec section 2. */
const BOARD_PATH = /^\/dashboard\/([^/]+)\/?$/
/** The report whose page a path leads to; null for every other path. */
export const boardIdOf = (path: string): string | null => BOARD_PATH.exec(path)?.[1] ?? null
export const boardPath = (reportId: string): string => `/dashboard/${reportId}`
/** The publication wizard of a space. Source: spec section 2. */
const SPACE_WIZARD = /^\/space\/[^/]+\/newPublic\/?$/
const SPACE_TABS = /^\/space\/([^/]+)\/details(\/[^/]+)?\/?$/

/** The space whose tab a path leads to; null for every other path. */
export const tabbedSpaceOf = (path: string): string | null => SPACE_TABS.exec(path)?.[1] ?? null

/** Whether the console draws the page; the server draws all others, also the one of paths that lead nowhere. */
export const isConsolePath = (path: string): boolean =>
  CONSOLE_PATHS.has(path.replace(/\/$/, '')) ||
  tabbedSpaceOf(path) !== null ||
  [BOARD_PATH, SPACE_WIZARD].some((one) => one.test(path))

/** The page of one space; paths below it belong to the console. */
const SPACE_PATH = '/space/:id'
/** The page of a board for those who are not signed in; for all others the console draws it. */
const BOARD_PAGE = '/dashboard/:biid'
/** The page of a version of a dataset. */
const DATASET_PATH = '/dataset/:id/:number'
/** The page of a board of a version of a dataset. */
const DATASET_BOARD_PATH = '/dataset/:id/:number/boards/:board'
/** The catalogue of all datasets, and its feed. */
export const CATALOGUE_PATH = '/datasets'
export const FEED_PATH = '/datasets.atom'
export const datasetPath = (id: string, number: number): string => `/dataset/${id}/${number}`
const DATASET_PLACE = /^\/dataset\/([^/]+)\/([1-9]\d{0,5})\/?$/
const DATASET_BOARD_PLACE = /^\/dataset\/([^/]+)\/([1-9]\d{0,5})\/boards\/([^/]+)\/?$/
export const datasetBoardPath = (id: string, number: number, board: string): string =>
  `${datasetPath(id, number)}/boards/${board}`
const SPACE_CODE = /^\/space\/([^/]+)\/?$/
/** The page that a draft will have, for those who edit it. */
export const draftPreviewPath = (draft: { id: string; datasetId: string; number: number }): string =>
  `${datasetPath(draft.datasetId, draft.number)}?preview=${draft.id}`
/** The page of a link for reviewers without an account. */
export const reviewPath = (code: string): string => `/review?code=${code}`
/** The same with rows of one of its tables, from a row on that is counted from 0. */
export const reviewRowsPath = (code: string, table: string, first: number): string =>
  `${reviewPath(code)}&table=${table}&first=${first}#table-${table}`
/** The page of a board of a submission, by its id or the code of a link. */
export const reviewBoardPath = (place: { id: string } | { code: string }, board: string): string =>
  `/review/board?${new URLSearchParams({ ...place, board })}`
export type PublicPath =
  | (typeof PUBLIC_PATHS)[number]
  | typeof SPACE_PATH
  | typeof DATASET_PATH
  | typeof DATASET_BOARD_PATH
  | typeof BOARD_PAGE

/** The id or identifier in the path of a space's page; null for every other path. */
export const spaceCodeOf = (path: string): string | null => SPACE_CODE.exec(path)?.[1] ?? null

/** The dataset and the number of its version in a path; null for every other path. */
export function datasetPlaceOf(path: string): { id: string; number: number } | null {
  const [, id, number] = DATASET_PLACE.exec(path) ?? []
  return id && number ? { id, number: Number(number) } : null
}

/** The version and the board in the path of a board of a dataset; null for every other path. */
export function datasetBoardPlaceOf(path: string): { id: string; number: number; board: string } | null {
  const [, id, number, board] = DATASET_BOARD_PLACE.exec(path) ?? []
  return id && number && board ? { id, number: Number(number), board } : null
}

/** The path of a space's page by id or identifier, or of the tab with this key in the console. */
export const spacePath = (code: string, tab?: string): string => `/space/${code}${tab ? `/details/${tab}` : ''}`
/** The members of a space, in its settings. */
export const membersPath = (code: string): string => `${spacePath(code, 'spaceSetting')}?part=members`

/** The deleted tables of a space. */
export const tableTrashPath = (code: string): string => `${spacePath(code, 'form')}?trash=1`

/** Query parameter with which the file manager shows how programs connect to the space. */
export const CONNECT_PARAM = 'connect'
export const connectPath = (code: string): string => `${spacePath(code, 'filesManage')}?${CONNECT_PARAM}`

/** The public page that a path leads to; null for console paths. */
export function publicPathOf(path: string): PublicPath | null {
  if (spaceCodeOf(path) !== null) return SPACE_PATH
  if (datasetPlaceOf(path) !== null) return DATASET_PATH
  if (datasetBoardPlaceOf(path) !== null) return DATASET_BOARD_PATH
  return PUBLIC_PATHS.find((one) => one === path) ?? null
}
export const isPublicPath = (path: string): boolean => publicPathOf(path) !== null
