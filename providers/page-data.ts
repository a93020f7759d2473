import type { PageData } from '#contract/page.ts'
import { settings } from '#contract/settings.ts'
import { call } from './call.ts'
import { currentLang } from './i18n.ts'

/** By calls what the server writes into a page that it rendered. */
export async function askPageData(): Promise<PageData> {
  const quiet = { quiet: true, stays: true }
  const guard = await call(settings.guard, {}, quiet)
  const [site, numbers] = await Promise.all([call(settings.basic, {}, quiet), call(settings.numbers, {}, quiet)])
  return { lang: currentLang(), site, numbers, spaces: { list: [] }, user: null, guardId: guard.id }
}
