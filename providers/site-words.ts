import type zhSettings from '#locales/zh/settings.json'
import type { Lang } from './texts.ts'

type SiteWords = (typeof zhSettings)['site']
const files = import.meta.glob<SiteWords>('../locales/{zh,en}/settings.json', { eager: true, import: 'site' })
const wordsOf = (lang: Lang) => files[`../locales/${lang}/settings.json`] as SiteWords

/** What the site says of itself while nobody has set it, in both languages. */
export const ourSiteWords: Readonly<Record<Lang, SiteWords>> = { zh: wordsOf('zh'), en: wordsOf('en') }
