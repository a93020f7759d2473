import type { manifest } from '#locales/manifest.ts'
import { consoleTexts, type Lang, type Texts } from './texts.ts'

type Spoken = Pick<Texts, 'settings' | 'publications'>

/** The bundle that has these texts: the type checker refuses another one than the manifest's. */
const BUNDLE = 'later' satisfies (typeof manifest)[keyof Spoken]['bundle']

async function inBoth<T>(pick: (texts: Spoken) => T): Promise<Readonly<Record<Lang, T>>> {
  const wordsOf = async (lang: Lang) => pick((await consoleTexts(lang, BUNDLE)) as Spoken)
  const [zh, en] = await Promise.all([wordsOf('zh'), wordsOf('en')])
  return { zh, en }
}

/** The default texts of the site in both languages, used until an administrator sets them. */
export const siteWords = () => inBoth(({ settings }) => settings.site)
export type SiteWords = Awaited<ReturnType<typeof siteWords>>

/** Names of the first level of GB/T 13745 in both languages. */
export const subjectNames = () => inBoth(({ publications }) => publications.subjects)
