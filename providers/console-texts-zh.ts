import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  ['../locales/zh/*.json', '!../locales/zh/{errors,home,registration,session,shell,signIn}.json'],
  { eager: true, import: 'default' },
)
/** What only the console says in Chinese, by capability. */
export const zh = byCapability(files)
