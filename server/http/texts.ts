import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isBlank } from '#contract/core/form-rules.ts'
import { spaced } from '#contract/core/spaced.ts'
import { textValues } from '#contract/core/text-values.ts'
import { manifest } from '#locales/manifest.ts'
import type { Language } from './context.ts'

type Tree = { [key: string]: string | Tree }

const load = (language: Language): Tree =>
  Object.fromEntries(
    Object.keys(manifest).map((capability) => [
      capability,
      JSON.parse(
        readFileSync(new URL(`../../locales/${language}/${capability}.json`, import.meta.url), 'utf8'),
      ) as Tree,
    ]),
  )

/** All texts of both languages by capability: the same files as in the console. */
export const texts: Readonly<Record<Language, Tree>> = { zh: load('zh'), en: load('en') }

/** Messages for a schema's issues, where we have no specific text. */
export const schemaTexts = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError } as const

/** The text of a dotted key, or null when there is none. */
export function findText(language: Language, key: string): string | null {
  let at: string | Tree | undefined = texts[language]
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : null
}

/** Values for the placeholders of a text; some have a name in each language. */
export type TextValues = Record<string, string | number | { zh: string; en: string }>

const days = {
  zh: new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
/** The UTC day of a time, as a value of a text. */
export const dayText = (at: Date) => ({ zh: days.zh.format(at), en: days.en.format(at) })

/**
 * The text of a key with its `{{values}}` filled in, `{{limits, number}}` by themselves; a key without text answers
 * itself, so that a gap shows.
 */
export function textOf(language: Language, key: string, values: TextValues = {}): string {
  const text = findText(language, key) ?? key
  const known: TextValues = { ...textValues, ...values }
  return text.replace(/\{\{(\w+)(, number)?\}\}/g, (whole, name: string, isGrouped: string | undefined, at: number) => {
    const value = known[name]
    const said = isGrouped && typeof value === 'number' ? value.toLocaleString(language) : value
    if (said === undefined) return whole
    const shown = String(typeof said === 'object' ? said[language] : said)
    return spaced(text[at - 1] ?? '', shown, text[at + whole.length] ?? '')
  })
}

/**
 * The message beside a field of a capability's form whose value breaks its rule, with a text of its own for an empty
 * value where there is one; null if there is no specific text.
 */
export function fieldTextOf(language: Language, capability: string, field: string, value: unknown): string | null {
  const keys = [
    ...(isBlank(value) ? [`${capability}.${field}.missing`] : []),
    `${capability}.${field}.invalid`,
    `refusals.fields.${field}`,
  ]
  const key = keys.find((one) => findText(language, one) !== null)
  return key === undefined ? null : textOf(language, key)
}

/** The language that was chosen in this browser; null if none was. */
export function chosenLanguageOf(request: FastifyRequest): Language | null {
  // Cookies may be missing: the refusal came before anything was read.
  const stored = (request.cookies as typeof request.cookies | undefined)?.lang
  return stored === 'zh' || stored === 'en' ? stored : null
}

/**
 * The language stored in this browser; Chinese if there is none. Pages use it, as their scripts do. Source: spec
 * section 4.
 */
export const storedLanguageOf = (request: FastifyRequest): Language => chosenLanguageOf(request) ?? 'zh'

/** The language of a call: the stored choice, else what a client asks for; Chinese when neither says English. */
export function languageOf(request: FastifyRequest): Language {
  return chosenLanguageOf(request) ?? (/^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh')
}
