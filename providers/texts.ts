import words, { publicCapabilities } from 'virtual:words'
import type { manifest } from '#locales/manifest.ts'

export type Lang = 'zh' | 'en'

type Manifest = typeof manifest
type Bundle = Manifest[keyof Manifest]['bundle']
type CapabilityOf<B extends Bundle> = {
  [C in keyof Manifest]: Manifest[C]['bundle'] extends B ? C : never
}[keyof Manifest]
export type PublicCapability = CapabilityOf<'public'>

/** All texts that come to the browser in one language, by capability. */
export type Texts = { [C in CapabilityOf<Exclude<Bundle, 'server'>>]: NonNullable<Manifest[C]['words']> }

/** What these capabilities say in one language: a public page fetches the words that it speaks, and no others. */
export async function publicTexts(
  lang: Lang,
  capabilities: readonly PublicCapability[],
): Promise<Record<string, unknown>> {
  const load = words[lang].public
  const texts = await Promise.all(capabilities.map(async (capability) => [capability, await load[capability]()]))
  return Object.fromEntries(texts)
}

/** What all public pages together say in one language. */
export const allPublicTexts = (lang: Lang): Promise<Record<string, unknown>> => publicTexts(lang, publicCapabilities)

/** What one part of the console and those like it say in one language, by capability. */
export const consoleTexts = (lang: Lang, bundle: 'console' | 'later' | 'system'): Promise<Record<string, unknown>> =>
  words[lang][bundle]()
