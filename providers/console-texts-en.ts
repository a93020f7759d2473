import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/en/*.json', '!../locales/en/{errors,home,invitation,registration,session,shell,signIn,spacePage}.json'],
  { eager: true, import: 'default' },
)
/** What only the console says in English, by capability. */
export const en = byCapability(files)
