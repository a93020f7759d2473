import { HOME_SPACES } from '#contract/core/limits.ts'
import { readMarkup } from '#contract/core/markup.ts'
import { files } from '#contract/files.ts'
import type { HomeView, PageData, SpaceView } from '#contract/pages/data.ts'
import { spaceCodeOf } from '#contract/pages/paths.ts'
import { settings } from '#contract/settings.ts'
import { signIn } from '#contract/sign-in.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from './call.ts'
import { currentLang } from './i18n.ts'

const quiet = { quiet: true, stays: true }

async function homeView(): Promise<HomeView> {
  const [numbers, tags, list] = await Promise.all([
    call(settings.numbers, {}, quiet),
    call(spaces.tags, {}, quiet),
    call(spaces.list, { sort: 'hot', size: HOME_SPACES }, quiet),
  ])
  const search = { q: '', type: '', tag: '', sort: 'hot', isAsked: false } as const
  return { search, numbers, tags, spaces: { ...list, isFirst: true } }
}

/** Without its files: they come with the page that the server renders. */
const spaceView = (id: string): Promise<SpaceView | null> =>
  call(files.page, { id }, quiet).then(
    (page) => ({ ...page, folder: null, mayJoin: false }),
    () => null,
  )

/**
 * By calls what the server writes into a page that it rendered. Only development comes here: whether an invitation is
 * needed is not told to strangers by a call, so registration shows the code when the server asks for it.
 */
export async function askPageData(): Promise<PageData> {
  const guard = await call(settings.guard, {}, quiet)
  const [site, methods] = await Promise.all([call(settings.basic, {}, quiet), call(signIn.methods, {}, quiet)])
  const code = spaceCodeOf(location.pathname)
  return {
    lang: currentLang(),
    origin: location.origin,
    site,
    foot: { copyright: readMarkup(site.copyright).nodes, clause: readMarkup(site.clause).nodes },
    institution: null,
    user: null,
    guardId: guard.id,
    methods,
    isPasswordOn: true,
    registration: { isOpen: guard.isOpen, needsInvitation: false },
    ...(code === null ? { home: await homeView() } : { space: await spaceView(code) }),
  }
}
