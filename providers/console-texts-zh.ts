import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/zh/*.json', '!../locales/zh/{errors,home,invitation,registration,session,shell,signIn,spacePage}.json'],
  { eager: true, import: 'default' },
)
/** What only the console says in Chinese, by capability. */
export const zh = byCapability(files)
