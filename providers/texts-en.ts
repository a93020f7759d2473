import { byCapability } from './texts.ts'

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/en/{errors,home,registration,session,shell,signIn}.json',
  {
    eager: true,
    import: 'default',
  },
)
/** What public pages say in English, by capability. */
export const en = byCapability(files)
