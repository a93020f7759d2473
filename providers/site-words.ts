import type { Lang, Texts } from './texts.ts'

type SiteWords = Texts['settings']['site']
const files = import.meta.glob<SiteWords>('../locales/{zh,en}/settings.json', { eager: true, import: 'site' })
const wordsOf = (lang: Lang) => files[`../locales/${lang}/settings.json`] as SiteWords

/** The default texts of the site in both languages, used until an administrator sets them. */
export const ourSiteWords: Readonly<Record<Lang, SiteWords>> = { zh: wordsOf('zh'), en: wordsOf('en') }
