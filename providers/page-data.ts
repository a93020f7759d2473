import { HOME_SPACES } from '#contract/core/limits.ts'
import { readMarkup } from '#contract/core/markup.ts'
import { files } from '#contract/files.ts'
import { notices } from '#contract/notices.ts'
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
  return { search, numbers, tags, spaces: { ...list, isFirst: true }, latest: [] }
}

/** The data of a space's page without its files; those are part of the server-rendered page. */
const spaceView = (id: string): Promise<SpaceView | null> =>
  call(files.page, { id }, quiet).then(
    (page) => ({ ...page, folder: null, datasets: [], boards: [], mayJoin: false }),
    () => null,
  )

/**
 * Fetches by calls the data that the server embeds in a rendered page. Used in development only: no call tells
 * strangers whether an invitation is required, so registration shows the code field once the server asks for a code.
 */
export async function askPageData(): Promise<PageData> {
  const guard = await call(settings.guard, {}, quiet)
  const [site, told, methods] = await Promise.all([
    call(settings.basic, {}, quiet),
    call(notices.current, {}, quiet),
    call(signIn.methods, {}, quiet),
  ])
  const code = spaceCodeOf(location.pathname)
  return {
    lang: currentLang(),
    origin: location.origin,
    site,
    notices: told,
    foot: { copyright: readMarkup(site.copyright).nodes, clause: readMarkup(site.clause).nodes },
    institution: null,
    user: null,
    guardId: guard.id,
    methods,
    isPasswordOn: true,
    registration: { isOpen: guard.isOpen, needsInvitation: false },
    sendsMail: true,
    trustedSites: [],
    ...(code === null ? { home: await homeView() } : { space: await spaceView(code) }),
  }
}
