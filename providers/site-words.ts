import type { manifest } from '#locales/manifest.ts'
import { consoleTexts, type Lang, type Texts } from './texts.ts'

export type SiteWords = Readonly<Record<Lang, Texts['settings']['site']>>

/** The bundle that has the settings' texts: the type checker refuses another one than the manifest's. */
const BUNDLE = 'later' satisfies (typeof manifest)['settings']['bundle']

async function wordsOf(lang: Lang): Promise<SiteWords[Lang]> {
  const { settings } = (await consoleTexts(lang, BUNDLE)) as Pick<Texts, 'settings'>
  return settings.site
}

/** The default texts of the site in both languages, used until an administrator sets them. */
export async function siteWords(): Promise<SiteWords> {
  const [zh, en] = await Promise.all([wordsOf('zh'), wordsOf('en')])
  return { zh, en }
}
