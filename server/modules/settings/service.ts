import type { SiteInfo, SiteNumbers } from '#contract/settings.ts'
import type { Language } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { SettingStore } from './store.ts'

/** The numbers of the home page may be this old. */
const NUMBERS_AGE_MS = 10_000

type Needs = { store: SettingStore; now: () => Date; newId: () => string; version: string }

export function settingService({ store, now, newId, version }: Needs) {
  let numbers: { value: SiteNumbers; atMs: number } | null = null

  /** Texts of ours in the caller's language; whatever the site has set goes before them. */
  async function basic(language: Language): Promise<SiteInfo> {
    const ours: SiteInfo = {
      dataSpaceName: textOf(language, 'settings.site.name'),
      logo: '/logo.svg',
      favicon: '/logo.svg',
      topic: 'celadon',
      copyright: textOf(language, 'settings.site.copyright', { year: now().getUTCFullYear() }),
      poweredBy: 'DataSpace',
      version,
      indexTitle: textOf(language, 'settings.site.title'),
      indexDescription: textOf(language, 'settings.site.description'),
      notice: textOf(language, 'settings.site.notice'),
    }
    return { ...ours, ...((await store.read('site')) as Partial<SiteInfo> | undefined) }
  }

  /** A fresh installation is set up from its first start: its id says so. Source: spec section 2, site-wide guard. */
  async function guard() {
    const id = (await store.readOrWrite('installation', newId())) as string
    return { id, org: '', isOpen: true }
  }

  async function siteNumbers(): Promise<SiteNumbers> {
    const atMs = now().getTime()
    if (!numbers || atMs - numbers.atMs > NUMBERS_AGE_MS) numbers = { value: await store.numbers(), atMs }
    return numbers.value
  }

  async function notice() {
    const content = (await store.read('updateNotice')) as string | undefined
    return { content: content ?? '' }
  }

  return { basic, guard, numbers: siteNumbers, notice }
}
export type SettingService = ReturnType<typeof settingService>
