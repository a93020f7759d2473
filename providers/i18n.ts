import type { I18nProvider } from '@refinedev/core'
import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { textValues } from '#contract/core/text-values.ts'
import { keepLocally, localValue } from './storage.ts'
import { allPublicTexts, consoleTexts, type Lang, type PublicCapability, publicTexts, type Texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** The stored choice; Chinese when there is none. Source: spec section 4, Language. */
export const currentLang = (): Lang => (localValue('lang') === 'en' ? 'en' : 'zh')

/** One language, ready to speak; the same for the server's pages and the browser. */
export async function speak(lang: Lang, texts: Record<string, unknown>, instance: I18n = i18next): Promise<I18n> {
  await instance.use(initReactI18next).init({
    lng: lang,
    ns: ['texts'],
    defaultNS: 'texts',
    resources: { [lang]: { texts } },
    interpolation: { escapeValue: false, defaultVariables: textValues },
    returnNull: false,
  })
  return instance
}

/** What the frame of the console and the list of spaces say of what public pages say too. */
const first = ['errors', 'home', 'session', 'shell'] as const

/** Loads what a public page or the frame of the console says in the stored language; the other one is not fetched. */
export async function loadLanguage(forWhat: readonly PublicCapability[] | 'console'): Promise<void> {
  const lang = currentLang()
  if (forWhat !== 'console') return void (await speak(lang, await publicTexts(lang, forWhat)))
  const [shared, own] = await Promise.all([publicTexts(lang, first), consoleTexts(lang, 'console')])
  await speak(lang, { ...shared, ...own })
}

/** What a part of a public page says that comes later than the page. */
export async function loadMore(capabilities: readonly PublicCapability[]): Promise<void> {
  const lang = currentLang()
  i18next.addResourceBundle(lang, 'texts', await publicTexts(lang, capabilities), true)
}

/** All that the console says, for what a public page shows of it. */
export async function loadConsoleWords(): Promise<void> {
  const lang = currentLang()
  const [own, more] = await Promise.all([consoleTexts(lang, 'console'), consoleTexts(lang, 'later')])
  i18next.addResourceBundle(lang, 'texts', { ...own, ...more }, true)
}

/** Asked for once; a network that was away is asked once more. */
function once(load: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null
  return () =>
    (asked ??= load().catch((failure: unknown) => {
      asked = null
      throw failure
    }))
}
const rest = once(async () => {
  const lang = currentLang()
  const [shared, own] = await Promise.all([allPublicTexts(lang), consoleTexts(lang, 'later')])
  i18next.addResourceBundle(lang, 'texts', { ...shared, ...own }, true)
})
const system = once(async () => {
  const lang = currentLang()
  i18next.addResourceBundle(lang, 'texts', await consoleTexts(lang, 'system'), true)
})

const behind =
  (...words: readonly (() => Promise<void>)[]) =>
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([load(), ...words.map((come) => come())])
    return part
  }
/** A part of the console that comes later, and with the first of them what all of them say. */
export const withWords = behind(rest)
/** A part of system management. */
export const withSystemWords = behind(rest, system)

/** Stores the other language for this browser and for pages that the server renders, then loads the page anew. */
export function toggleLanguage(): void {
  const lang: Lang = currentLang() === 'zh' ? 'en' : 'zh'
  keepLocally('lang', lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}

/** Refine's keys are plain strings, so this is the one place that speaks without typed keys. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    (i18next.t as (key: string, options: object) => string)(key, {
      defaultValue: fallback ?? key,
      ...(typeof options === 'object' ? options : null),
    }),
  changeLocale: async () => undefined,
  getLocale: currentLang,
}
