import type { PageData } from '#contract/page.ts'
import { settings } from '#contract/settings.ts'
import { signIn } from '#contract/sign-in.ts'
import { call } from './call.ts'
import { currentLang } from './i18n.ts'

/**
 * By calls what the server writes into a page that it rendered. Only development comes here: whether an invitation is
 * needed is not told to strangers by a call, so registration shows the code when the server asks for it.
 */
export async function askPageData(): Promise<PageData> {
  const quiet = { quiet: true, stays: true }
  const guard = await call(settings.guard, {}, quiet)
  const [site, numbers, methods] = await Promise.all([
    call(settings.basic, {}, quiet),
    call(settings.numbers, {}, quiet),
    call(signIn.methods, {}, quiet),
  ])
  return {
    lang: currentLang(),
    site,
    numbers,
    spaces: { list: [] },
    user: null,
    guardId: guard.id,
    methods,
    isPasswordOn: true,
    registration: { isOpen: guard.isOpen, needsInvitation: false },
  }
}
