import { byCapability, type Lang } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/{zh,en}/{errors,home,invitation,mailSteps,registration,session,shareAccess,shell,signIn,spacePage}.json',
  { import: 'default' },
)
export const publicCapabilities = [
  'errors',
  'home',
  'invitation',
  'mailSteps',
  'registration',
  'session',
  'shareAccess',
  'shell',
  'signIn',
  'spacePage',
] as const
export type PublicCapability = (typeof publicCapabilities)[number]

/** What these capabilities say in one language: a public page fetches the words that it speaks, and no others. */
export async function publicTexts(
  lang: Lang,
  capabilities: readonly PublicCapability[],
): Promise<Record<string, unknown>> {
  const paths = capabilities.map((capability) => `../locales/${lang}/${capability}.json`)
  const texts = await Promise.all(paths.map(async (path) => [path, (await files[path]?.()) ?? {}] as const))
  return byCapability(Object.fromEntries(texts))
}
