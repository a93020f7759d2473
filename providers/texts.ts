import words, { publicCapabilities } from 'virtual:words'
import type { manifest } from '#locales/manifest.ts'

export type Lang = 'zh' | 'en'

type Manifest = typeof manifest
type Bundle = Manifest[keyof Manifest]['bundle']
type CapabilityOf<B extends Bundle> = {
  [C in keyof Manifest]: Manifest[C]['bundle'] extends B ? C : never
}[keyof Manifest]
export type PublicCapability = CapabilityOf<'public'>

/** All browser texts of one language, by capability. */
export type Texts = { [C in CapabilityOf<Exclude<Bundle, 'server'>>]: NonNullable<Manifest[C]['words']> }

/** The texts of these capabilities in one language, so that a public page fetches only the texts that it uses. */
export async function publicTexts(
  lang: Lang,
  capabilities: readonly PublicCapability[],
): Promise<Record<string, unknown>> {
  const load = words[lang].public
  const texts = await Promise.all(capabilities.map(async (capability) => [capability, await load[capability]()]))
  return Object.fromEntries(texts)
}

/** The texts of all public pages in one language. */
export const allPublicTexts = (lang: Lang): Promise<Record<string, unknown>> => publicTexts(lang, publicCapabilities)

/** The texts of one console bundle in one language, by capability. */
export const consoleTexts = (lang: Lang, bundle: 'console' | 'later' | 'system'): Promise<Record<string, unknown>> =>
  words[lang][bundle]()
