import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/en/*.json', '!../locales/en/{errors,home,registration,session,shell,signIn}.json'],
  { eager: true, import: 'default' },
)
/** What only the console says in English, by capability. */
export const en = byCapability(files)
