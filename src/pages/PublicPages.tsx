import type { TFunction } from 'i18next'
import type { PageData } from '#contract/pages/data.ts'
import { boardIdOf, isConsolePath, type PublicPath, publicPathOf } from '#contract/pages/paths.ts'
import type { PublicCapability } from '#providers/texts.ts'
import { windowTitle } from '../widgets/use-title.ts'
import { inReading } from './dataset/words.ts'
import type { PageScript } from './page.ts'
import './public.css'

type PublicPage = {
  load: () => Promise<PageScript>
  /** Path of its script below this folder; the server's page links the script and its styles. */
  from: string
  title: string | null
  /** The capabilities whose texts it uses. */
  speaks: readonly PublicCapability[]
}
/** The texts of every page: its frame, and the signed-in user. */
const base = ['session', 'shell'] as const
const home = [...base, 'home'] as const
const login = [...base, 'errors', 'signIn'] as const
const register = [...base, 'errors', 'registration'] as const
const mail = [...register, 'mailSteps'] as const

const bind = {
  load: () => import('./bind/BindPage.tsx'),
  from: 'bind/BindPage.tsx',
  title: 'signIn.bind.title',
  speaks: login,
} as const
const complete = {
  load: () => import('./complete/CompletePage.tsx'),
  from: 'complete/CompletePage.tsx',
  title: 'signIn.complete.title',
  speaks: [...login, 'registration'],
} as const

const share = {
  load: () => import('./share/SharePage.tsx'),
  from: 'share/SharePage.tsx',
  title: null,
  speaks: [...home, 'errors', 'spacePage', 'shareAccess'],
} as const

/** Pages rendered without the console, first on the server. */
const pages = {
  '/': { load: () => import('./home/HomePage.tsx'), from: 'home/HomePage.tsx', title: null, speaks: home },
  '/text': { load: () => import('./home/TextPage.tsx'), from: 'home/TextPage.tsx', title: null, speaks: home },
  '/datasets': {
    load: () => import('./dataset/CataloguePage.tsx'),
    from: 'dataset/CataloguePage.tsx',
    title: null,
    speaks: [...base, 'datasets'],
  },
  '/help': {
    load: () => import('./help/HelpPage.tsx'),
    from: 'help/HelpPage.tsx',
    title: 'shell.help',
    speaks: [...base, 'help'],
  },
  '/space/:id': {
    load: () => import('./space/SpacePage.tsx'),
    from: 'space/SpacePage.tsx',
    title: null,
    speaks: [...home, 'spacePage'],
  },
  '/dashboard/:biid': {
    load: () => import('./board/BoardPage.tsx'),
    from: 'board/BoardPage.tsx',
    title: null,
    speaks: [...home, 'shareAccess'],
  },
  '/dataset/:id/:number': {
    load: () => import('./dataset/DatasetPage.tsx'),
    from: 'dataset/DatasetPage.tsx',
    title: null,
    speaks: [...base, 'datasets', 'datasetAccess', 'datasetBoards'],
  },
  '/dataset/:id/:number/boards/:board': {
    load: () => import('./dataset/DatasetBoardPage.tsx'),
    from: 'dataset/DatasetBoardPage.tsx',
    title: null,
    speaks: [...home, 'shareAccess', 'datasets', 'datasetBoards'],
  },
  '/login': {
    load: () => import('./login/LoginPage.tsx'),
    from: 'login/LoginPage.tsx',
    title: 'session.title',
    speaks: login,
  },
  '/ldap-login': {
    load: () => import('./directory/DirectoryPage.tsx'),
    from: 'directory/DirectoryPage.tsx',
    title: 'signIn.directory.title',
    speaks: login,
  },
  '/login-cas-bind': bind,
  '/login-cas-perfect': complete,
  '/login-oauth-bind': bind,
  '/login-oauth-perfect': complete,
  '/login-weixin': {
    load: () => import('./chat-app/ChatAppPage.tsx'),
    from: 'chat-app/ChatAppPage.tsx',
    title: 'signIn.chatApp.title',
    speaks: login,
  },
  '/login-weixin-bind': bind,
  '/login-weixin-perfect': complete,
  '/login-kjy-perfect': complete,
  '/register': {
    load: () => import('./register/RegisterPage.tsx'),
    from: 'register/RegisterPage.tsx',
    title: 'registration.title',
    speaks: register,
  },
  '/validate-register-email': {
    load: () => import('./register/MailboxPage.tsx'),
    from: 'register/MailboxPage.tsx',
    title: 'mailSteps.activation.title',
    speaks: mail,
  },
  '/validate-success': {
    load: () => import('./register/ActivationPage.tsx'),
    from: 'register/ActivationPage.tsx',
    title: 'mailSteps.activation.title',
    speaks: mail,
  },
  '/retrieve-password': {
    load: () => import('./recover/RetrievePage.tsx'),
    from: 'recover/RetrievePage.tsx',
    title: 'mailSteps.recover.title',
    speaks: mail,
  },
  '/validate-email': {
    load: () => import('./recover/ResetMailPage.tsx'),
    from: 'recover/ResetMailPage.tsx',
    title: 'mailSteps.recover.title',
    speaks: mail,
  },
  '/reset-password': {
    load: () => import('./recover/ResetPage.tsx'),
    from: 'recover/ResetPage.tsx',
    title: 'mailSteps.reset.title',
    speaks: mail,
  },
  '/space-invitation': {
    load: () => import('./invitation/InvitationPage.tsx'),
    from: 'invitation/InvitationPage.tsx',
    title: 'invitation.title',
    speaks: [...home, 'errors', 'invitation'],
  },
  '/review': {
    load: () => import('./dataset/ReviewPage.tsx'),
    from: 'dataset/ReviewPage.tsx',
    title: null,
    speaks: [...base, 'datasets', 'datasetBoards'],
  },
  '/review/board': {
    load: () => import('./dataset/ReviewBoardPage.tsx'),
    from: 'dataset/ReviewBoardPage.tsx',
    title: null,
    speaks: [...base, 'shareAccess', 'datasets', 'datasetBoards'],
  },
  '/space-share': share,
  '/file-share': share,
  '/board-share': share,
  '/access': { load: () => import('./AccessPage.tsx'), from: 'AccessPage.tsx', title: 'shell.forbidden', speaks: base },
  '/404': { load: () => import('./MessagePage.tsx'), from: 'MessagePage.tsx', title: 'shell.notFound', speaks: base },
} as const satisfies Record<PublicPath, PublicPage>
/**
 * The public page of a path, including paths that lead to the console for signed-in users; else the page for unknown
 * paths.
 */
function nameOf(path: string): PublicPath | null {
  if (boardIdOf(path) !== null) return '/dashboard/:biid'
  return publicPathOf(path) ?? (isConsolePath(path) ? null : '/404')
}
const pageAt = (path: string): PublicPage => pages[nameOf(path) ?? '/404']

/** The public page of a path. */
export const publicPage = (path: string): Promise<PageScript> => pageAt(path).load()
/** The capabilities whose texts a page uses. */
export const spokenBy = (path: string): readonly PublicCapability[] => pageAt(path).speaks
/** The file of its script, from the root of the repository. */
export const sourceOf = (path: string): string => `src/pages/${pageAt(path).from}`

/** The title of a page without a fixed one: its space, its dataset, its search or its share link. */
function shownName(
  { space, home, share, board, datasetBoard, dataset, catalogue, review, reviewBoard, lang }: PageData,
  t: TFunction,
): string | null {
  if (catalogue) return [catalogue.search.q, t('datasets.catalogue.title')].filter(Boolean).join(' · ')
  if (share) return share.page?.above.at(-1)?.name || share.info?.title || t('shareAccess.title')
  if (board) return board.name
  const frozen = datasetBoard ?? reviewBoard
  if (frozen) return [frozen.name, inReading(frozen.title, lang)].join(' · ')
  if ([space, dataset, datasetBoard, review, reviewBoard].includes(null)) return t('shell.notFound')
  if (review) return inReading(review.metadata.title, lang)
  if (dataset) return inReading(dataset.version.metadata.title, lang)
  if (space) return [space.folder?.above.length ? space.folder.name : '', space.space.name].filter(Boolean).join(' · ')
  const { q, tag } = home?.search ?? {}
  return q || tag || null
}

/** The window title: the page's title first, so that tabs can be told apart. */
export function titleOf(path: string, data: PageData, t: TFunction): string {
  const name = nameOf(path)
  const title = name && pages[name].title
  return windowTitle(title ? t(title) : shownName(data, t), data.site.dataSpaceName)
}
