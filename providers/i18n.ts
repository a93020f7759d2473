import type { I18nProvider } from '@refinedev/core'
import i18next, { type i18n as I18n, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { spaced } from '#contract/core/spaced.ts'
import { textValues } from '#contract/core/text-values.ts'
import { keepLocally, localValue } from './storage.ts'
import { allPublicTexts, consoleTexts, type Lang, type PublicCapability, publicTexts, type Texts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'texts'
    resources: { texts: Texts }
  }
}

/** The stored language; Chinese by default. Source: spec section 4, Language. */
export const currentLang = (): Lang => (localValue('lang') === 'en' ? 'en' : 'zh')

/** Invisible, and in no text: where a value begins and ends until the sentence around it is known. */
const BORDER = '\u2063'
const VALUE = new RegExp(`${BORDER}([^${BORDER}]*)${BORDER}`, 'g')
/** In place of escaping, which React does. */
const bordered = (value: string): string => `${BORDER}${value}${BORDER}`
const parted: PostProcessorModule = {
  type: 'postProcessor',
  name: 'parted',
  process: (text: string) =>
    text.replace(VALUE, (whole, value: string, at: number) =>
      spaced(text[at - 1] ?? '', value, text[at + whole.length] ?? ''),
    ),
}

/** Initializes i18next with one language, on the server as well as in the browser. */
export async function speak(lang: Lang, texts: Record<string, unknown>, instance: I18n = i18next): Promise<I18n> {
  await instance
    .use(initReactI18next)
    .use(parted)
    .init({
      lng: lang,
      ns: ['texts'],
      defaultNS: 'texts',
      resources: { [lang]: { texts } },
      interpolation: { escape: bordered, defaultVariables: textValues },
      postProcess: parted.name,
      returnNull: false,
    })
  return instance
}

/** Capabilities whose texts the console frame and the list of spaces share with public pages. */
const first = ['errors', 'home', 'session', 'shell'] as const

/** Loads the texts of a public page or of the console frame in the stored language only. */
export async function loadLanguage(forWhat: readonly PublicCapability[] | 'console'): Promise<void> {
  const lang = currentLang()
  if (forWhat !== 'console') return void (await speak(lang, await publicTexts(lang, forWhat)))
  const [shared, own] = await Promise.all([publicTexts(lang, first), consoleTexts(lang, 'console')])
  await speak(lang, { ...shared, ...own })
}

/** Loads the texts of a part of a public page that is loaded after the page. */
export async function loadMore(capabilities: readonly PublicCapability[]): Promise<void> {
  const lang = currentLang()
  i18next.addResourceBundle(lang, 'texts', await publicTexts(lang, capabilities), true)
}

/** Loads all texts of the console, for console parts that a public page shows. */
export async function loadConsoleWords(): Promise<void> {
  const lang = currentLang()
  const [own, more] = await Promise.all([consoleTexts(lang, 'console'), consoleTexts(lang, 'later')])
  i18next.addResourceBundle(lang, 'texts', { ...own, ...more }, true)
}

/** Caches the load; after a failure the next call tries again. */
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
/** Wraps a lazily loaded part of the console, so that the texts of all such parts are loaded with the first one. */
export const withWords = behind(rest)
/** The same for a part of system management, with the system texts. */
export const withSystemWords = behind(rest, system)

/** Stores the other language for this browser and for server-rendered pages, then reloads the page. */
export function toggleLanguage(): void {
  const lang: Lang = currentLang() === 'zh' ? 'en' : 'zh'
  keepLocally('lang', lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}

/** Refine's keys are plain strings, so only this provider translates without typed keys. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    (i18next.t as (key: string, options: object) => string)(key, {
      defaultValue: fallback ?? key,
      ...(typeof options === 'object' ? options : null),
    }),
  changeLocale: async () => undefined,
  getLocale: currentLang,
}
